import { join } from "node:path";
import { mkdir } from "node:fs/promises";
import { decoderOptionsOf, plainOptions, type RecognitionRun, recogniseBare } from "./bare-recognition.ts";
import { millisecondsOf } from "./milliseconds-of.ts";
import { longestFirst, type Recording } from "./recordings.ts";
import { type Figure, machineLoad, type Report } from "./report.ts";
import { type BenchOptions, startService } from "./running-service.ts";
import { openSpeechClient, type SpeechClient, type Transcript } from "./speech-client.ts";
import { median, sum } from "./statistics.ts";
import { wordErrorRate, wordErrors } from "./word-error-rate.ts";

const decoders = 2;
/** More callers than decoders, so that none of these waits for a caller. */
const callers = 6;
const defaultRepetitions = 3;

/** How well and how fast recordings are transcribed through HTTP, beside the bare engine. */
export async function measureRecognition(options: BenchOptions, recordings: readonly Recording[]): Promise<Report> {
  const { repetitions = defaultRepetitions, signal } = options;
  const load = machineLoad();
  await using service = await startService(["api", "transcription", "maintenance"], options, {
    TRANSCRIPTION_DECODERS: `${decoders}`,
  });
  const client = openSpeechClient(service, signal);
  await transcribeAll(recordings, client);
  const directory = join(service.directory, "bare");
  await mkdir(directory);
  const decoder = await decoderOptionsOf(service.pidOf("transcription"));
  const plain = await recogniseBare(recordings, decoders, { decoder: plainOptions(decoder), directory, signal });

  const [bareRuns, serviceRuns]: [RecognitionRun[], RecognitionRun[]] = [[], []];
  for (let round = 0; round < repetitions; round += 1) {
    bareRuns.push(await recogniseBare(recordings, decoders, { decoder, directory, signal }));
    serviceRuns.push(await transcribeAll(recordings, client));
  }
  const audioSeconds = sum(recordings.map(({ seconds }) => seconds));
  const speedsOf = (runs: readonly RecognitionRun[]): readonly number[] =>
    runs.map(({ wallSeconds }) => audioSeconds / wallSeconds);
  const listed = (speeds: readonly number[]): string => speeds.map((speed) => speed.toFixed(1)).join(", ");
  const [bareSpeeds, serviceSpeeds] = [speedsOf(bareRuns), speedsOf(serviceRuns)];
  const errorRate = (runs: readonly RecognitionRun[]): number =>
    median(runs.map((run) => errorRateOf(recordings, run)));
  return {
    title:
      `Recognition of ${recordings.length} recordings, ${audioSeconds.toFixed(1)} s, by ${decoders} decoders; ` +
      `${callers} callers; medians of ${repetitions} runs; ${service.stack}; ${load}`,
    baseline: "ffmpeg and pocketsphinx_batch alone, as many processes as the service has decoders",
    figures: figuresOf(
      { plainErrorRate: errorRateOf(recordings, plain), errorRate: errorRate(bareRuns), speed: median(bareSpeeds) },
      { errorRate: errorRate(serviceRuns), speed: median(serviceSpeeds) },
    ),
    notes: [
      `Audio seconds per second, run by run: bare ${listed(bareSpeeds)}; service ${listed(serviceSpeeds)}.`,
      `The engine as it comes (-fwdflat no and no other option): ${listed(speedsOf([plain]))}.`,
    ],
  };
}

interface Quality {
  /** Percent. */
  readonly errorRate: number;
  /** Audio seconds per second. */
  readonly speed: number;
}

const figuresOf = (bare: Quality & { readonly plainErrorRate: number }, service: Quality): readonly Figure[] => [
  {
    measure: "word error rate, engine as it comes",
    unit: "%",
    baseline: bare.plainErrorRate,
    service: service.errorRate,
    target: { of: "difference", atMost: 1 },
  },
  {
    measure: "word error rate, engine with the service's options",
    unit: "%",
    baseline: bare.errorRate,
    service: service.errorRate,
  },
  {
    measure: "throughput, engine with the service's options",
    unit: "audio s/s",
    baseline: bare.speed,
    service: service.speed,
    target: { of: "ratio", atLeast: 0.95 },
  },
];

interface ServiceRun extends RecognitionRun {
  readonly transcripts: ReadonlyMap<string, Transcript>;
}

/** Sends every recording with as many calls at once as there are callers. */
export async function transcribeAll(recordings: readonly Recording[], client: SpeechClient): Promise<ServiceRun> {
  const transcripts = new Map<string, Transcript>();
  const left = longestFirst(recordings).values();
  const call = async (): Promise<void> => {
    for (const { name, path } of left) transcripts.set(name, await client.transcribe(path));
  };
  const wallMs = await millisecondsOf(() => Promise.all(Array.from({ length: callers }, call)));
  const texts = new Map([...transcripts].map(([name, { text }]) => [name, text]));
  return { texts, transcripts, wallSeconds: wallMs / 1000 };
}

export const errorRateOf = (recordings: readonly Recording[], { texts }: RecognitionRun): number =>
  wordErrorRate(recordings.map(({ name, text }) => wordErrors(text, texts.get(name) ?? "")));
