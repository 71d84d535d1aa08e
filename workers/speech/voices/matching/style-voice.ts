import { readFile, rm } from "node:fs/promises";
import type { PcmFile, StyleProfile } from "#workers/speech/engine.ts";
import { kokoroLanguages } from "#workers/speech/engines/kokoro/voices.ts";
import { styleSize } from "./style-space.ts";

/** Speaks English text with a style. @throws DomainError as the engine's */
export type SpeakStyle = (spoken: {
  readonly text: string;
  readonly profile: StyleProfile;
  readonly speed: number;
  /** An existing private folder. */
  readonly directory: string;
  readonly signal: AbortSignal;
}) => Promise<PcmFile>;

/** The samples per second that Kokoro makes. */
export const styleRate = 24_000;

/** A built-in voice as it is. */
export const plainProfile = (baseVoice: string): StyleProfile => ({
  kind: "style",
  baseVoice,
  styleOffset: Array.from({ length: styleSize }, () => 0),
  resampling: 1,
  equalizer: null,
});

/** The samples of a file of PCM, which is removed. */
export async function takeSamples(pcm: PcmFile): Promise<Int16Array> {
  const bytes = await readFile(pcm.path);
  await rm(pcm.path, { force: true });
  if (pcm.sampleRate !== styleRate) throw new Error(`The engine spoke at ${pcm.sampleRate} Hz, not at ${styleRate}.`);
  // Copied, since an Int16Array begins at an even address.
  return new Int16Array(Uint8Array.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).buffer);
}

/** One behind the other, with a short pause between them. */
export function joinSamples(parts: readonly Int16Array[]): Int16Array {
  const pause = new Int16Array(styleRate * pauseSeconds);
  const pieces = parts.flatMap((part, at) => (at === 0 ? [part] : [pause, part]));
  const joined = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let from = 0;
  for (const piece of pieces) {
    joined.set(piece, from);
    from += piece.length;
  }
  return joined;
}

const pauseSeconds = 0.3;

/** The indices of the voices of a language; those of English when it has none. */
export function voicesOf(language: string, names: readonly string[]): readonly number[] {
  const { letters = "" } = kokoroLanguages.get(language) ?? kokoroLanguages.get("en") ?? {};
  return names.flatMap((name, index) => (letters.includes(name.charAt(0)) ? [index] : []));
}
