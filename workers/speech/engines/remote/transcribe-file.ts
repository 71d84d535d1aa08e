import { openAsBlob } from "node:fs";
import type { CircuitBreaker } from "#src/platform/async/circuit-breaker.ts";
import type { PcmFile, Recognition, RecognitionTask, RecognizeOptions } from "#workers/speech/engine.ts";
import { type Range, speechWithin } from "#workers/speech/audio/piece.ts";
import { unintelligibleSpans } from "#workers/speech/recognition/unintelligible.ts";
import { framesPerSecond, readSoundLevels } from "#workers/speech/audio/sound-levels.ts";
import { openPcmSource, type PcmSource } from "#workers/speech/recognition/pcm-source.ts";
import { leastMeanConfidence } from "#workers/speech/alignment/align-words.ts";
import type { FairSlots } from "#workers/speech/process/fair-slots.ts";
import type { Alignment } from "#workers/speech/alignment/align-or-null.ts";
import { alignAnswer } from "./align-answer.ts";
import type { AskServer, Sound } from "#workers/speech/recognition/ask-server.ts";
import type { VadHost } from "#workers/speech/recognition/vad-host.ts";
import { toFileTimes, type TimedAnswer, type Stretch } from "./file-times.ts";
import { readAnswer } from "#workers/speech/recognition/read-answer.ts";
import { mostOf } from "#workers/speech/text/most-of.ts";
import { asUnavailable } from "#workers/speech/servers/server-error.ts";

/** The parts that the transcription of a file needs. */
export interface Server {
  /** The server's name for it. */
  readonly model: string;
  readonly maxStretchSeconds: number;
  readonly slots: FairSlots;
  readonly breaker: CircuitBreaker;
  readonly ask: AskServer;
  /** Finds English words that have no times. */
  readonly aligner: Pick<Alignment, "align" | "directory" | "slots"> | null;
  /** Keeps audio without speech from the server. */
  readonly speech: VadHost | null;
  readonly log: (message: string) => void;
}

/** The options of a request whose account is known. */
type Request = RecognizeOptions & { readonly account: string };

const sampleRate = 16_000;
const bytesPerSample = 2;
/** Shorter audio contains no word, and OpenAI refuses it. */
const shortestSeconds = 0.1;
/** A short recording without detected speech is sent anyway; its words count if they align with the audio. */
const maxQuietSeconds = 24;

/**
 * The file is cut at the quietest point of so many frames before a stretch would become too long, at most its second
 * half.
 */
const maxSearchFrames = 60 * framesPerSecond;
/** The level of a point is averaged over a fifth of a second. */
const aroundFrames = 10;

const unknownConfidence = 0.5;

const nothing: TimedPart = {
  text: "",
  words: [],
  segments: [],
  isConfident: true,
  isAligned: false,
  isEstimated: false,
  language: null,
  seconds: 0,
  unread: [],
};

/** Reads a 16 kHz file stretch by stretch. */
export async function transcribeFile(
  server: Server,
  audio: PcmFile,
  request: Request,
): Promise<Omit<Recognition, "model">> {
  const { account, language, task = "transcribe", signal, onProgress } = request;
  const { durationSeconds } = audio;
  server.breaker.check();
  await using source = await openPcmSource(audio.path);
  const file = { audio, source, owner: { account, file: audio }, language, task, signal };
  const parts: TimedPart[] = [];
  if (durationSeconds >= shortestSeconds) {
    const speech = (await server.speech?.find(file)) ?? null;
    for (const stretch of await planStretches(audio, server.maxStretchSeconds)) {
      parts.push(await readWhereSpoken(server, { ...file, speech }, stretch));
      onProgress?.(Math.floor((100 * stretch.to) / durationSeconds));
    }
  } else onProgress?.(100);
  const found = language === "auto" ? mostOf(parts.map((part) => [part.language, part.seconds])) : undefined;
  const unintelligible = unintelligibleSpans(parts.flatMap(({ unread }) => unread));
  return { ...joinParts(parts), unintelligible, ...(found !== undefined && { language: found }) };
}

/** The stretches of at most so many seconds in which a file is sent, cut where it is quiet. One for a file that is shorter. */
async function planStretches(audio: PcmFile, maxSeconds: number): Promise<readonly Stretch[]> {
  const { durationSeconds } = audio;
  if (durationSeconds <= maxSeconds) return [{ from: 0, to: durationSeconds }];
  const levels = await readSoundLevels(audio.path);
  const maxFrames = Math.floor(maxSeconds * framesPerSecond);
  const searchFrames = Math.min(maxSearchFrames, Math.floor(maxFrames / 2));
  const stretches: Stretch[] = [];
  let from = 0;
  while (levels.length - from > maxFrames) {
    const to = quietestPlace(levels, from + maxFrames - searchFrames, from + maxFrames);
    stretches.push({ from: from / framesPerSecond, to: to / framesPerSecond });
    from = to;
  }
  return [...stretches, { from: from / framesPerSecond, to: durationSeconds }];
}

/** The frame from `first` up to and without `end` around which there is least sound. */
function quietestPlace(levels: Float32Array, first: number, end: number): number {
  let quietest = { frame: first, level: Infinity };
  for (let frame = first; frame < end; frame += 1) {
    const around = levels.subarray(Math.max(0, frame - aroundFrames), frame + aroundFrames);
    const level = around.reduce((sum, each) => sum + each, 0);
    if (level < quietest.level) quietest = { frame, level };
  }
  return quietest.frame;
}

interface SearchedFile extends File {
  /** The ranges of speech; null where they are not known. */
  readonly speech: readonly Range[] | null;
}

/** Whisper hallucinates words in silence, noise and music. */
async function readWhereSpoken(server: Server, file: SearchedFile, stretch: Stretch): Promise<TimedPart> {
  const { speech, audio } = file;
  const spoken = speechWithin(speech ?? [], rangeOf(stretch));
  if (speech === null || spoken.length > 0) {
    const read = await readStretch(server, file, stretch);
    return read.text === "" ? { ...read, unread: spoken } : read;
  }
  const mayBeQuiet = speech.length === 0 && audio.durationSeconds <= maxQuietSeconds;
  if (!mayBeQuiet || server.aligner === null || file.language !== "en") return nothing;
  const read = await readStretch(server, file, stretch);
  const sure = read.words.reduce((sum, { confidence }) => sum + confidence, 0) / read.words.length;
  return read.isAligned && sure >= leastMeanConfidence ? read : nothing;
}

const rangeOf = ({ from, to }: Stretch): Range => [from * sampleRate, to * sampleRate];

interface File {
  readonly audio: PcmFile;
  readonly source: PcmSource;
  readonly owner: Alignment["owner"];
  readonly language: string;
  readonly task: RecognitionTask;
  readonly signal: AbortSignal;
}

interface TimedPart extends TimedAnswer {
  /** The primary tag of what was said, and how many seconds it is; null where the server does not say. */
  readonly language: string | null;
  readonly seconds: number;
  /** The speech of a stretch without words, in samples of the file. */
  readonly unread: readonly Range[];
  /** Whether its words were found in the sound here. */
  readonly isAligned: boolean;
}

async function readStretch(server: Server, file: File, stretch: Stretch): Promise<TimedPart> {
  const { model, slots, breaker, aligner, log } = server;
  const { audio, source, owner, language, task, signal } = file;
  breaker.check();
  const read = async () => {
    const sound = await soundOf(audio, stretch);
    const question = { sound, model, language: language === "auto" ? null : language, task };
    return readAnswer(await server.ask(question, signal), stretch.to - stretch.from);
  };
  const answer = await slots
    .run(owner, () => breaker.run(read), signal)
    .catch((error: unknown) => asUnavailable(error, log));
  // The answer to a translation may name the language of its words, which is English.
  const named = task === "translate" ? null : languageTag(answer.language);
  const spoken = language === "auto" ? named : language;
  const facts = { language: spoken, seconds: stretch.to - stretch.from, unread: [] };
  if (aligner === null || spoken !== "en" || task === "translate")
    return { ...toFileTimes(answer, stretch), isAligned: false, ...facts };
  const alignment = { ...aligner, owner, log };
  const { isAligned, ...found } = await alignAnswer(answer, { source, sampleRate, stretch, signal }, alignment);
  return { ...toFileTimes(found, stretch), isAligned, ...facts };
}

/** Stays in its file until it is sent. */
async function soundOf({ path }: PcmFile, { from, to }: Stretch): Promise<Sound> {
  const byteAt = (seconds: number): number => Math.round(seconds * sampleRate) * bytesPerSample;
  return { pcm: (await openAsBlob(path)).slice(byteAt(from), byteAt(to)), sampleRate };
}

function joinParts(parts: readonly TimedPart[]): Omit<Recognition, "model"> {
  const isAligned = parts.some((part) => part.isAligned);
  const isConfident = isAligned || parts.every((part) => part.isConfident);
  // Beside aligned words, 0 would mean that the others are wrong.
  const unknown = isAligned ? unknownConfidence : 0;
  const rated = <Rated extends { readonly confidence: number }>(each: Rated): Rated =>
    isConfident && each.confidence > 0 ? each : { ...each, confidence: unknown };
  return {
    text: parts.flatMap(({ text }) => (text === "" ? [] : [text])).join(" "),
    segments: parts.flatMap(({ segments }) => segments).map((segment, id) => rated({ ...segment, id })),
    words: parts.flatMap(({ words }) => words).map(rated),
    confidenceSource: isAligned ? "alignment" : isConfident ? "model" : "none",
    ...(parts.some(({ isEstimated }) => isEstimated) && { hasEstimatedTimes: true }),
  };
}

/** Whisper's languages, in the names by which OpenAI's servers call them, and the other official ones of India. */
const tags = (
  "brx doi kok ks mai mni or sat " +
  "af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja jw " +
  "ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su " +
  "sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh"
).split(" ");

const names = new Intl.DisplayNames("en", { type: "language" });
const tagsByName: ReadonlyMap<string, string> = new Map(tags.map((tag) => [(names.of(tag) ?? tag).toLowerCase(), tag]));

/** The primary tag of a language by its tag or its English name, in lower case; null for what is neither. */
function languageTag(name: string | null): string | null {
  if (name === null) return null;
  const primary = /^([a-z]{2,3})(?:[-_]|$)/.exec(name)?.[1];
  return tagsByName.get(name) ?? (primary !== undefined && tags.includes(primary) ? primary : null);
}
