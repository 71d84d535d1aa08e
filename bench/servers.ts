import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { findInstalledModel, type InstalledModel } from "#src/models/installed.ts";
import { findPython } from "#src/models/program.ts";
import { modelsDirectory } from "#harness/service/models.ts";
import { residentMb } from "#workers/speech/process/resident-memory.ts";
import { startWhisperServer, type WhisperServerOptions } from "./bare-whisper-server.ts";
import { errorRateOf } from "./asr.ts";
import { longestFirst, type Recording } from "#harness/audio/recordings.ts";
import { type Figure, type Report } from "./report.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { type BenchOptions, startService } from "./running-service.ts";
import { openSpeechClient } from "#harness/clients/speech-client.ts";
import { millisecondsOf, quantile, sum } from "#harness/statistics.ts";

/** The accurate model of English alone, and the one of many languages. */
const models = ["whisper-tiny.en", "whisper-base"] as const;
/** Hosts of each engine of the service, and threads of the bare server: what can compute at once. */
const cores = 2;
const callerCounts = [1, 2, 4] as const;
/** Percent. */
const maxErrorRate = 7.5;

/** A server that recognises recordings. */
interface Server {
  readonly transcribe: (path: string) => Promise<string>;
  /** MiB, of the processes that compute. */
  readonly memory: () => Promise<number>;
}

interface Run {
  /** Audio seconds per second. */
  readonly speed: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

interface Quality {
  /** Percent. */
  readonly errorRate: number;
  /** By the number of callers. */
  readonly runs: ReadonlyMap<number, Run>;
  readonly memoryMib: number;
}

/** The service with its fast and its accurate models, each beside faster-whisper-server alone with the same weights, on the same recordings. */
export async function measureServers(options: BenchOptions, recordings: readonly Recording[]): Promise<Report> {
  const installed = await Promise.all(models.map((model) => requireModel(model)));
  const load = machineLoad();
  const figures: Figure[] = [];
  let stack = "";
  for (const model of installed) {
    const settings = { TRANSCRIPTION_DECODERS: `${cores}`, SPEECH_MODELS: `default,${model.name}` };
    await using service = await startService(["api", "transcription", "maintenance"], options, settings);
    const client = openSpeechClient(service, options.signal);
    const own = (tier: string, host: string): Server => ({
      transcribe: async (path) => (await client.transcribe(path, { model: tier })).text,
      memory: () => memoryOfHosts(service.pidOf("transcription"), host),
    });
    const fast = figures.length === 0 ? await measureServer(own("fast", "sherpa"), recordings) : null;
    const accurate = await measureServer(own(model.name, "whisper-server"), recordings);
    const directory = join(service.directory, "bare-server");
    await mkdir(directory);
    const bare = await measureBare(model, { threads: cores, directory, signal: options.signal }, recordings);
    if (fast !== null) figures.push(...figuresOf("fast", bare, fast));
    figures.push(...figuresOf(model.name, bare, accurate));
    ({ stack } = service);
  }
  const seconds = sum(recordings.map((recording) => recording.seconds));
  return {
    title: `Recognition of ${recordings.length} recordings, ${seconds.toFixed(1)} s, with ${cores} cores; ${stack}; ${load}`,
    baseline: `faster-whisper-server alone with the same model (${models[0]} beside fast), int8, ${cores} threads, one process`,
    figures,
    notes: [
      `The service has ${cores} hosts of each model, with voice activity detection and word times; fast is moonshine-tiny-en.`,
      "Memory is that of the hosts with their servers, after the last call; p50 and p95 are of one call with one recording.",
    ],
  };
}

async function requireModel(model: string): Promise<InstalledModel> {
  const installed = await findInstalledModel(modelsDirectory, model);
  if (installed !== null && (await findPython(modelsDirectory, "whisper")) !== null) return installed;
  throw new Error(`${model} is not installed. Run: npm run models -- pull ${model}`);
}

async function measureBare(
  installed: InstalledModel,
  options: WhisperServerOptions,
  recordings: readonly Recording[],
): Promise<Quality> {
  await using server = await startWhisperServer(installed, options);
  const transcribe = (path: string): Promise<string> => server.transcribe(path);
  return await measureServer({ transcribe, memory: () => Promise.resolve(residentMb(server.pid) ?? 0) }, recordings);
}

async function measureServer({ transcribe, memory }: Server, recordings: readonly Recording[]): Promise<Quality> {
  const audioSeconds = sum(recordings.map(({ seconds }) => seconds));
  // The models of all hosts are loaded, and the caches filled, before the time is taken.
  await Promise.all(recordings.slice(0, 2 * cores).map(({ path }) => transcribe(path)));
  const runs = new Map<number, Run>();
  const texts = new Map<string, string>();
  for (const callers of callerCounts) {
    const callsMs: number[] = [];
    const left = longestFirst(recordings).values();
    const call = async (): Promise<void> => {
      for (const { name, path } of left) {
        callsMs.push(await millisecondsOf(async () => texts.set(name, await transcribe(path))));
      }
    };
    const wallMs = await millisecondsOf(() => Promise.all(Array.from({ length: callers }, call)));
    const speed = (1000 * audioSeconds) / wallMs;
    runs.set(callers, { speed, p50Ms: quantile(callsMs, 0.5), p95Ms: quantile(callsMs, 0.95) });
  }
  return { errorRate: errorRateOf(recordings, { texts, wallSeconds: 0 }), runs, memoryMib: await memory() };
}

/** Adds up the memory of the hosts of an engine that are children of a worker. */
async function memoryOfHosts(worker: number, engine: string): Promise<number> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const held = await Promise.all(
    pids.map(async (pid) => {
      const text = (file: string): Promise<string> => readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
      const [command, stat] = [await text("cmdline"), await text("stat")];
      const isOurs = /\) \S (\d+)/.exec(stat)?.[1] === `${worker}` && command.includes(`${engine}/host-program.ts`);
      return isOurs ? (residentMb(Number(pid)) ?? 0) : 0;
    }),
  );
  return sum(held);
}

function figuresOf(name: string, bare: Quality, own: Quality): readonly Figure[] {
  const both = (of: (quality: Quality) => number) => ({ baseline: of(bare), service: of(own) });
  const target = { of: "service", atMost: maxErrorRate } as const;
  const runOf = ({ runs }: Quality, callers: number): Run => runs.get(callers) ?? { speed: 0, p50Ms: 0, p95Ms: 0 };
  return [
    { measure: `${name}: word error rate`, unit: "%", ...both(({ errorRate }) => errorRate), target },
    ...callerCounts.flatMap((callers): readonly Figure[] => [
      {
        measure: `${name}, ${callers} at once: throughput`,
        unit: "audio s/s",
        ...both((quality) => runOf(quality, callers).speed),
      },
      { measure: `${name}, ${callers} at once: p50`, unit: "ms", ...both((quality) => runOf(quality, callers).p50Ms) },
      { measure: `${name}, ${callers} at once: p95`, unit: "ms", ...both((quality) => runOf(quality, callers).p95Ms) },
    ]),
    { measure: `${name}: resident memory`, unit: "MiB", ...both(({ memoryMib }) => memoryMib) },
  ];
}
