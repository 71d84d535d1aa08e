import type { DetectedLanguage } from "#workers/speech/engine.ts";
import { cutPieces } from "./cut-pieces.ts";
import { evened } from "./even-level.ts";
import { type Detect, findSpeech } from "./find-speech.ts";
import type { LanguageShare } from "./host-requests.ts";
import { openPcmSource } from "./pcm-source.ts";

const sampleRate = 16_000;
/** So much speech from the beginning of a file says in which language it is: a sentence or two. */
const enoughSamples = 10 * sampleRate;

/** The parts that it needs. */
interface LanguageFinder {
  readonly detect: Detect;
  readonly findLanguages: (samples: Int16Array) => Promise<readonly LanguageShare[]>;
  /** The most that the model reads at once. */
  readonly maxPieceSamples: number;
}

/**
 * Finds the language of a raw 16 kHz s16le mono file by its first pieces of speech, each of which counts by its length. Null where there is
 * no speech.
 */
export async function findLanguage(
  path: string,
  { detect, findLanguages, maxPieceSamples }: LanguageFinder,
): Promise<DetectedLanguage | null> {
  await using source = await openPcmSource(path);
  const sums = new Map<string, number>();
  let heard = 0;
  for await (const piece of cutPieces(source, findSpeech(source, detect), maxPieceSamples)) {
    const samples = evened(await source.read(piece.from, piece.to), piece);
    for (const { language, probability } of await findLanguages(samples)) {
      sums.set(language, (sums.get(language) ?? 0) + probability * samples.length);
    }
    heard += samples.length;
    if (heard >= enoughSamples) break;
  }
  const [likeliest] = [...sums].toSorted(([, one], [, other]) => other - one);
  if (likeliest === undefined) return null;
  const [language, sum] = likeliest;
  return { language, probability: Math.round((1000 * sum) / heard) / 1000 };
}
