import { join } from "node:path";
import { mkdir } from "node:fs/promises";
import { type BareMoonshineOptions, type RecognitionRun, recogniseBareMoonshine } from "./bare-moonshine.ts";
import { longestFirst, type Recording } from "#harness/audio/recordings.ts";
import { type Figure, type Report } from "./report.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { type BenchOptions, type MeasuredService, startService } from "./running-service.ts";
import { openSpeechClient, type SpeechClient } from "#harness/clients/speech-client.ts";
import { median, millisecondsOf, sum } from "#harness/statistics.ts";
import { wordErrorRate, wordErrors } from "#harness/audio/word-error-rate.ts";

const hosts = 2;
/** More callers than hosts, so that none of these waits for a caller. */
const callers = 6;
const defaultRepetitions = 3;
/** Percent. */
const maxErrorRate = 8.5;
const leastOfBareThroughput = 0.8;

/** Measures how well and how fast recordings are transcribed through HTTP, beside the same engines without the service. */
export async function measureRecognition(options: BenchOptions, recordings: readonly Recording[]): Promise<Report> {
  const { repetitions = defaultRepetitions, signal } = options;
  const load = machineLoad();
  await using service = await startService(["api", "transcription", "maintenance"], options, {
    TRANSCRIPTION_DECODERS: `${hosts}`,
  });
  const client = openSpeechClient(service, signal);
  await transcribeAll(recordings, client);
  const bare = await bareOptions(service, signal);

  const [bareRuns, serviceRuns]: [RecognitionRun[], RecognitionRun[]] = [[], []];
  for (let round = 0; round < repetitions; round += 1) {
    bareRuns.push(await recogniseBareMoonshine(recordings, hosts, bare));
    serviceRuns.push(await transcribeAll(recordings, client));
  }
  const audioSeconds = sum(recordings.map(({ seconds }) => seconds));
  const qualityOf = (runs: readonly RecognitionRun[]): Quality => ({
    errorRate: median(runs.map((run) => errorRateOf(recordings, run))),
    speed: median(runs.map(({ wallSeconds }) => audioSeconds / wallSeconds)),
  });
  const listed = (runs: readonly RecognitionRun[]): string =>
    runs.map(({ wallSeconds }) => (audioSeconds / wallSeconds).toFixed(1)).join(", ");
  return {
    title:
      `Recognition of ${recordings.length} recordings, ${audioSeconds.toFixed(1)} s, by ${hosts} hosts; ` +
      `${callers} callers; medians of ${repetitions} runs; ${service.stack}; ${load}`,
    baseline: "ffmpeg, silero VAD, Moonshine and the alignment alone, in as many processes",
    figures: figuresOf(qualityOf(bareRuns), qualityOf(serviceRuns)),
    notes: [`Audio seconds per second, run by run: bare ${listed(bareRuns)}; service ${listed(serviceRuns)}.`],
  };
}

/** Prepares what the bare engines work with: the models of the service, and a folder beside its own. */
export async function bareOptions(
  { directory: parent, resources }: MeasuredService,
  signal: AbortSignal,
): Promise<BareMoonshineOptions> {
  const directory = join(parent, "bare");
  await mkdir(directory);
  return { modelsDirectory: resources.config.models.directory, directory, signal };
}

interface Quality {
  /** Percent. */
  readonly errorRate: number;
  /** Audio seconds per second. */
  readonly speed: number;
}

const figuresOf = (bare: Quality, { errorRate, speed }: Quality): readonly Figure[] => [
  {
    measure: "word error rate",
    unit: "%",
    baseline: bare.errorRate,
    service: errorRate,
    target: { of: "service", atMost: maxErrorRate },
  },
  {
    measure: "throughput",
    unit: "audio s/s",
    baseline: bare.speed,
    service: speed,
    target: { of: "ratio", atLeast: leastOfBareThroughput },
  },
];

/** Sends every recording with as many calls at once as there are callers. */
export async function transcribeAll(recordings: readonly Recording[], client: SpeechClient): Promise<RecognitionRun> {
  const texts = new Map<string, string>();
  const left = longestFirst(recordings).values();
  const call = async (): Promise<void> => {
    for (const { name, path } of left) texts.set(name, (await client.transcribe(path)).text);
  };
  const wallMs = await millisecondsOf(() => Promise.all(Array.from({ length: callers }, call)));
  return { texts, wallSeconds: wallMs / 1000 };
}

export const errorRateOf = (recordings: readonly Recording[], { texts }: RecognitionRun): number =>
  wordErrorRate(recordings.map(({ name, text }) => wordErrors(text, texts.get(name) ?? "")));
