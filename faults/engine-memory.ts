import { setTimeout as sleep } from "node:timers/promises";
import { enginePrograms } from "#harness/service/processes.ts";
import { childrenOf } from "./children.ts";

export interface EngineMemory {
  /** The most that one process of an engine held. */
  readonly largestBytes: number;
  /** The number of different processes. */
  readonly processes: number;
}

const lookMs = 200;

/** Looks at the engines of a worker again and again, until it is stopped. */
export function watchEngineMemory(worker: number): AsyncDisposable & { readonly stop: () => Promise<EngineMemory> } {
  const over = new AbortController();
  const look = async (): Promise<EngineMemory> => {
    const most = new Map<number, number>();
    while (!over.signal.aborted) {
      for (const { pid, command, mostBytes } of await childrenOf([worker])) {
        // One that is just ending has none any more.
        if (enginePrograms.includes(command)) most.set(pid, Math.max(most.get(pid) ?? 0, mostBytes));
      }
      await sleep(lookMs);
    }
    return { largestBytes: Math.max(0, ...most.values()), processes: most.size };
  };
  const looking = look();
  const stop = (): Promise<EngineMemory> => {
    over.abort();
    return looking;
  };
  return { stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}
