import type { Recognition } from "#workers/speech/engine.ts";
import type { LabelledTranscript } from "#workers/speech/voices/speakers/label-transcript.ts";
import { pronounce, type PronounceOptions } from "./pronounce.ts";
import { isDoubtful, lettersOf, rescoreTerms, soundedText, type TermLimits } from "./rescore-terms.ts";

/**
 * Chosen by every second sentence of `npm run bench -- key-terms`; the others are reported. Confidences by an alignment tell little of
 * right and wrong, and are seldom above 0.9: a twelfth of the words are confident by this limit, and the sounds decide about the others.
 */
const limits: TermLimits = { confident: 0.88, distance: 0.17 };

interface KeyTermOptions extends PronounceOptions {
  readonly keyTerms: readonly string[];
  readonly confidenceSource: Recognition["confidenceSource"];
}

/** Writes the key terms where doubtful words sound like them. Without confidences no word is known to be doubtful, so all stay. */
export async function applyKeyTerms(
  transcript: LabelledTranscript,
  { keyTerms, confidenceSource: source, ...options }: KeyTermOptions,
): Promise<LabelledTranscript> {
  if (keyTerms.length === 0 || source === "none") return transcript;
  const named = new Set(keyTerms.flatMap((term) => term.split(/\s+/u).map(lettersOf)));
  const compared = transcript.words.filter((word) => isDoubtful(word, limits) || named.has(lettersOf(word.word)));
  const sounds = await pronounce([...compared.map(soundedText), ...keyTerms], options);
  const terms = keyTerms.flatMap((term) => {
    const own = sounds.get(term);
    return own === undefined ? [] : [{ term, sounds: own }];
  });
  return rescoreTerms(transcript, { terms, sounds, limits, signal: options.signal });
}
