/** Seconds to the millisecond. Rounds down, or the last word would end after the audio. */
export const toMillisecond = (seconds: number): number => Math.floor(seconds * 1000 + 1e-6) / 1000;
