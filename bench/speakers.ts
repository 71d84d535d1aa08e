import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { overlapModel } from "#src/domain/speech/speakers.ts";
import { fileOf, findInstalledModel } from "#src/models/installed.ts";
import {
  dialogueRate,
  type DiarizationErrors,
  diarizationErrors,
  frameSamples,
  makeDialogue,
  type Person,
} from "#harness/audio/dialogue.ts";
import { decodeRecording, type Recording } from "#harness/audio/recordings.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { modelsDirectory } from "#harness/service/models.ts";
import { sum } from "#harness/statistics.ts";
import type { TimeSpan } from "#workers/speech/engine.ts";
import { floatsOf } from "#workers/speech/voices/matching/sound.ts";
import { runProcess } from "#workers/speech/process/run-process.ts";
import { type Followed, openSpeakers, type Speakers } from "#workers/speech/voices/speakers/open-speakers.ts";
import type { Figure, Report } from "./report.ts";
import type { BenchOptions } from "./running-service.ts";

const numbers = [2, 3, 5] as const;
const dialoguesOfEach = 4;
const seconds = 120;
const collarSeconds = 0.25;
/** A person needs so much speech to take part. */
const leastSeconds = 4;
const anyNumber = { least: 1, most: 30 } as const;

/** Measures how well speakers are told apart in dialogues that are made of recordings of single people, whose number is not told. */
export async function measureSpeakers(
  { signal, repetitions = dialoguesOfEach }: BenchOptions,
  recordings: readonly Recording[],
): Promise<Report> {
  const load = machineLoad();
  await using opened = new AsyncDisposableStack();
  const folder = opened.adopt(await mkdtemp(join(tmpdir(), "speech-dialogues-")), (path) =>
    rm(path, { recursive: true }),
  );
  const encoders = await installedEncoders();
  const tools = encoders.map(({ name, models }) => ({
    ...{ name, folder, signal, filters: null },
    speakers: opened.adopt(openSpeakers({ models, idleMs: null, log }), (one) => one.close()),
  }));
  const [usual] = tools;
  const people = usual === undefined ? [] : await peopleOf(usual, recordings);
  const figures: Figure[] = [];
  const notes: string[] = [];
  for (const number of numbers.filter((one) => one <= people.length)) {
    for (const tool of tools.flatMap((one) => [one, byTelephone(one)])) {
      const trials: Trial[] = [];
      for (let index = 0; index < repetitions; index += 1) {
        trials.push(await tryDialogue(tool, people, { number, seed: 100 * number + index }));
      }
      figures.push(...figuresOf(`${tool.name}, ${number} speakers`, number, trials));
      notes.push(`${tool.name}, ${number} speakers: ${trials.map(noteOf).join("; ")}.`);
    }
  }
  const title = `dialogues of ${seconds} s by ${people.length} people, 15 % of turns overlapping; ${load}`;
  return { title, baseline: "0: each second of speech with its speaker", figures, notes };
}

const log = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

const noteOf = ({ found, strict: { missed, invented, confused, spoken } }: Trial): string =>
  `${found} found, ${((100 * (missed + invented + confused)) / spoken).toFixed(1)} % wrong`;

const loaders = { "ge2e-speaker-encoder": "ge2e", "campplus-speaker-encoder": "campplus" } as const;

/** The encoders that are installed, each with the models that it is measured with. */
async function installedEncoders() {
  const find = (name: string) => findInstalledModel(modelsDirectory, name);
  const names = ["silero-vad", overlapModel, ...Object.keys(loaders)];
  const [vad, segmentation, ...encoders] = await Promise.all(names.map(find));
  const overlaps = segmentation ? fileOf(segmentation, "segmentation.onnx") : null;
  const models = Object.values(loaders).flatMap((loader, at) => {
    const found = encoders[at];
    if (!vad || !found) return [];
    const encoder = { loader, path: fileOf(found, "encoder.onnx") };
    return [{ name: found.name, models: { encoder, vad: fileOf(vad, "silero_vad.onnx"), overlaps } }];
  });
  if (models.length === 0)
    throw new Error("Models are missing: npm run models -- pull ge2e-speaker-encoder silero-vad");
  return models;
}

interface Tools {
  readonly name: string;
  readonly speakers: Speakers;
  /** Filters of ffmpeg for the sound before it is heard. */
  readonly filters: string | null;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** 300 to 3,400 Hz, at 8 kHz. */
const byTelephone = (tools: Tools): Tools => ({
  ...tools,
  name: `${tools.name} by telephone`,
  filters: "highpass=f=300,highpass=f=300,lowpass=f=3400,lowpass=f=3400,aresample=8000,aresample=16000",
});

/** The people who speak long enough: the recordings of each, one after the other. Without a name each recording is a person. */
async function peopleOf(tools: Tools, recordings: readonly Recording[]): Promise<readonly Person[]> {
  const people: Person[] = [];
  for (const [name, own] of Map.groupBy(recordings, (one) => one.speaker ?? one.name)) {
    const parts: Buffer[] = [];
    for (const { path } of own) {
      const raw = join(tools.folder, "person.raw");
      await decodeRecording(path, raw, tools.signal);
      parts.push(await readFile(raw), Buffer.alloc(dialogueRate));
    }
    const sound = Buffer.concat(parts);
    const { turns } = await follow(tools, sound);
    const samples = floatsOf(new Int16Array(Uint8Array.from(sound).buffer));
    const isSpeech = framesOf(turns, Math.ceil(samples.length / frameSamples));
    if (sum(turns.map(({ start, end }) => end - start)) >= leastSeconds) people.push({ name, samples, isSpeech });
  }
  return people;
}

async function follow({ speakers, folder, filters, signal }: Tools, sound: Buffer): Promise<Followed> {
  const [given, path] = [join(folder, "given.raw"), join(folder, "sound.raw")];
  await writeFile(filters === null ? path : given, sound);
  if (filters !== null) {
    const raw = ["-f", "s16le", "-ar", `${dialogueRate}`, "-ac", "1"];
    const filtering = ["-nostdin", "-v", "error", ...raw, "-i", given, "-af", filters, ...raw, "-y", path];
    const { exitCode } = await runProcess("ffmpeg", filtering, { timeoutMs: 60_000, maxOutputBytes: 65_536, signal });
    if (exitCode !== 0) throw new Error("ffmpeg cannot filter a dialogue.");
  }
  const audio = { path, sampleRate: dialogueRate, durationSeconds: sound.length / 2 / dialogueRate };
  return speakers.follow(audio, { count: anyNumber, owner: { account: "bench", file: audio }, signal });
}

function framesOf(turns: readonly TimeSpan[], count: number): readonly boolean[] {
  const frames = Array.from({ length: count }, () => false);
  const at = (time: number): number => Math.round((time * dialogueRate) / frameSamples);
  for (const { start, end } of turns) frames.fill(true, at(start), at(end));
  return frames;
}

interface Trial {
  readonly found: number;
  readonly strict: DiarizationErrors;
  readonly collared: DiarizationErrors;
  /** Frames in which people speak at once, those that were told, and those that are both; null without the model. */
  readonly overlap: { readonly real: number; readonly told: number; readonly both: number } | null;
  /** Seconds of sound in a second. */
  readonly speed: number;
}

async function tryDialogue(
  tools: Tools,
  people: readonly Person[],
  { number, seed }: { readonly number: number; readonly seed: number },
): Promise<Trial> {
  const chosen = Array.from({ length: number }, (_, index) => people[(seed * 7 + index * 3) % people.length]);
  const cast = [...new Set([...chosen.filter((one) => one !== undefined), ...people])].slice(0, number);
  const dialogue = makeDialogue(cast, { seed, seconds, overlap: 0.15 });
  const begun = performance.now();
  const { turns, overlaps } = await follow(tools, Buffer.from(dialogue.samples.buffer));
  const took = (performance.now() - begun) / 1000;
  const told = [...Map.groupBy(turns, ({ speaker }) => speaker).values()].map((own) =>
    framesOf(own, dialogue.samples.length / frameSamples),
  );
  return {
    found: told.length,
    strict: diarizationErrors(dialogue, told, 0),
    collared: diarizationErrors(dialogue, told, collarSeconds),
    overlap:
      overlaps && overlapOf([...dialogue.people.values()], framesOf(overlaps, dialogue.samples.length / frameSamples)),
    speed: dialogue.samples.length / dialogueRate / took,
  };
}

function overlapOf(people: readonly (readonly boolean[])[], told: readonly boolean[]): Trial["overlap"] {
  const real = told.map((_, at) => people.filter((one) => one[at] === true).length > 1);
  const count = (is: (at: number) => boolean): number => told.filter((_, at) => is(at)).length;
  return {
    real: count((at) => real[at] === true),
    told: count((at) => told[at] === true),
    both: count((at) => real[at] === true && told[at] === true),
  };
}

function figuresOf(name: string, number: number, trials: readonly Trial[]): readonly Figure[] {
  const share = (errors: readonly DiarizationErrors[], part: (one: DiarizationErrors) => number): number =>
    (100 * sum(errors.map(part))) / sum(errors.map(({ spoken }) => spoken));
  const strict = trials.map((one) => one.strict);
  const all = ({ missed, invented, confused }: DiarizationErrors): number => missed + invented + confused;
  const figure = (measure: string, unit: string, service: number): Figure => ({
    ...{ measure: `${name}: ${measure}`, unit, baseline: 0, service },
  });
  return [
    figure(
      "confused",
      "%",
      share(strict, ({ confused }) => confused),
    ),
    figure("diarization error", "%", share(strict, all)),
    figure(
      "diarization error, 0.25 s around turns left out",
      "%",
      share(
        trials.map((one) => one.collared),
        all,
      ),
    ),
    figure(
      "numbers of speakers found right",
      "%",
      (100 * trials.filter(({ found }) => found === number).length) / trials.length,
    ),
    ...overlapFigures(trials, figure),
    figure("seconds of sound in a second", "", sum(trials.map(({ speed }) => speed)) / trials.length),
  ];
}

/** The overlap of all dialogues together: the share of it that was told, and the share of what was told that is some. */
function overlapFigures(
  trials: readonly Trial[],
  figure: (measure: string, unit: string, service: number) => Figure,
): readonly Figure[] {
  const told = trials.flatMap(({ overlap }) => overlap ?? []);
  const total = (part: "real" | "told" | "both"): number => sum(told.map((one) => one[part]));
  if (total("real") === 0 || total("told") === 0) return [];
  return [
    figure("overlap found", "%", (100 * total("both")) / total("real")),
    figure("overlap told that is some", "%", (100 * total("both")) / total("told")),
  ];
}
