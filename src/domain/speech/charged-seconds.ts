/** The credits that a recording of this length costs: its seconds, rounded up. */
export const chargedSeconds = (durationSeconds: number): number => Math.ceil(durationSeconds);
