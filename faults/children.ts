import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** A process that another one has begun, at whatever remove (Linux). */
interface Child {
  readonly pid: number;
  readonly parent: number;
  /** Resident memory at its most so far. */
  readonly mostBytes: number;
  readonly command: string;
}

/** The children of some processes, as they were seen. */
export interface ChildrenSeen {
  /** Resident memory of those that lived at the same time, each at its most, beyond what it had at first. */
  readonly grownBytes: number;
  /** The number of different children of this command. */
  readonly ofCommand: number;
}

const lookMs = 20;
const kibibyte = 1024;

/** Looks at all children again and again, until it is stopped. */
export function watchChildren(
  parents: readonly number[],
  command: string,
): AsyncDisposable & { readonly stop: () => Promise<ChildrenSeen> } {
  const over = new AbortController();
  const look = async (): Promise<ChildrenSeen> => {
    let grownBytes = 0;
    const atFirst = new Map((await childrenOf(parents)).map(({ pid, mostBytes }) => [pid, mostBytes]));
    const seen = new Set<number>();
    while (!over.signal.aborted) {
      const children = await childrenOf(parents);
      const grown = children.map(({ pid, mostBytes }) => mostBytes - (atFirst.get(pid) ?? 0));
      grownBytes = Math.max(
        grownBytes,
        grown.reduce((total, bytes) => total + bytes, 0),
      );
      for (const child of children) if (child.command === command) seen.add(child.pid);
      await sleep(lookMs);
    }
    return { grownBytes, ofCommand: seen.size };
  };
  const looking = look();
  const stop = (): Promise<ChildrenSeen> => {
    over.abort();
    return looking;
  };
  return { stop, [Symbol.asyncDispose]: async () => void (await stop()) };
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

/** proc(5): `VmHWM` is the most that was resident so far; threads of the kernel and the dead have none. */
async function readChild(name: string): Promise<Child | null> {
  const status = await readFile(`/proc/${name}/status`, "utf8").catch(() => "");
  if (status === "") return null;
  const field = (key: string): string => new RegExp(`^${key}:\\s+(.*)$`, "m").exec(status)?.[1] ?? "0";
  const mostBytes = Number.parseInt(field("VmHWM"), 10) * kibibyte;
  return { pid: Number(name), command: field("Name"), parent: Number(field("PPid")), mostBytes };
}
