import type { TranscriptJson } from "#db/engine-schema.ts";
import { joinSegments, labelOf } from "./speakers.ts";
import { sentenceEnd } from "./subtitle-words.ts";

/** A pause that ends a paragraph, in seconds. */
const pauseSeconds = 2;
/** The number of segments in a paragraph, unless a pause ends it. One that is full goes on to the end of its sentence. */
const segmentsMax = 5;
/** A paragraph of so many segments ends within a sentence, too. */
const mostSegments = 10;

type Sentence = TranscriptJson["segments"][number];

const isFull = (group: readonly Sentence[]): boolean =>
  group.length >= mostSegments || (group.length >= segmentsMax && sentenceEnd.test(group.at(-1)?.text ?? ""));

/** The sentences of a transcript in paragraphs: each ends at a pause, with another speaker, or when it is full. */
export function groupSentences(sentences: readonly Sentence[]): readonly (readonly Sentence[])[] {
  const groups: Sentence[][] = [];
  for (const sentence of sentences) {
    const group = groups.at(-1);
    const pause = sentence.start - (group?.at(-1)?.end ?? 0);
    const isOther = sentence.speaker !== group?.[0]?.speaker || sentence.channel !== group?.[0]?.channel;
    if (group === undefined || isOther || isFull(group) || pause >= pauseSeconds) {
      groups.push([sentence]);
    } else group.push(sentence);
  }
  return groups;
}

/** The words that begin in a part of the recording, among words in the order in which they begin. */
export const wordsWithin = (
  words: TranscriptJson["words"],
  { start, end }: { readonly start: number; readonly end: number },
): TranscriptJson["words"] => words.slice(firstFrom(words, start), firstFrom(words, end));

/** The index of the first word that begins at a time or later. */
function firstFrom(words: TranscriptJson["words"], start: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((words[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The paragraphs of a transcript with their texts. Times in seconds. */
export const paragraphsOf = ({ segments }: Pick<TranscriptJson, "segments">) =>
  groupSentences(segments).map((sentences) => {
    const [start = 0, end = 0] = [sentences[0]?.start, sentences.at(-1)?.end];
    const { speaker, channel } = sentences[0] ?? {};
    return {
      start,
      end,
      text: joinSegments(sentences),
      ...(speaker !== undefined && { speaker }),
      ...(channel !== undefined && { channel }),
    };
  });

/** The text of a transcript with an empty line between its paragraphs, each of which begins with its speaker where they are told apart. */
export const textOfParagraphs = (transcript: Pick<TranscriptJson, "segments" | "speakerNames">): string =>
  paragraphsOf(transcript)
    .map((paragraph) => {
      const label = labelOf(paragraph, transcript);
      return label === undefined ? paragraph.text : `${label}: ${paragraph.text}`;
    })
    .join("\n\n");
