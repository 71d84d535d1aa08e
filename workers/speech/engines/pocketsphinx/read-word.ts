import type { TimedTranscriptWord } from "#workers/speech/alignment/transcript-words.ts";

/** `utterance 1 0.06 0.23 how 0.976`: name, channel, start, duration, word, confidence. */
const timedWord = /^\S+ \d+ (\d+\.\d+) (\d+\.\d+) (\S+) (-?\d+(?:\.\d+)?)$/;

/** `<s>`, `<sil>`, `[NOISE]`, `++cough++`. */
const filler = /^(?:<.*>|\[.*\]|\+\+.*\+\+)$/;

/** The number after a word's other pronunciations, as in `and(2)`. */
const variant = /\(\d+\)$/;

/** One line of word, times in seconds and confidence; null for any other line, and for a word that is a noise. */
export function readWord(line: string): TimedTranscriptWord | null {
  const [, start = "", duration = "", spelling, confidence] = timedWord.exec(line) ?? [];
  const written = spelling?.replace(variant, "").toLowerCase();
  if (written === undefined || written === "" || filler.test(written)) return null;
  const end = Number(start) + Number(duration);
  return { written, start: Number(start), end, confidence: Math.min(1, Math.max(0, Number(confidence))) };
}
