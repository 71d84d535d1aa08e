import { DomainError } from "#src/errors.ts";
import { espeakText } from "#workers/speech/engines/espeak-ng/espeak-text.ts";
import { runEngine } from "#workers/speech/process/run-engine.ts";
import { type Clause, clausesOf } from "./clauses.ts";

export interface Reading {
  readonly text: string;
  /** Of espeak-ng: `en-us`, `hi`. */
  readonly voice: string;
  /** A private folder. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

/** Writes the sounds that a voice of espeak-ng has printed (`--ipa --tie=^`) as a model was trained on them. */
export type Notation = (printed: string, voice: string) => string;

/** It lays out 64 MiB of shared memory for a sound card that is not there. */
const limits = { memoryBytes: 256 * 1024 * 1024, cpuSeconds: 20, fileBytes: 64 * 1024 * 1024 } as const;
const timeoutMs = 20_000;
const maxOutputBytes = 1024 * 1024;

/**
 * The sounds of a text, a string for each clause with its mark; none for a text that has no sound. espeak-ng knows how words are
 * said, but prints no marks: where it finds as many clauses as there are, each gets its own; else it reads one after the other.
 *
 * @throws DomainError `engine_unavailable`, `engine_timeout`
 */
export async function readClauses(reading: Reading, notation: Notation): Promise<readonly string[]> {
  const clauses = clausesOf(reading.text);
  if (clauses.length === 0) return [];
  const lines = await linesOf(clauses, reading, notation);
  if (lines.length === clauses.length) return withMarks(clauses, lines);
  const each: string[] = [];
  for (const clause of clauses) each.push((await linesOf([clause], reading, notation)).join(" "));
  return withMarks(clauses, each);
}

/** The clauses that have a sound, each with its mark. */
export function withMarks(clauses: readonly Clause[], sounds: readonly string[]): readonly string[] {
  const spoken = clauses.flatMap(({ mark }, at) => (sounds[at] ? [{ sound: sounds[at], mark }] : []));
  // Without a mark the last word sounds cut off.
  return spoken.map(({ sound, mark }, at) => `${sound}${mark || (at === spoken.length - 1 ? "." : ",")}`);
}

/** What espeak-ng prints of paragraphs, a line for each clause that it finds. */
async function linesOf(clauses: readonly Clause[], reading: Reading, notation: Notation): Promise<readonly string[]> {
  const { voice, directory, signal } = reading;
  const { exitCode, stdout } = await runEngine("espeak-ng", ["-q", "--ipa", "--tie=^", "-v", voice, "--stdin"], {
    ...{ directory, limits, signal, timeoutMs, maxOutputBytes },
    stdin: clauses.map(({ text }) => espeakText(text.replace(/\s+/gu, " "))).join("\n"),
  });
  if (exitCode !== 0) throw new DomainError("engine_unavailable", `espeak-ng ended with exit code ${exitCode}.`);
  const lines = stdout.toString("utf8").split("\n");
  return lines.map((line) => notation(line, voice)).filter((line) => line !== "");
}
