import { join } from "node:path";
import { mkdir } from "node:fs/promises";
import { type BareMoonshineOptions, type RecognitionRun, recogniseBareMoonshine } from "./bare-moonshine.ts";
import { findInstalledModel } from "#src/models/installed.ts";
import { longestFirst, type Recording } from "#harness/audio/recordings.ts";
import { modelsDirectory } from "#harness/service/models.ts";
import { joinRecordings } from "./joined-recordings.ts";
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
const accurateModel = "whisper-tiny.en";
/** A call may wait this long for the transcript of ten minutes. */
const longestWaitSeconds = 600;

/**
 * Measures how well and how fast recordings are transcribed through HTTP, beside the same engines without the service; and how well
 * where they are joined to one, by the fast model and, where it is installed, by the accurate one.
 */
export async function measureRecognition(options: BenchOptions, recordings: readonly Recording[]): Promise<Report> {
  const { repetitions = defaultRepetitions, signal } = options;
  const load = machineLoad();
  const isAccurateInstalled = (await findInstalledModel(modelsDirectory, accurateModel)) !== null;
  await using service = await startService(["api", "transcription", "maintenance"], options, {
    TRANSCRIPTION_DECODERS: `${hosts}`,
    WAIT_MAX_SECONDS: `${longestWaitSeconds}`,
    ...(isAccurateInstalled && { SPEECH_MODELS: `default,${accurateModel}` }),
  });
  const client = openSpeechClient(service, signal);
  await transcribeAll(recordings, client);
  const bare = await bareOptions(service, signal);

  const [bareRuns, serviceRuns]: [RecognitionRun[], RecognitionRun[]] = [[], []];
  for (let round = 0; round < repetitions; round += 1) {
    bareRuns.push(await recogniseBareMoonshine(recordings, hosts, bare));
    serviceRuns.push(await transcribeAll(recordings, client));
  }
  const tiers = isAccurateInstalled ? ["fast", "accurate"] : ["fast"];
  const joining = { client, bare, signal, tiers, directory: service.directory };
  const joinedFigures = options.brief === true ? [] : await measureJoined(recordings, joining);
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
    figures: [...figuresOf(qualityOf(bareRuns), qualityOf(serviceRuns)), ...joinedFigures],
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

interface JoinedOptions {
  readonly client: SpeechClient;
  readonly bare: BareMoonshineOptions;
  readonly tiers: readonly string[];
  readonly directory: string;
  readonly signal: AbortSignal;
}

/** The word error rates of recordings by length and loudness; the baseline reads all of them by Moonshine. */
async function measureJoined(
  recordings: readonly Recording[],
  { client, bare, tiers, directory: parent, signal }: JoinedOptions,
): Promise<readonly Figure[]> {
  const directory = join(parent, "joined");
  await mkdir(directory);
  const joined = await joinRecordings(recordings, directory, signal);
  const sets = [
    { name: "one by one", files: recordings },
    ...joined.map((file) => ({ name: file.name, files: [file] })),
  ];
  const figures: Figure[] = [];
  for (const { name, files } of sets) {
    const baseline = errorRateOf(files, await recogniseBareMoonshine(files, hosts, bare));
    for (const tier of tiers) {
      const service = errorRateOf(files, await transcribeAll(files, client, tier));
      figures.push({ measure: `word error rate, ${tier}, ${name}`, unit: "%", baseline, service });
    }
  }
  return figures;
}

/** Sends every recording with as many calls at once as there are callers. */
export async function transcribeAll(
  recordings: readonly Recording[],
  client: SpeechClient,
  model = "fast",
): Promise<RecognitionRun> {
  const texts = new Map<string, string>();
  const left = longestFirst(recordings).values();
  const call = async (): Promise<void> => {
    for (const { name, path } of left) texts.set(name, (await client.transcribe(path, { model })).text);
  };
  const wallMs = await millisecondsOf(() => Promise.all(Array.from({ length: callers }, call)));
  return { texts, wallSeconds: wallMs / 1000 };
}

export const errorRateOf = (recordings: readonly Recording[], { texts }: RecognitionRun): number =>
  wordErrorRate(recordings.map(({ name, text }) => wordErrors(text, texts.get(name) ?? "")));
