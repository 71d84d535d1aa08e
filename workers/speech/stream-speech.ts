import { randomUUID } from "node:crypto";
import { appendFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Encoding } from "#workers/speech/audio/codecs.ts";
import type { EncodedAudio } from "#workers/speech/audio/encode-audio.ts";
import { type PiecePosition, speechRate } from "#workers/speech/audio/join-pcm.ts";
import { pcmSeconds } from "#workers/speech/audio/wav.ts";
import type { SpokenWords } from "./engine.ts";
import type { SpeakOptions } from "#workers/speech/synthesis/speak-segments.ts";
import { mostOf, type SentencePart, type Synthesizer } from "./synthesizer.ts";
import { leastExact, writtenWordTimes, type SpokenPieceWords } from "#workers/speech/synthesis/words/word-times.ts";
import { writtenWords } from "#workers/speech/synthesis/words/written-words.ts";
import { correctHeader } from "./audio/correct-header.ts";
import { openStreamJoin } from "./audio/join-stream.ts";
import type { EncodedPart } from "./audio/encoded-frames.ts";
import { openEncoder } from "./audio/open-encoder.ts";
import { type Sentence, splitStream } from "./synthesis/split-stream.ts";

/** The next bytes of a stream. */
export interface StreamChunk {
  readonly content: Buffer;
  /** The number of its sentence, from 0. */
  readonly sentence: number;
  /** The characters of the input that are spoken at the end of its sentence. */
  readonly characters: number;
  /** The words of its sentence, with the last chunk of it; null in other chunks, and where they are not asked for. */
  readonly words: SpokenWords | null;
}

export interface StreamOptions {
  readonly encoding: Encoding;
  /** The length of the input, or what it costs where that is more; it is divided among the sentences. */
  readonly characters: number;
  /** Whether the text goes on in another stream, so that the pause behind its last sentence is part of this one; not when absent. */
  readonly continues?: boolean;
  /** Called with the encoded audio, in order; if it throws, the work ends. */
  readonly send: (chunk: StreamChunk) => Promise<void>;
}

/** The whole stream in a file: the bytes that were sent, but with its length in the header. */
export interface StreamedSpeech extends EncodedAudio {
  /** The name of the engine that spoke most of it. */
  readonly engine: string;
  readonly words: SpokenWords | undefined;
}

/**
 * Speaks a text sentence by sentence, sends each as soon as it is encoded, and keeps all of it in a file.
 *
 * @throws as `synthesize`
 */
export async function streamSpeech(
  synthesizer: Synthesizer,
  speak: SpeakOptions,
  { encoding, characters, continues = false, send }: StreamOptions,
): Promise<StreamedSpeech> {
  const { directory, signal, text, parts = [{ text, rate: 1, pauseMs: null }] } = speak;
  const { format, sampleRate } = encoding;
  const path = join(directory, `stream-${randomUUID()}.${format}`);
  const sender = openSender(path, send);
  await using encoder = await openEncoder({ encoding, directory, signal, onPart: sender.take });
  const joined = openStreamJoin({ signal, continues });
  const timer = openTimer(speak);
  const spoken: Pick<SentencePart, "engine" | "letters">[] = [];
  let seconds = 0;
  await synthesizer.speakSentences(speak, splitStream(parts, characters), async (part) => {
    const { pcm, position } = await joined.add(part.piece, part.endsText);
    await rm(part.piece.path);
    seconds += pcmSeconds(pcm.length, speechRate);
    spoken.push({ engine: part.engine, letters: part.letters });
    sender.expect(part.sentence, seconds);
    await encoder.write(pcm);
    if (part.endsText) await encoder.end();
    await sender.finish(part.sentence, timer.add(part, position, seconds));
  });
  await correctHeader(path, { format, sampleRate, seconds });
  const { size } = await stat(path);
  return {
    ...{ path, bytes: size, sampleRate, durationSeconds: seconds },
    ...{ engine: mostOf(spoken) ?? speak.voice.engine, words: timer.all() },
  };
}

/** Fewer bytes wait for more, because encoders return packets of some hundred bytes. */
const smallBytes = 4_096;
const gatherMs = 5;

const sumOf = (parts: readonly SentenceBytes[]): number => parts.reduce((sum, { content }) => sum + content.length, 0);

/** Encoded audio of a sentence. */
interface SentenceBytes {
  readonly sentence: Sentence;
  readonly content: Buffer;
}

interface Sender {
  /** The sound from the last sentence to this second is of this sentence. */
  expect(sentence: Sentence, endSeconds: number): void;
  readonly take: (part: EncodedPart) => void;
  /** Waits until all bytes so far are sent, then sends the words of this sentence. Rejects if sending has failed. */
  finish(sentence: Sentence, words: SpokenWords | null): Promise<void>;
}

/** Sends bytes while the next ones are encoded, and appends them to a file. */
function openSender(path: string, send: StreamOptions["send"]): Sender {
  const sentenceAt = openSentencePlaces();
  const waiting: SentenceBytes[] = [];
  let sending = Promise.resolve();
  const sendWaiting = async (): Promise<void> => {
    if (waiting.length === 0) return;
    if (sumOf(waiting) < smallBytes) await sleep(gatherMs);
    const [first] = waiting;
    const next = waiting.findIndex(({ sentence }) => sentence !== first?.sentence);
    const gathered = waiting.splice(0, next === -1 ? waiting.length : next);
    if (first === undefined) return;
    const content = Buffer.concat(gathered.map((part) => part.content));
    await Promise.all([appendFile(path, content), send({ ...placeOf(first.sentence), content, words: null })]);
  };
  return {
    expect: sentenceAt.add,
    take: ({ content, start }) => {
      waiting.push({ sentence: sentenceAt.find(start), content });
      sending = sending.then(sendWaiting);
      // A failure is thrown by `finish`.
      sending.catch(() => undefined);
    },
    finish: async (sentence, words) => {
      await sending;
      if (words !== null) await send({ ...placeOf(sentence), content: Buffer.alloc(0), words });
    },
  };
}

const placeOf = ({ index, characters }: Sentence) => ({ sentence: index, characters });

/** The bytes before the first sentence: a header. */
const beforeSentences: Sentence = { index: 0, characters: 0, parts: [] };

/** Finds the sentence that sounds at a second; seconds must not decrease. */
function openSentencePlaces() {
  const ends: { readonly sentence: Sentence; readonly endSeconds: number }[] = [];
  return {
    add: (sentence: Sentence, endSeconds: number): void => {
      ends.push({ sentence, endSeconds });
    },
    find: (second: number): Sentence => {
      while (ends.length > 1 && second >= (ends[0]?.endSeconds ?? 0)) ends.shift();
      return ends[0]?.sentence ?? beforeSentences;
    },
  };
}

interface WordTimer {
  /** @returns the word times of the sentence that ends with this part; null when none ends */
  add(part: SentencePart, position: PiecePosition, endSeconds: number): SpokenWords | null;
  all(): SpokenWords | undefined;
}

function openTimer({ language, dateOrder, wordTimestamps }: SpeakOptions): WordTimer {
  const sentences: SpokenWords[] = [];
  let pieces: SpokenPieceWords[] = [];
  let begin = 0;
  return {
    add: ({ words, sentence, endsSentence }, position, endSeconds) => {
      if (words !== null) pieces.push({ ...words, position: { ...position, start: position.start - begin } });
      if (!endsSentence || wordTimestamps !== true) return null;
      const { source, words: placed } = writtenWordTimes(
        writtenWords(sentence.parts, { language, dateOrder }),
        pieces,
        endSeconds - begin,
      );
      const shifted = placed.map(({ word, start, end }) => ({ word, start: start + begin, end: end + begin }));
      const timed = { source, words: shifted };
      sentences.push(timed);
      pieces = [];
      begin = endSeconds;
      return timed;
    },
    all: () =>
      wordTimestamps === true
        ? { source: leastExact(sentences), words: sentences.flatMap(({ words }) => words) }
        : undefined,
  };
}
