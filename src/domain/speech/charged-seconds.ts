/** The credits that a recording of this length costs: its seconds, rounded up, for each channel that is transcribed by itself. */
export const chargedSeconds = (durationSeconds: number, channels = 1): number => channels * Math.ceil(durationSeconds);
