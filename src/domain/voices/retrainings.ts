/** Runs of a first training have lower numbers. */
const firstRun = 1_000;
/** 14 November 2023, in seconds since 1970: an integer of the database has room for a number a second since then. */
const epochSeconds = 1_700_000_000;

/**
 * The number before the first run of a retraining. The queue remembers the runs of a voice by their numbers, and samples are stored under
 * them, so each retraining has higher ones than the one before.
 */
export const nextRetraining = (): number => Math.floor(Date.now() / 1000) - epochSeconds;

/** True for the number of a run that trains a voice again. */
export const isRetraining = (run: number): boolean => run >= firstRun;
