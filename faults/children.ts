import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** A process that another one has begun, at whatever remove (Linux). */
interface Child {
  readonly pid: number;
  readonly parent: number;
  readonly residentBytes: number;
  readonly command: string;
}

/** What was seen of the children of some processes. */
export interface ChildrenSeen {
  /** Resident memory of all of them together, at its most. */
  readonly mostBytes: number;
  /** How many different ones of this command there were. */
  readonly ofCommand: number;
}

const lookMs = 20;
const pageBytes = 4096;

/** Looks at all children again and again. */
export function watchChildren(
  parents: readonly number[],
  command: string,
): { readonly stop: () => Promise<ChildrenSeen> } {
  const over = new AbortController();
  const look = async (): Promise<ChildrenSeen> => {
    let mostBytes = 0;
    const seen = new Set<number>();
    while (!over.signal.aborted) {
      const children = await childrenOf(parents);
      mostBytes = Math.max(
        mostBytes,
        children.reduce((total, { residentBytes }) => total + residentBytes, 0),
      );
      for (const child of children) if (child.command === command) seen.add(child.pid);
      await sleep(lookMs);
    }
    return { mostBytes, ofCommand: seen.size };
  };
  const looking = look();
  return {
    stop: () => {
      over.abort();
      return looking;
    },
  };
}

/** All that live now, children of children too. */
export async function childrenOf(parents: readonly number[]): Promise<readonly Child[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const all = (await Promise.all(pids.map(readChild))).filter((child) => child !== null);
  const found = new Set(parents);
  // A child may have a lower number than its parent, so one round need not be enough.
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => found.has(pid) && !parents.includes(pid));
}

/** proc(5): `stat` is "pid (command) state parent …", its 24th field the resident pages. */
async function readChild(name: string): Promise<Child | null> {
  const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
  const [, command = "", rest] = /\((.*)\) (.*)/s.exec(stat) ?? [];
  if (rest === undefined) return null;
  const fields = rest.split(" ");
  return { pid: Number(name), command, parent: Number(fields[1]), residentBytes: Number(fields[21]) * pageBytes };
}
