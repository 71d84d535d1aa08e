import { readFileSync } from "node:fs";

/** Of every Linux that Node runs on for x64 and arm64, but for those with large pages, where it errs on the low side. */
const pageBytes = 4096;

/** What a process holds in memory, in MB; null where that is not known, as on macOS. */
export function residentMb(pid: number): number | null {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
    return (pages * pageBytes) / 2 ** 20;
  } catch {
    return null;
  }
}
