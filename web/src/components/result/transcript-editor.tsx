import { type RefObject, useRef, useState } from "react";
import type { Transcription } from "#web/api/types.ts";
import { TextField } from "#web/components/field.tsx";
import { shownVoice, type Voice, type VoiceNames, voiceOf } from "#web/components/requests/voices.ts";
import { selectPlace } from "#web/components/select-place.ts";
import { formatClock } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { useUnsavedWork } from "#web/components/use-unsaved-work.ts";
import { findInSegments, replaceMatches, type SegmentMatch } from "./find-in-segments.ts";
import { SearchField, type TranscriptSearch } from "./transcript-search.tsx";
import type { Corrections } from "./use-corrections.ts";

type Segment = Transcription["segments"][number];

/** The most characters of a segment, as the API has it. */
const maxCharacters = 10_000;
const firstLetter = 65;
const letters = 26;

interface SegmentProps {
  readonly segment: Segment;
  readonly voice: Voice;
  /** Whether another one speaks before it. */
  readonly isTurn: boolean;
  /** The letters of the speakers to whom it can be given; none where they were not told apart. */
  readonly speakers: readonly string[];
  readonly names: VoiceNames;
  /** The tag of the language of the text. */
  readonly language: string;
  readonly corrections: Corrections;
  readonly onSeek: (second: number) => void;
}

/** Gives a segment to another speaker. */
const SpeakerChoice = ({ segment: { id, start, speaker = "" }, speakers, names, corrections }: SegmentProps) => (
  <select
    className="input segment-speaker"
    aria-label={t("Speaker at {time}", { time: formatClock(start) })}
    value={corrections.unsaved[id]?.speaker ?? speaker}
    onChange={({ target }) => corrections.save({ [id]: { speaker: target.value } })}
  >
    {speakers.map((letter) => (
      <option key={letter} value={letter}>
        {shownVoice(voiceOf({ speaker: letter }, names))}
      </option>
    ))}
  </select>
);

function SegmentEditor(props: SegmentProps) {
  const { voice, isTurn, speakers, language, corrections, onSeek } = props;
  const { id, start, text, corrected } = props.segment;
  const { unsaved, save } = corrections;
  const [draft, setDraft] = useState<string | null>(null);
  const present = unsaved[id]?.text ?? text;
  const time = formatClock(start);
  const field = useRef<HTMLTextAreaElement>(null);
  useUnsavedWork(draft !== null && draft !== present);
  const leave = (): void => {
    setDraft(null);
    if (draft !== null && draft !== present) save({ [id]: { text: draft } });
  };
  return (
    <div className="segment" data-speaker={voice.tone}>
      <button
        type="button"
        className="segment-time"
        aria-label={t("Go to {time}", { time })}
        onClick={() => onSeek(start)}
      >
        {time}
      </button>
      <div>
        {speakers.length > 0 && <SpeakerChoice {...props} />}
        {speakers.length === 0 && isTurn && voice.speaker !== undefined && (
          <b className="speaker">{shownVoice(voice)}</b>
        )}
        <textarea
          ref={field}
          className="input"
          rows={1}
          data-segment={id}
          lang={language}
          maxLength={maxCharacters}
          aria-label={t("Text at {time}", { time })}
          placeholder={t("Nothing is said here")}
          value={draft ?? present}
          onChange={({ target }) => setDraft(target.value)}
          onBlur={leave}
        />
        {corrected === true && (
          <button
            type="button"
            className="button quiet"
            aria-label={t("Undo the change at {time}", { time })}
            onClick={() => {
              // The button goes with the change.
              field.current?.focus();
              save({ [id]: { text: null, ...(speakers.length > 0 && { speaker: null }) } });
            }}
          >
            {t("Undo")}
          </button>
        )}
      </div>
    </div>
  );
}

interface ReplaceProps {
  readonly segments: readonly Segment[];
  readonly corrections: Corrections;
  /** The search of the transcript, whose text is found here, too. */
  readonly search: Pick<TranscriptSearch, "text" | "change">;
  /** The fields of the texts. */
  readonly box: RefObject<HTMLDivElement | null>;
}

/** Selects a match in the field of its segment. */
function showMatch(box: HTMLElement | null, match: SegmentMatch | undefined): void {
  const field = box?.querySelector<HTMLTextAreaElement>(`[data-segment="${match?.id}"]`);
  if (match === undefined || field === null || field === undefined) return;
  selectPlace(field, match);
}

/** Finds a text in the segments, and replaces it in all of them. */
function FindAndReplace({ segments, corrections: { unsaved, save }, search: { text, change }, box }: ReplaceProps) {
  const [replacement, setReplacement] = useState("");
  const [chosen, setChosen] = useState(-1);
  const present = segments.map((segment) => ({ ...segment, text: unsaved[segment.id]?.text ?? segment.text }));
  const matches = findInSegments(present, text);
  const step = (by: 1 | -1): void => {
    const at = (Math.max(chosen, by === 1 ? -1 : 0) + by + matches.length) % Math.max(1, matches.length);
    setChosen(at);
    showMatch(box.current, matches[at]);
  };
  const at = Math.min(Math.max(chosen, 0), Math.max(matches.length - 1, 0));
  return (
    <div className="row replace">
      <SearchField search={{ text, change, matches, at, step }} label={t("Search in the transcript")} />
      <TextField label={t("Replace with")} value={replacement} onChange={setReplacement} autoComplete="off" />
      <button
        type="button"
        className="button quiet"
        disabled={matches.length === 0}
        onClick={() => save(replaceMatches(present, matches, replacement))}
      >
        {t("Replace all")}
      </button>
    </div>
  );
}

interface TranscriptEditorProps
  extends Pick<SegmentProps, "corrections" | "language" | "names" | "onSeek">, Pick<ReplaceProps, "search"> {
  readonly segments: readonly Segment[];
}

/** The letters of all who speak, and the next one, for a speaker who was not heard. */
function speakersIn(segments: readonly Segment[]): readonly string[] {
  const heard = [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))].toSorted();
  if (heard.length === 0 || heard.length >= letters) return heard;
  const all = Array.from({ length: letters }, (_, index) => String.fromCodePoint(firstLetter + index));
  return [...heard, ...all.filter((letter) => !heard.includes(letter)).slice(0, 1)];
}

/** The text and the speaker of each segment of a transcript, to be corrected; its time goes to that place of the recording. */
export function TranscriptEditor({ segments, search, ...on }: TranscriptEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const speakers = speakersIn(segments);
  return (
    <>
      <p className="hint">{t("Change the text of each part. A change is saved when you leave its field.")}</p>
      <FindAndReplace segments={segments} corrections={on.corrections} search={search} box={box} />
      <div ref={box} className="words edited">
        {segments.map((segment, index) => {
          const voice = voiceOf(segment, on.names);
          const before = segments[index - 1];
          const isTurn = before === undefined || voiceOf(before, on.names).tone !== voice.tone;
          const its = { segment, voice, isTurn, speakers };
          return <SegmentEditor key={segment.id} {...its} {...on} />;
        })}
      </div>
    </>
  );
}
