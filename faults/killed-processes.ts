/** Ends processes by `kill -9`; those that have ended by themselves are left out. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}

/** Counts those of these processes that live. */
export const countAlive = (pids: Iterable<number>): number => [...pids].filter(isAlive).length;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
