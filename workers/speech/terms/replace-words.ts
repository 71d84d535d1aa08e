import type { RecognizeOptions } from "#workers/speech/engine.ts";
import type { LabelledTranscript } from "#workers/speech/voices/speakers/label-transcript.ts";
import { aroundOf } from "#workers/speech/recognition/format-transcript.ts";
import { changeWords } from "./change-words.ts";
import { phraseFinder } from "./find-phrases.ts";

/** Writes other words in place of whole words or phrases, in any case, once and from left to right. Their times stay, and so does punctuation that is not named. */
export function replaceWords(
  transcript: LabelledTranscript,
  replacements: NonNullable<RecognizeOptions["replacements"]>,
): LabelledTranscript {
  if (replacements.length === 0) return transcript;
  const find = phraseFinder(replacements, ({ from }) => from);
  return changeWords(transcript, (words) => {
    let next = 0;
    return find(words).flatMap(({ item, from, to }) => {
      if (from < next) return [];
      next = to;
      return [{ from, to, text: item.to, signs: aroundOf(item.from.trim()) }];
    });
  });
}
