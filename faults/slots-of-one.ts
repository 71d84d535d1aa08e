/** How many slots one account gets while no other has any: it takes another while more than it has are free. */
export const slotsOfOne = (slots: number): number => Math.ceil(slots / 2);
