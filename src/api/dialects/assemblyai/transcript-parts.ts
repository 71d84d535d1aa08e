import type { TranscriptJson } from "#db/engine-schema.ts";
import { groupSentences, wordsWithin } from "#src/domain/speech/paragraphs.ts";
import type { TranscribedRequest } from "#src/api/dialects/transcribed-request.ts";
import { joinTexts } from "#src/domain/live/finals.ts";
import { askedOf, partOf } from "./present-transcript.ts";

type Sentences = TranscriptJson["segments"];

/** The sentences of a transcript, or its paragraphs, each with its words. */
export function partsOfTranscript(request: TranscribedRequest, kind: "sentences" | "paragraphs") {
  const { segments, words } = request.transcript;
  const asked = askedOf(request);
  const byChannel = Map.groupBy(words, ({ channel }) => channel);
  const groups: readonly Sentences[] = kind === "sentences" ? segments.map((one) => [one]) : groupSentences(segments);
  return groups.flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)];
    if (first === undefined || last === undefined) return [];
    const text = joinTexts(group.map((one) => one.text));
    const said = wordsWithin(byChannel.get(first.channel) ?? [], { start: first.start, end: last.end });
    return partOf({ text, words: said }, asked);
  });
}

/** A word as it is looked for: its letters and digits alone, without capitals. */
const bare = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");

const wordsIn = (phrase: string): readonly string[] =>
  phrase
    .split(/\s+/)
    .map(bare)
    .filter((part) => part !== "");

/** The places of words and phrases in a transcript. A phrase is found where its words follow each other. */
export function searchWords({ id, transcript }: TranscribedRequest, phrases: readonly string[]) {
  const said = transcript.words.map(({ word }) => bare(word));
  const matches = phrases.flatMap((phrase) => {
    const parts = wordsIn(phrase);
    const indexes = said.flatMap((_word, index) => (isAt(said, parts, index) ? [index] : []));
    if (indexes.length === 0) return [];
    const timestamps = indexes.map((index) => [
      Math.round((transcript.words[index]?.start ?? 0) * 1000),
      Math.round((transcript.words[index + parts.length - 1]?.end ?? 0) * 1000),
    ]);
    return [{ text: phrase, count: indexes.length, timestamps, indexes }];
  });
  return { id, total_count: matches.reduce((sum, { count }) => sum + count, 0), matches };
}

const isAt = (said: readonly string[], parts: readonly string[], index: number): boolean =>
  parts.length > 0 && parts.every((part, offset) => said[index + offset] === part);
