import type { SpokenPcm, SpokenWords, TimedWord } from "#workers/speech/engine.ts";
import { readSamples } from "#workers/speech/audio/pcm-samples.ts";
import { resampled } from "#workers/speech/audio/resample.ts";
import { speechEdges } from "#workers/speech/audio/speech-edges.ts";
import { type Alignment, alignOrNull } from "#workers/speech/alignment/align-or-null.ts";
import { bareWord } from "#workers/speech/alignment/transcript-words.ts";
import type { Speaker } from "#workers/speech/synthesis/plan-text-runs.ts";
import { soundingWords } from "./written-words.ts";

export interface PieceOfText {
  readonly text: string;
  readonly speaker: Pick<Speaker, "language" | "spelled">;
  readonly signal: AbortSignal;
}

/** The sample rate of the aligner, in Hz. */
const sampleRate = 16_000;
const fullScale = 32_767;

/** The times of the words of a piece in its sound: as its engine says, else where they are found in it, else where they may be. */
export async function timePiece(
  pcm: SpokenPcm,
  { text, speaker, signal }: PieceOfText,
  alignment: Alignment,
): Promise<SpokenWords> {
  if (pcm.words !== undefined) return { source: "model", words: pcm.words };
  const words = soundingWords(text);
  if (words.length === 0) return { source: "model", words: [] };
  const isFindable = speaker.language === "en" && !speaker.spelled && alignment.align !== undefined;
  const found = isFindable
    ? await alignOrNull(alignment, { samples: await samplesOf(pcm), words: words.map(bareWord), signal })
    : null;
  if (found === null) return { source: "estimate", words: estimate(words, await speechSeconds(pcm)) };
  const timed = words.map((word, index) => ({ word, start: found[index]?.start ?? 0, end: found[index]?.end ?? 0 }));
  return { source: "alignment", words: timed };
}

async function samplesOf(pcm: SpokenPcm): Promise<Int16Array> {
  const parts: Int16Array[] = [];
  for await (const chunk of resampled(readSamples(pcm), { from: pcm.sampleRate, to: sampleRate }))
    parts.push(Int16Array.from(chunk, (sample) => fullScale * Math.max(-1, Math.min(1, sample))));
  const samples = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return samples;
}

interface Seconds {
  readonly from: number;
  readonly to: number;
}

async function speechSeconds(pcm: SpokenPcm): Promise<Seconds> {
  const { from, to } = await speechEdges(pcm);
  return { from: from / pcm.sampleRate, to: to / pcm.sampleRate };
}

/** A pause takes as long as so many letters. */
const lettersOfPause: readonly (readonly [RegExp, number])[] = [
  [/[.!?…。！？।॥؟۔]["'”’»)\]]*$/u, 6],
  [/[,;:،؛—–、，；：]["'”’»)\]]*$/u, 3],
];

/** Words spread over speech by their letters, with pauses behind marks. */
function estimate(words: readonly string[], { from, to }: Seconds): readonly TimedWord[] {
  const weights = words.map((word, index) => {
    const pause = lettersOfPause.find(([mark]) => mark.test(word))?.[1] ?? 0;
    return { letters: 1 + bareWord(word).length, pause: index === words.length - 1 ? 0 : pause };
  });
  const total = weights.reduce((sum, { letters, pause }) => sum + letters + pause, 0);
  const perLetter = (to - from) / total;
  let at = from;
  return words.map((word, index) => {
    const { letters = 0, pause = 0 } = weights[index] ?? {};
    const [start, end] = [at, at + letters * perLetter];
    at = end + pause * perLetter;
    return { word, start, end };
  });
}
