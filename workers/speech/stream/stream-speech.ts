import { randomUUID } from "node:crypto";
import { appendFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Encoding } from "#workers/speech/encode/codecs.ts";
import type { EncodedAudio } from "#workers/speech/encode/encode-audio.ts";
import { type PiecePosition, speechRate } from "#workers/speech/encode/join-pcm.ts";
import { pcmSeconds } from "#workers/speech/encode/wav.ts";
import type { SpokenWords } from "#workers/speech/engine.ts";
import type { SpeakOptions } from "#workers/speech/synthesis/speak-segments.ts";
import { mostOf, type SentencePart, type Synthesizer } from "#workers/speech/synthesizer.ts";
import { leastExact, writtenWordTimes, type SpokenPieceWords } from "#workers/speech/synthesis/words/word-times.ts";
import { writtenWords } from "#workers/speech/synthesis/words/written-words.ts";
import { correctHeader } from "./correct-header.ts";
import { openStreamJoin } from "./join-stream.ts";
import { openEncoder } from "./open-encoder.ts";
import { type Sentence, splitStream } from "./split-stream.ts";

/** What is heard next. */
export interface StreamChunk {
  readonly content: Buffer;
  /** The number of its sentence, from 0. */
  readonly sentence: number;
  /** How many characters of the input are spoken with the end of its sentence. */
  readonly characters: number;
  /** Of its sentence, with the last chunk of it; null where they are not asked for. */
  readonly words: SpokenWords | null;
}

export interface StreamOptions {
  readonly encoding: Encoding;
  /** Of the input: the share of each sentence is told of these. */
  readonly characters: number;
  /** Takes what is encoded, in order; what it throws ends the work. */
  readonly send: (chunk: StreamChunk) => Promise<void>;
}

/** The whole of a stream: the bytes that were sent, but for its length, which only the header of the file tells. */
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
  { encoding, characters, send }: StreamOptions,
): Promise<StreamedSpeech> {
  const { directory, signal, text, parts = [{ text, rate: 1, pauseMs: null }] } = speak;
  const { format, sampleRate } = encoding;
  const path = join(directory, `stream-${randomUUID()}.${format}`);
  const sender = openSender(path, send);
  await using encoder = await openEncoder({ encoding, directory, signal, onBytes: sender.take });
  const joined = openStreamJoin(signal);
  const timer = openTimer(speak);
  const spoken: Pick<SentencePart, "engine" | "letters">[] = [];
  let seconds = 0;
  await synthesizer.speakSentences(speak, splitStream(parts, characters), async (part) => {
    const { pcm, position } = await joined.add(part.piece, part.endsText);
    await rm(part.piece.path);
    seconds += pcmSeconds(pcm.length, speechRate);
    spoken.push({ engine: part.engine, letters: part.letters });
    sender.begin(part.sentence);
    await encoder.write(pcm);
    if (part.endsText) await encoder.end();
    await sender.sent(timer.add(part, position, seconds));
  });
  await correctHeader(path, { format, sampleRate, seconds });
  const { size } = await stat(path);
  return {
    ...{ path, bytes: size, sampleRate, durationSeconds: seconds },
    ...{ engine: mostOf(spoken) ?? speak.voice.engine, words: timer.all() },
  };
}

/** So little waits for more, as encoders give it in packets of some hundred bytes. */
const smallBytes = 4_096;
const gatherMs = 5;

const sumOf = (buffers: readonly Buffer[]): number => buffers.reduce((sum, { length }) => sum + length, 0);

interface Sender {
  /** What comes from now on is of this sentence. */
  begin(sentence: Sentence): void;
  readonly take: (bytes: Buffer) => void;
  /** Sends the words of a sentence behind its sound. Rejects with what went wrong since the last time. */
  sent(words: SpokenWords | null): Promise<void>;
}

/** Sends what comes while the next is being encoded, and keeps it in a file. */
function openSender(path: string, send: StreamOptions["send"]): Sender {
  let place = { sentence: 0, characters: 0 };
  let waiting: Buffer[] = [];
  let sending = Promise.resolve();
  const sendWaiting = async (): Promise<void> => {
    if (waiting.length === 0) return;
    if (sumOf(waiting) < smallBytes) await sleep(gatherMs);
    const content = Buffer.concat(waiting);
    waiting = [];
    await Promise.all([appendFile(path, content), send({ ...place, content, words: null })]);
  };
  return {
    begin: ({ index, characters }) => {
      place = { sentence: index, characters };
    },
    take: (bytes) => {
      waiting.push(bytes);
      sending = sending.then(sendWaiting);
      // It is waited for with the end of the piece.
      sending.catch(() => undefined);
    },
    sent: async (words) => {
      await sending;
      if (words !== null) await send({ ...place, content: Buffer.alloc(0), words });
    },
  };
}

interface WordTimer {
  /** @returns where the words of the sentence are that ends with this part; null of others */
  add(part: SentencePart, position: PiecePosition, endSeconds: number): SpokenWords | null;
  all(): SpokenWords | undefined;
}

function openTimer({ language, wordTimes }: SpeakOptions): WordTimer {
  const sentences: SpokenWords[] = [];
  let pieces: SpokenPieceWords[] = [];
  let begin = 0;
  return {
    add: ({ words, sentence, endsSentence }, position, endSeconds) => {
      if (words !== null) pieces.push({ ...words, position: { ...position, start: position.start - begin } });
      if (!endsSentence || wordTimes !== true) return null;
      const { source, words: placed } = writtenWordTimes(
        writtenWords(sentence.parts, language),
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
      wordTimes === true
        ? { source: leastExact(sentences), words: sentences.flatMap(({ words }) => words) }
        : undefined,
  };
}
