import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeRecording, type Recording } from "#harness/audio/recordings.ts";
import { wordsOf } from "#harness/audio/word-error-rate.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { modelsDirectory } from "#harness/service/models.ts";
import { quantile } from "#harness/statistics.ts";
import { turnModel } from "#src/domain/live/queries.ts";
import { fileOf, findInstalledModel } from "#src/models/installed.ts";
import { openTurnDetector, type TurnDetector } from "#workers/speech/live/turn-host.ts";
import { openVoiceActivity, type VoiceActivity } from "#workers/speech/live/voice-host.ts";
import { windowSamples } from "#workers/speech/live/voice-requests.ts";
import { openVoiceTracker } from "#workers/speech/live/voice-tracker.ts";
import { quietestSample } from "#workers/speech/recognition/quietest-sample.ts";
import type { Figure, Report } from "./report.ts";
import type { BenchOptions } from "./running-service.ts";

const rate = 16_000;
/** A pause after which a session asks: 200 ms in whole windows. */
const pauseSamples = 7 * windowSamples;
/** A longer recording holds several sentences. */
const longestSeconds = 12;
/** A shorter one is broken off within a word. */
const fewestWords = 6;
/** The share of a recording at which it is broken off, at the quietest place between these. */
const brokenOff = [0.55, 0.65] as const;
const finished = 0.5;
/** The silence that ends every turn where the model is not asked. */
const usualSilenceMs = 500;

/** The ways in which a pause comes about. */
const kinds = ["ends of recordings", "recordings that break off", "pauses within a sentence"] as const;
type Kind = (typeof kinds)[number];

/** The sound of a turn up to a pause. */
interface Turn {
  readonly kind: Kind;
  readonly name: string;
  readonly samples: Int16Array;
}

interface Judged extends Turn {
  readonly probability: number;
  readonly ms: number;
}

const isRight = ({ kind, probability }: Judged): boolean => probability >= finished === (kind === "ends of recordings");

/** Asks Smart Turn about turns that are made of recordings: whole ones, broken ones, and those up to a pause in them. */
export async function measureTurns({ signal }: BenchOptions, recordings: readonly Recording[]): Promise<Report> {
  const load = machineLoad();
  await using opened = new AsyncDisposableStack();
  const parts = { log: (message: string) => process.stderr.write(`${message}\n`), idleMs: null };
  const voice = openVoiceActivity({ vad: await fileIn("silero-vad", "silero_vad.onnx"), ...parts });
  opened.adopt(voice, (part) => part.close());
  const detector = openTurnDetector({ turn: await fileIn(turnModel, "smart-turn.onnx"), ...parts });
  opened.adopt(detector, (part) => part.close());
  const directory = opened.adopt(await mkdtemp(join(tmpdir(), "speech-turns-")), (path) =>
    rm(path, { recursive: true }),
  );
  const turns: Turn[] = [];
  for (const recording of recordings.filter(({ seconds }) => seconds <= longestSeconds)) {
    const path = join(directory, "turn.raw");
    await decodeRecording(recording.path, path, signal);
    turns.push(...(await turnsOf(recording, samplesOf(await readFile(path)), { voice, signal })));
  }
  const judged = await judgeAll(detector, turns, signal);
  return {
    title: `${turnModel} at ${turns.length} pauses of ${(1000 * pauseSamples) / rate} ms in ${recordings.length} recordings; ${load}`,
    baseline: `a silence of ${usualSilenceMs} ms, which ends every turn`,
    figures: [...kinds.flatMap((kind) => shareOf(kind, judged)), ...timesOf(judged)],
    notes: judged
      .filter((one) => !isRight(one))
      .map(({ kind, name, probability }) => `Wrong: ${name}, one of the ${kind}, ${probability.toFixed(2)}.`),
  };
}

async function fileIn(name: string, file: string): Promise<string> {
  const model = await findInstalledModel(modelsDirectory, name);
  if (model === null) throw new Error(`${name} is not installed. Run: npm run models -- pull ${name}`);
  return fileOf(model, file);
}

/** Copied, since an Int16Array begins at an even address. */
const samplesOf = (bytes: Uint8Array): Int16Array => new Int16Array(Uint8Array.from(bytes).buffer);

interface Hearing {
  readonly voice: VoiceActivity;
  readonly signal: AbortSignal;
}

/** A recording whose text ends in a comma has no end of a sentence. */
async function turnsOf({ name, text }: Recording, recorded: Int16Array, hearing: Hearing): Promise<readonly Turn[]> {
  const samples = behindSilence(recorded, rate);
  const places = await pausesIn(samples, hearing);
  const end = places.at(-1) ?? samples.length;
  const [from, to] = brokenOff.map((share) => Math.floor(share * (end - pauseSamples)));
  const cut = quietestSample(samples, from ?? 0, to ?? end);
  const turn = (kind: Kind, sound: Int16Array): Turn => ({ kind, name, samples: sound });
  return [
    ...(text.endsWith(",") ? [] : [turn("ends of recordings", samples.slice(0, end))]),
    ...(wordsOf(text).length < fewestWords ? [] : [turn("recordings that break off", brokenAt(samples, cut))]),
    ...places.slice(0, -1).map((place) => turn("pauses within a sentence", samples.slice(0, place))),
  ];
}

const brokenAt = (samples: Int16Array, cut: number): Int16Array => behindSilence(samples.slice(0, cut), pauseSamples);

/** Sound and so many samples of silence behind it. */
function behindSilence(samples: Int16Array, silence: number): Int16Array {
  const whole = new Int16Array(samples.length + silence);
  whole.set(samples);
  return whole;
}

/** The places at which a session would ask; the last one is behind all that was said. */
async function pausesIn(samples: Int16Array, { voice, signal }: Hearing): Promise<readonly number[]> {
  const whole = samples.subarray(0, samples.length - (samples.length % windowSamples));
  const owner = { account: "turns", file: {} };
  const { probabilities } = await voice.hear({ samples: whole, memory: null }, { owner, signal });
  const tracker = openVoiceTracker();
  return probabilities.flatMap((probability) => {
    tracker.push(probability);
    const isPause = tracker.onset !== null && tracker.position - tracker.voiceEnd === pauseSamples;
    return isPause ? [tracker.position] : [];
  });
}

async function judgeAll(
  detector: TurnDetector,
  turns: readonly Turn[],
  signal: AbortSignal,
): Promise<readonly Judged[]> {
  const stream = { owner: { account: "turns", file: {} }, signal };
  // The host loads the model with the first question.
  await detector.judge({ samples: new Int16Array(rate) }, stream);
  const judged: Judged[] = [];
  for (const turn of turns) {
    const begun = performance.now();
    const probability = await detector.judge({ samples: turn.samples }, stream);
    judged.push({ ...turn, probability, ms: performance.now() - begun });
  }
  return judged;
}

function shareOf(kind: Kind, judged: readonly Judged[]): readonly Figure[] {
  const own = judged.filter((one) => one.kind === kind);
  if (own.length === 0) return [];
  const service = (100 * own.filter(isRight).length) / own.length;
  const baseline = kind === "ends of recordings" ? 100 : 0;
  return [{ measure: `${own.length} ${kind}: judged rightly`, unit: "%", baseline, service }];
}

const timesOf = (judged: readonly Judged[]): readonly Figure[] =>
  [0.5, 0.95].map((share) => ({
    ...{ measure: `a question, p${100 * share}`, unit: "ms", baseline: usualSilenceMs },
    service: quantile(
      judged.map(({ ms }) => ms),
      share,
    ),
  }));
