/** The longest file takes two minutes on a quiet machine. */
const usualMinutes = 8;
let timer: NodeJS.Timeout | undefined;

/**
 * Ends the process of a test file that still runs after some minutes, and says what keeps it. Ava's own limit is for a run in
 * which nothing happens, and it is lost when a test with a longer limit of its own began shortly before. A file that
 * needs longer than usual calls this.
 */
export function limitFile(minutes: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    console.error(`The file still runs after ${minutes} minutes: ${process.getActiveResourcesInfo().join(", ")}.`);
    process.exit(1);
  }, minutes * 60_000).unref();
}

limitFile(usualMinutes);
