import { readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { openInspector } from "#harness/service/inspector.ts";
import { residentMib } from "#harness/service/processes.ts";

/** The memory and handles of a process, after its garbage was collected. */
export interface Holdings {
  readonly heapMib: number;
  readonly residentMib: number;
  /** Sockets, pipes, requests under way and the like; the least of several moments, like the open files. */
  readonly activeResources: number;
  readonly openFiles: number;
}

const samples = 40;
/** The samples span more than the ten seconds for which a pool keeps an idle connection. */
const betweenSamplesMs = 400;
const bytesPerMib = 1024 * 1024;
/** Whatever sleeps between two sweeps has a timer, and has none while it works: how many there are is chance. */
const resources = 'process.getActiveResourcesInfo().filter((name) => name !== "Timeout").length';

/** Looks into a process that was started with `--inspect=127.0.0.1:<port>`. */
export async function holdingsOf(pid: number, port: number): Promise<Holdings> {
  await using inspector = await openInspector(port);
  await inspector.collectGarbage();
  // A query, or a connection that a sweep opened and that waits to be closed, is no growth.
  const [active, files]: [number[], number[]] = [[], []];
  for (let sample = 0; sample < samples; sample += 1) {
    await sleep(betweenSamplesMs);
    active.push(await inspector.evaluate(resources));
    files.push((await readdir(`/proc/${pid}/fd`)).length);
  }
  return {
    heapMib: (await inspector.evaluate("process.memoryUsage().heapUsed")) / bytesPerMib,
    residentMib: await residentMib(pid),
    activeResources: Math.min(...active),
    openFiles: Math.min(...files),
  };
}
