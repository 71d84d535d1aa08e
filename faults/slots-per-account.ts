/** Tells how many of these slots an account alone gets: it gets another only while it has fewer than are free. */
export const slotsPerAccount = (slots: number): number => Math.ceil(slots / 2);
