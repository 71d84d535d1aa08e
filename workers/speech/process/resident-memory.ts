import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";

/** The size of a page on every Linux that Node runs on for x64 and arm64; where pages are larger, it errs on the low side. */
const pageBytes = 4096;

/** The memory of a process and of those that it started, in MB; null where it is not known, as on macOS. */
export function residentMb(pid: number): number | null {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
    return childrenOf(pid).reduce((sum, child) => sum + (residentMb(child) ?? 0), (pages * pageBytes) / 2 ** 20);
  } catch {
    return null;
  }
}

/** The memory of these process groups, in bytes and in their order; none where it is not known, as on macOS. */
export async function residentBytesOf(leaders: readonly number[]): Promise<readonly number[]> {
  const names = leaders.length === 0 ? [] : await readdir("/proc").catch(() => []);
  const held = new Map(leaders.map((leader) => [leader, 0]));
  const pids = names.filter((name) => /^\d+$/.test(name));
  for (const { group, bytes } of await Promise.all(pids.map(memoryOf))) {
    const sum = held.get(group);
    if (sum !== undefined) held.set(group, sum + bytes);
  }
  return [...held.values()].filter((bytes) => bytes > 0);
}

/** proc_pid_stat(5): the fields behind the name, which may hold anything, begin with the third; the group is the fifth. */
async function memoryOf(pid: string): Promise<{ readonly group: number; readonly bytes: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { group: Number(fields[2]), bytes: Number(fields[21]) * pageBytes };
}

/** Those that the first thread started, as Node does with all; none where the kernel does not tell. */
function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
