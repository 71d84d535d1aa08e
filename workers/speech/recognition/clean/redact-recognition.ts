import { bareWord, wordsIn } from "#workers/speech/alignment/transcript-words.ts";
import { toMillisecond } from "#workers/speech/alignment/to-millisecond.ts";
import type { Recognition, RecognizedSegment, RecognizedWord, TimeSpan } from "#workers/speech/engine.ts";
import { joinWords } from "#workers/speech/text/scripts.ts";
import { type FindOptions, findPersonalData, type SaidWord } from "./find-personal-data.ts";

interface RedactedRecognition {
  readonly recognition: Recognition;
  /** Where personal data was said, in order. */
  readonly removed: readonly TimeSpan[];
}

/** A word of a text and the segment it is in. */
interface Place {
  readonly written: string;
  readonly segment: number;
}

interface RedactOptions extends FindOptions {
  /** The readings of the other channels, in which a caller may be asked for what is said here. */
  readonly others?: readonly Pick<Recognition, "words">[];
}

/**
 * A recognition in which personal data is replaced by the name of its kind: `[card]`. It is done before anything else, while numbers
 * are as the engine wrote them.
 */
export function redactRecognition(
  recognition: Recognition,
  { others = [], ...options }: RedactOptions,
): RedactedRecognition {
  const { segments, words } = recognition;
  const places = segments.flatMap(({ text }, segment) => wordsIn(text).map((written): Place => ({ written, segment })));
  // An engine may give text without words, or words that do not match it.
  const isMatched = places.length === words.length;
  const asides = asidesOf(words, others);
  const found = findPersonalData(isMatched ? withAsides(places, asides) : places, options);
  const heard = words.map(({ word }): SaidWord => ({ written: word }));
  const ofWords = isMatched ? found : findPersonalData(withAsides(heard, asides), options);
  if (found.length === 0 && ofWords.length === 0) return { recognition, removed: [] };
  const touched = new Set(found.flatMap(({ from, to }) => places.slice(from, to).map(({ segment }) => segment)));
  const rewritten = rewriteSegments(segments, replaceAll(places, found, joinedPlace), touched);
  const removed = ofWords.map(({ from, to }) => ({ start: words[from]?.start ?? 0, end: words[to - 1]?.end ?? 0 }));
  const unmatched = found.map(({ from, to }) => segmentsSpan(segments, places.slice(from, to)));
  return {
    recognition: {
      ...recognition,
      text: joinWords(rewritten.map(({ text }) => text)),
      segments: rewritten,
      words: replaceAll(words, ofWords, joinedWord),
    },
    removed: isMatched ? removed : [...removed, ...unmatched],
  };
}

/** The words of a cue that is looked for before something, at most. */
const mostAsides = 12;

/** The words of other channels that begin between each word of a reading and the one before it. */
function asidesOf(
  words: readonly RecognizedWord[],
  others: readonly Pick<Recognition, "words">[],
): readonly (readonly string[])[] {
  const said = others.flatMap((one) => one.words).toSorted((one, other) => one.start - other.start);
  let next = 0;
  return words.map(({ start }) => {
    const from = next;
    while ((said[next]?.start ?? Infinity) < start) next += 1;
    return said.slice(Math.max(from, next - mostAsides), next).map(({ word }) => word);
  });
}

const withAsides = (words: readonly SaidWord[], asides: readonly (readonly string[])[]): readonly SaidWord[] =>
  words.map((word, index) => ({ ...word, asides: asides[index] ?? [] }));

type Found = ReturnType<typeof findPersonalData>[number];

/** The same list with one item in place of those of each thing found. */
function replaceAll<Item>(
  items: readonly Item[],
  found: readonly Found[],
  join: (items: readonly Item[], mark: string) => Item | undefined,
): readonly Item[] {
  const result: Item[] = [];
  let next = 0;
  for (const { from, to, kind } of found) {
    const joined = join(items.slice(from, to), `[${kind}]`);
    result.push(...items.slice(next, from), ...(joined === undefined ? [] : [joined]));
    next = to;
  }
  return [...result, ...items.slice(next)];
}

/** The mark with the punctuation before the first word and behind the last. */
function marked(words: readonly { readonly written: string }[], mark: string): string {
  const [first = "", last = ""] = [words[0]?.written, words.at(-1)?.written];
  const before = first.slice(0, first.indexOf(bareWord(first)));
  const after = last.slice(last.indexOf(bareWord(last)) + bareWord(last).length);
  // A bracket is kept with its other half only.
  const lost = before.includes("(") && after.includes(")") ? /[\s@+-]/g : /[\s@+()-]/g;
  return `${before.replaceAll(lost, "")}${mark}${after.replaceAll(lost, "")}`;
}

function joinedWord(words: readonly RecognizedWord[], mark: string): RecognizedWord | undefined {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const confidence = toMillisecond(words.reduce((sum, word) => sum + word.confidence, 0) / words.length);
  return { word: mark, spoken: mark, start: first.start, end: last.end, confidence };
}

const joinedPlace = (places: readonly Place[], mark: string): Place | undefined =>
  places[0] && { segment: places[0].segment, written: marked(places, mark) };

/** The segments with what is left in each; one that has nothing left is gone. */
function rewriteSegments(
  segments: readonly RecognizedSegment[],
  places: readonly Place[],
  touched: ReadonlySet<number>,
): readonly RecognizedSegment[] {
  const texts = new Map<number, string[]>();
  for (const { segment, written } of places) {
    const text = texts.get(segment);
    if (text === undefined) texts.set(segment, [written]);
    else text.push(written);
  }
  return segments
    .flatMap((segment, index) => {
      if (!touched.has(index)) return [segment];
      const left = texts.get(index) ?? [];
      return left.length === 0 ? [] : [{ ...segment, text: joinWords(left) }];
    })
    .map((segment, id) => ({ ...segment, id }));
}

/** The time of the segments in which words are whose own times are not known. */
function segmentsSpan(segments: readonly RecognizedSegment[], places: readonly Place[]): TimeSpan {
  const [first, last] = [segments[places[0]?.segment ?? 0], segments[places.at(-1)?.segment ?? 0]];
  return { start: first?.start ?? 0, end: last?.end ?? 0 };
}
