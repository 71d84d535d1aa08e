import { readFileSync } from "node:fs";

/** Of every Linux that Node runs on for x64 and arm64, but for those with large pages, where it errs on the low side. */
const pageBytes = 4096;

/** What a process and those that it started hold in memory, in MB; null where that is not known, as on macOS. */
export function residentMb(pid: number): number | null {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
    return childrenOf(pid).reduce((sum, child) => sum + (residentMb(child) ?? 0), (pages * pageBytes) / 2 ** 20);
  } catch {
    return null;
  }
}

/** Those that the first thread started, as Node does with all; none where the kernel does not tell. */
function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
