import { type KeyboardEvent, memo, type SyntheticEvent, useEffect, useMemo, useRef, useState } from "react";
import type { Transcription } from "#web/api/types.ts";
import { wordAt } from "#web/components/audio/word-at.ts";
import { formatClock } from "#web/format.ts";
import { namedSpans } from "#web/components/requests/named-spans.ts";
import { SpanMark } from "#web/components/requests/span-mark.tsx";
import { shownVoice } from "#web/components/requests/voices.ts";
import { t } from "#web/messages/translate.ts";
import type { WordMatch } from "./find-words.ts";
import type { TranscriptSearch } from "./transcript-search.tsx";
import { isDoubtful, type Marks, marksByWord, type WordGroup } from "./word-groups.ts";

interface GroupProps {
  readonly group: WordGroup;
  /** Whether another one speaks before it. */
  readonly isTurn: boolean;
  /** Index of the word that is spoken now, and of the one that the keyboard comes to; −1 where it is in none of these. */
  readonly spoken: number;
  readonly tabStop: number;
  /** Indexes of the words that match a search. */
  readonly found: ReadonlySet<number>;
  /** The match that is shown. */
  readonly match: WordMatch | undefined;
  /** False where the engine gave no confidences. */
  readonly hasConfidences: boolean;
  readonly marks: Marks;
}

const isWithin = (index: number, match: WordMatch | undefined): boolean =>
  match !== undefined && index >= match.first && index <= match.last;

const MarksAt = ({ marks, index }: { readonly marks: Marks; readonly index: number }) =>
  marks.get(index)?.map((span) => (
    <span key={`${span.name} ${span.start}`}>
      <SpanMark {...span} />{" "}
    </span>
  ));

/** Only the group that the voice leaves and the one that it comes to are drawn again. */
const Group = memo(({ group, isTurn, spoken, tabStop, found, match, hasConfidences, marks }: GroupProps) => (
  <p className="segment" data-speaker={group.tone}>
    <span className="hint">{formatClock(group.start)}</span>
    <span>
      {isTurn && group.speaker !== undefined && <b className="speaker">{shownVoice(group)}: </b>}
      {group.words.map((word, offset) => {
        const index = group.first + offset;
        return (
          <span key={index}>
            <MarksAt marks={marks} index={index} />
            <span
              role="button"
              className="word"
              data-index={index}
              data-doubtful={hasConfidences && isDoubtful(word) ? "" : undefined}
              data-found={isWithin(index, match) ? "shown" : found.has(index) ? "other" : undefined}
              tabIndex={index === tabStop ? 0 : -1}
              aria-current={index === spoken ? "true" : undefined}
            >
              {word.written}
            </span>{" "}
          </span>
        );
      })}
    </span>
  </p>
));

const indexOf = ({ target }: SyntheticEvent): number | null => {
  const index = target instanceof HTMLElement ? target.dataset["index"] : undefined;
  return index === undefined ? null : Number(index);
};

/** Where a key leads from a word, within `count`; null for keys that lead nowhere. */
function leadsTo(key: string, from: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), count - 1);
}

/** Scrolls a box, and nothing around it, so that one of its words can be seen, also where the window shows a part of the box only. */
function show(box: HTMLElement, index: number): void {
  const word = box.querySelector(`[data-index="${index}"]`);
  if (word === null) return;
  const { top, bottom } = word.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  // The player stays at the top of the window, over the words.
  const covered = box.parentElement?.querySelector(":scope > .player")?.getBoundingClientRect().bottom ?? 0;
  const [first, last] = [Math.max(frame.top, covered, 0), Math.min(frame.bottom, innerHeight)];
  // A box that is out of sight is scrolled as if all of it could be seen.
  const [from, to] = last - first > bottom - top ? [first, last] : [frame.top, frame.bottom];
  if (top < from || bottom > to) box.scrollTop += top - from - (to - from) / 3;
}

const within = ({ first, words }: WordGroup, index: number): number =>
  index >= first && index < first + words.length ? index : -1;

interface WordsProps {
  readonly groups: readonly WordGroup[];
  /** Those of all groups. */
  readonly words: Transcription["words"];
  readonly search: Pick<TranscriptSearch, "matches" | "found" | "at">;
  readonly hasConfidences: boolean;
  readonly unintelligible: Transcription["unintelligible"];
  readonly overlaps: Transcription["overlaps"];
  readonly language: string;
  /** The position in the recording, in seconds; null while it has not begun. */
  readonly second: number | null;
  readonly onSeek: (second: number) => void;
}

type Spans = Pick<WordsProps, "unintelligible" | "overlaps">;

const useMarks = (words: WordsProps["words"], { unintelligible, overlaps }: Spans): Marks =>
  useMemo(() => marksByWord(words, namedSpans({ unintelligible, overlaps })), [words, unintelligible, overlaps]);

/**
 * The words of a transcript: the one that is spoken is marked, and one that is pressed is gone to. For the keyboard they are
 * one stop, in which the arrows, Home and End lead on.
 */
export function TranscriptWords({ groups, words, search, second, onSeek, ...shown }: WordsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [tabStop, setTabStop] = useState(0);
  const match = search.matches[search.at];
  const marks = useMarks(words, shown);
  const spoken = second === null ? -1 : wordAt(words, second);
  useEffect(() => {
    if (box.current !== null && spoken >= 0) show(box.current, spoken);
  }, [spoken]);
  useEffect(() => {
    if (box.current !== null && match !== undefined) show(box.current, match.first);
  }, [match]);
  const seek = (index: number): void => {
    setTabStop(index);
    onSeek(words[index]?.start ?? 0);
  };
  const press = (event: KeyboardEvent): void => {
    const from = indexOf(event);
    if (from === null) return;
    const to = leadsTo(event.key, from, words.length);
    if (to === null && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (to === null) return seek(from);
    setTabStop(to);
    box.current?.querySelector<HTMLElement>(`[data-index="${to}"]`)?.focus();
  };
  const click = (event: SyntheticEvent): void => {
    const index = indexOf(event);
    if (index !== null) seek(index);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for all the words in it, of which there may be thousands
    <div
      ref={box}
      className="words"
      lang={shown.language}
      role="group"
      aria-label={t("Words. Use the arrow keys to move and Enter to play from a word.")}
      onClick={click}
      onKeyDown={press}
    >
      {groups.map((group, index) => (
        <Group
          key={group.first}
          group={group}
          isTurn={group.tone !== groups[index - 1]?.tone}
          spoken={within(group, spoken)}
          tabStop={within(group, tabStop)}
          found={search.found}
          match={match}
          hasConfidences={shown.hasConfidences}
          marks={marks}
        />
      ))}
      <MarksAt marks={marks} index={words.length} />
    </div>
  );
}
