/** Milliseconds of processor time that some work took of this thread, which a busy machine does not lengthen by its waits. */
export function cpuTimeMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  return cpuTimeSinceMs(before);
}

/** The same, since the usage that was read before. */
export function cpuTimeSinceMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
