/** How many places of a process one account gets while no other has any: it takes another while more than it has are free. */
export const placesOfOne = (places: number): number => Math.ceil(places / 2);
