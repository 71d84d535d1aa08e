import type { FindSounds } from "#workers/speech/engine.ts";
import { DomainError } from "#src/errors.ts";
import { espeakText } from "./espeak-text.ts";
import { runEngine } from "#workers/speech/process/run-engine.ts";
import { type Clause, clausesOf } from "./clauses.ts";
import { cutAtSounds, type Piece } from "./given-sounds.ts";
import { respellHeteronyms } from "./heteronyms.ts";

export interface Reading {
  readonly text: string;
  /** The voice of espeak-ng: `en-us`, `hi`. */
  readonly voice: string;
  /** A private folder. */
  readonly directory: string;
  readonly signal: AbortSignal;
  /** Finds words whose sounds are given; none when absent. */
  readonly findSounds?: FindSounds | undefined;
}

/** Converts the IPA of espeak-ng (`--ipa --tie=^`) to the phonemes that a model was trained on. */
export type Notation = (printed: string, voice: string) => string;

/** espeak-ng allocates 64 MiB of shared memory for audio output. */
const limits = { memoryBytes: 256 * 1024 * 1024, cpuSeconds: 20, fileBytes: 64 * 1024 * 1024 } as const;
const timeoutMs = 20_000;
const maxOutputBytes = 1024 * 1024;

export interface SpokenClause {
  readonly text: string;
  /** Its sounds in the notation, and its mark. */
  readonly phonemes: string;
}

/**
 * The clauses of a text that have a sound; none for a text that has none. espeak-ng knows how words are said, but prints no
 * marks: where it finds as many clauses as there are, each gets its own; else it reads one after the other.
 *
 * @throws DomainError `engine_unavailable`, `engine_timeout`
 */
export async function phonemizeClauses(reading: Reading, notation: Notation): Promise<readonly SpokenClause[]> {
  const clauses = clausesOf(reading.text);
  const pieces = clauses.map(({ text }) => cutAtSounds(text, reading));
  const unknown = pieces.flat().filter(({ sounds }) => sounds === undefined);
  const sounds = unknown.length === 0 ? [] : await soundsOf(unknown, reading, notation);
  const heard = new Map(unknown.map((piece, at) => [piece, sounds[at] ?? ""]));
  const soundOf = (piece: Piece): string =>
    piece.sounds === undefined ? (heard.get(piece) ?? "") : notation(piece.sounds, reading.voice);
  return withMarks(
    clauses,
    pieces.map((own) => own.map(soundOf).filter(Boolean).join(" ")),
  );
}

/** The sounds of each text, on a line of its own. */
async function soundsOf(
  texts: readonly Pick<Clause, "text">[],
  reading: Reading,
  notation: Notation,
): Promise<readonly string[]> {
  const lines = await linesOf(texts, reading, notation);
  if (lines.length === texts.length) return lines;
  const each: string[] = [];
  for (const text of texts) each.push((await linesOf([text], reading, notation)).join(" "));
  return each;
}

/** The clauses that have a sound, each with its mark. */
export function withMarks(clauses: readonly Clause[], sounds: readonly string[]): readonly SpokenClause[] {
  const spoken = clauses.flatMap(({ text, mark }, at) => (sounds[at] ? [{ text, sound: sounds[at], mark }] : []));
  // Without a mark the last word sounds cut off.
  return spoken.map(({ text, sound, mark }, at) => {
    return { text, phonemes: `${sound}${mark || (at === spoken.length - 1 ? "." : ",")}` };
  });
}

/** The phonemes of each word by itself; null when espeak-ng fails or returns another number of words. */
export async function phonemizeWords(
  words: readonly string[],
  reading: Reading,
  notation: Notation,
): Promise<readonly string[] | null> {
  const clauses = words.map((word) => ({ text: `${word},` }));
  const lines = await linesOf(clauses, reading, notation).catch(() => []);
  reading.signal.throwIfAborted();
  if (lines.length !== words.length) return null;
  return lines.map((line, at) => {
    const [first, ...rest] = cutAtSounds(words[at] ?? "", reading);
    return first?.sounds === undefined || rest.length > 0 ? line : notation(first.sounds, reading.voice);
  });
}

const spelledFor = (text: string, voice: string): string => (voice.startsWith("en") ? respellHeteronyms(text) : text);

/** The output of espeak-ng for paragraphs, a line for each clause that it finds. */
async function linesOf(
  clauses: readonly Pick<Clause, "text">[],
  reading: Reading,
  notation: Notation,
): Promise<readonly string[]> {
  const { voice, directory, signal } = reading;
  const { exitCode, stdout } = await runEngine("espeak-ng", ["-q", "--ipa", "--tie=^", "-v", voice, "--stdin"], {
    ...{ directory, limits, signal, timeoutMs, maxOutputBytes },
    stdin: clauses.map(({ text }) => espeakText(spelledFor(text.replace(/\s+/gu, " "), voice))).join("\n"),
  });
  if (exitCode !== 0) throw new DomainError("engine_unavailable", `espeak-ng ended with exit code ${exitCode}.`);
  const lines = stdout.toString("utf8").split("\n");
  return lines.map((line) => notation(line, voice)).filter((line) => line !== "");
}
