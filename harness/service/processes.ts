import { readdir, readFile, writeFile } from "node:fs/promises";
import { sum } from "#harness/statistics.ts";

/** The names of hosts of neural models and of decoders, as the kernel has them. */
export const enginePrograms: readonly string[] = ["MainThread", "node", "pocketsphinx_batch"];

const nanosecondsPerSecond = 1e9;
/** The unit of `stat`, which is the same on all of Linux's ordinary architectures (man 3 sysconf, _SC_CLK_TCK). */
const clockTicksPerSecond = 100;

/** A process as `/proc/<pid>/stat` and `schedstat` show it (man 5 proc_pid_stat, kernel documentation sched-stats). */
interface ProcessState {
  readonly pid: number;
  /** Cut to 15 characters. */
  readonly command: string;
  readonly parentPid: number;
  /** Processor time so far of its first thread. */
  readonly cpuSeconds: number;
  /** The same and the time in which it waited for a core that others had. */
  readonly busySeconds: number;
  /** Processor time so far of all its threads, and of its children that have ended. */
  readonly processorSeconds: number;
}

async function stateOf(pid: number): Promise<ProcessState | null> {
  const [text, times] = await Promise.all([
    readFile(`/proc/${pid}/stat`, "utf8").catch(() => ""),
    readFile(`/proc/${pid}/schedstat`, "utf8").catch(() => ""),
  ]);
  const [, command, parentPid, after = ""] = /^\d+ \((.*)\) \S (\d+) (.*)/s.exec(text) ?? [];
  if (command === undefined) return null;
  const [ran = 0, waited = 0] = times.split(" ").map((time) => Number(time) / nanosecondsPerSecond);
  // The fields utime, stime, cutime and cstime: the ninth to the twelfth behind the parent.
  const ticks = sum(after.split(" ").slice(9, 13).map(Number));
  return {
    ...{ pid, command, parentPid: Number(parentPid), cpuSeconds: ran, busySeconds: ran + waited },
    processorSeconds: ticks / clockTicksPerSecond,
  };
}

/** A process and its descendants. */
export async function familyOf(ancestorPid: number): Promise<readonly ProcessState[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const states = (await Promise.all(pids.map(stateOf))).filter((state) => state !== null);
  const family = new Set([ancestorPid]);
  // Parents may come after their children in the list.
  for (let before = 0; before !== family.size;) {
    before = family.size;
    for (const { pid, parentPid } of states) if (family.has(parentPid)) family.add(pid);
  }
  return states.filter(({ pid }) => family.has(pid));
}

/** The descendants of a process whose program has this name. */
export async function findDescendants(ancestorPid: number, program: string): Promise<readonly ProcessState[]> {
  return (await familyOf(ancestorPid)).filter(({ command }) => command === program.slice(0, 15));
}

/**
 * The same by the lists of children, without a look at the machine's other processes: fast enough for programs that run for a few
 * milliseconds. One may be missing while another ends (man 5 proc_tid_children).
 */
export async function glimpseDescendants(ancestorPid: number, program: string): Promise<readonly number[]> {
  const threads = await readdir(`/proc/${ancestorPid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${ancestorPid}/task/${thread}/children`, "utf8").catch(() => "")),
  );
  const children = lists.flatMap((list) => list.split(" ")).flatMap((pid) => (pid === "" ? [] : [Number(pid)]));
  const found = children.map(async (pid) => {
    const command = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "");
    const below = await glimpseDescendants(pid, program);
    return command.trim() === program.slice(0, 15) ? [pid, ...below] : below;
  });
  return (await Promise.all(found)).flat();
}

/** The hosts and decoders of a worker, by their ids. */
export async function hostsOf(workerPid: number): Promise<readonly number[]> {
  const found = await Promise.all(enginePrograms.map((program) => findDescendants(workerPid, program)));
  return found.flat().flatMap(({ pid }) => (pid === workerPid ? [] : [pid]));
}

const kibibytesPerMebibyte = 1024;

async function statusMib(pid: number, field: "VmRSS" | "VmHWM"): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
  if (kibibytes === undefined) throw new Error(`The kernel does not tell the ${field} of process ${pid}.`);
  return Number(kibibytes) / kibibytesPerMebibyte;
}

/** The resident memory of a process now, in MiB. */
export const residentMib = (pid: number): Promise<number> => statusMib(pid, "VmRSS");

/**
 * By how many MiB the resident memory of a process rises above what it is now while the work is done. The peak is the
 * kernel's own high-water mark, set back before (man 5 proc_pid_clear_refs), so that none is missed between two looks.
 */
export async function memoryGrowthMib(pid: number, work: () => Promise<unknown>): Promise<number> {
  await writeFile(`/proc/${pid}/clear_refs`, "5");
  const before = await residentMib(pid);
  await work();
  // The kernel counts the two in ways that differ by some pages.
  return Math.max(0, (await statusMib(pid, "VmHWM")) - before);
}
