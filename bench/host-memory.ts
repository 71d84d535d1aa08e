import { setTimeout as sleep } from "node:timers/promises";
import type { InstalledModel } from "#src/models/installed.ts";
import { hostsOf, residentMib } from "#harness/service/processes.ts";
import type { Figure } from "./report.ts";
import type { MeasuredService } from "./running-service.ts";

/** The largest host of a worker at a moment. */
interface Sample {
  readonly atMs: number;
  readonly mib: number;
}

/** The memory that the hosts of a worker held from one moment to another, by the clock of `performance`. */
interface HostMemory extends AsyncDisposable {
  /** The most that one held in a stretch of time, in MiB; 0 when there was none. */
  mostMib(fromMs: number, toMs: number): number;
  /** Counts the different hosts that there were. */
  countHosts(): number;
}

const lookMs = 5_000;
/** A host that holds more than its model by this factor is replaced when its text is spoken (docs/security.md). */
const mostOfModel = 1.5;
/** Stretches of the load of which the note has the most memory each. */
const stretches = 12;

/** Looks at the hosts of a worker every five seconds until it is disposed of. */
export function watchHostMemory(workerPid: number): HostMemory {
  const over = new AbortController();
  const samples: Sample[] = [];
  const seen = new Set<number>();
  const look = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const hosts = await hostsOf(workerPid);
      // One that has just ended holds nothing.
      const held = await Promise.all(hosts.map((pid) => residentMib(pid).catch(() => 0)));
      for (const pid of hosts) seen.add(pid);
      samples.push({ atMs: performance.now(), mib: Math.max(0, ...held) });
      await sleep(lookMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  };
  const looking = look();
  return {
    mostMib: (fromMs, toMs) =>
      Math.max(0, ...samples.flatMap(({ atMs, mib }) => (atMs >= fromMs && atMs <= toMs ? [mib] : []))),
    countHosts: () => seen.size,
    [Symbol.asyncDispose]: async () => {
      over.abort();
      await looking;
    },
  };
}

/** The hosts that speak under a load, by the clock of `performance`. */
interface SynthesisHosts {
  readonly speaking: HostMemory;
  readonly beginMs: number;
  readonly earlyMs: number;
  readonly endMs: number;
}

/** None where there is no model of natural voices. */
export function figuresOfHosts(
  { speaking, beginMs, earlyMs, endMs }: SynthesisHosts,
  model: Pick<InstalledModel, "name" | "memoryMb"> | null,
): readonly Figure[] {
  if (model === null) return [];
  const figure: Figure = {
    ...{ measure: `${model.name}: most resident memory of a host, until then and after`, unit: "MiB" },
    ...{ baseline: speaking.mostMib(beginMs, earlyMs), service: speaking.mostMib(earlyMs, endMs) },
  };
  const { memoryMb } = model;
  return [memoryMb === null ? figure : { ...figure, target: { of: "service", atMost: mostOfModel * memoryMb } }];
}

/** Tells which engines spoke the texts, and how the memory of the hosts went. */
export async function notesOfHosts(
  { resources: { db } }: MeasuredService,
  { speaking, beginMs, endMs }: SynthesisHosts,
): Promise<readonly string[]> {
  const texts = db.selectFrom("speech_requests").where("request_type", "=", "tts").where("status", "=", "completed");
  const byModel = texts.select((eb) => ["model", eb.fn.countAll<string>().as("texts")]).groupBy("model");
  const spoken = (await byModel.execute()).map(({ model, texts: count }) => `${count} by ${model ?? "no engine"}`);
  const stretchMs = (endMs - beginMs) / stretches;
  const held = Array.from({ length: stretches }, (_, index) =>
    Math.round(speaking.mostMib(beginMs + index * stretchMs, beginMs + (index + 1) * stretchMs)),
  );
  const hosts = speaking.countHosts();
  const kokoro =
    hosts === 0
      ? "Kokoro is not installed."
      : `Most memory of a host of Kokoro in each twelfth of the time, MiB: ${held.join(", ")}; ${hosts} hosts in all.`;
  return [`Texts that were spoken: ${spoken.join(", ")}.`, kokoro];
}
