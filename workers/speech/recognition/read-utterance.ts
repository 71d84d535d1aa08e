import { type Range, speechSeconds } from "#workers/speech/audio/piece.ts";
import type { Recognition } from "#workers/speech/engine.ts";
import { evened } from "./even-level.ts";
import { classifyTranscript } from "./hallucinations.ts";
import type { PcmSource } from "./pcm-source.ts";
import { type FileReader, joinParts, placeWords, readWords } from "./transcribe-file.ts";
import type { Read } from "./transcribe-piece.ts";

const sampleRate = 16_000;

/** A part of a stream, and the ranges of speech that were found in it. */
export interface Utterance {
  readonly samples: Int16Array;
  readonly speech: readonly Range[];
}

/**
 * Reads an utterance as a piece of a file is read: its level evened out, read again in halves where the model has looped, and left out
 * where it made words of no speech. Times are in seconds of the utterance.
 */
export async function readUtterance(
  { samples, speech }: Utterance,
  reader: Pick<FileReader, "read" | "align" | "noticesOtherLanguages">,
): Promise<Omit<Recognition, "model">> {
  const piece = { from: 0, to: samples.length, speech };
  const { parts } = await readWords(sourceOf(samples), piece, reader);
  return joinParts(parts, samples.length / sampleRate);
}

/** Reads an utterance that goes on, once: its words may change with the next reading, and their times are estimated. */
export async function readDraft({ samples, speech }: Utterance, read: Read): Promise<Omit<Recognition, "model">> {
  const piece = { from: 0, to: samples.length, speech };
  const levelled = evened(samples, piece);
  const answer = await read(levelled);
  const text = answer.text.trim();
  if (classifyTranscript(text, speechSeconds(piece)) !== "good") return joinParts([], 0);
  const reading = { ...piece, ...answer, samples: levelled, text };
  const placed = await placeWords(reading, { align: () => Promise.resolve(null) });
  const part = { ...placed, language: answer.language, samples: samples.length, speech };
  return joinParts([part], samples.length / sampleRate);
}

/** Reads sound with so much silence before and behind it. The times of the words stay those of the sound. */
export function withSilenceAround(seconds: number, read: Read): Read {
  const silence = Math.round(seconds * sampleRate);
  if (silence === 0) return read;
  return async (samples) => {
    const padded = new Int16Array(samples.length + 2 * silence);
    padded.set(samples, silence);
    const { words, ...answer } = await read(padded);
    const inSound = (time: number): number => Math.min(samples.length / sampleRate, Math.max(0, time - seconds));
    const moved = words?.map((word) => ({ ...word, start: inSound(word.start), end: inSound(word.end) }));
    return { ...answer, words: moved ?? null };
  };
}

/** Samples in memory. */
const sourceOf = (samples: Int16Array): PcmSource => ({
  length: samples.length,
  read: (from, to) => Promise.resolve(samples.slice(from, to)),
  [Symbol.asyncDispose]: () => Promise.resolve(),
});
