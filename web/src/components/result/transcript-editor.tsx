import { useRef, useState } from "react";
import type { Transcription } from "#web/api/types.ts";
import { shownVoice, type Voice, type VoiceNames, voiceOf } from "#web/components/requests/voices.ts";
import { formatClock } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { useUnsavedWork } from "#web/components/use-unsaved-work.ts";
import type { Corrections } from "./use-corrections.ts";

type Segment = Transcription["segments"][number];

/** The most characters of a segment, as the API has it. */
const maxCharacters = 10_000;

interface SegmentProps {
  readonly segment: Segment;
  readonly voice: Voice;
  /** Whether another one speaks before it. */
  readonly isTurn: boolean;
  /** The tag of the language of the text. */
  readonly language: string;
  readonly corrections: Corrections;
  readonly onSeek: (second: number) => void;
}

function SegmentEditor({ segment: { id, start, text, corrected }, voice, isTurn, ...on }: SegmentProps) {
  const { unsaved, save } = on.corrections;
  const [draft, setDraft] = useState<string | null>(null);
  const present = unsaved[id] ?? text;
  const time = formatClock(start);
  const field = useRef<HTMLTextAreaElement>(null);
  useUnsavedWork(draft !== null && draft !== present);
  const leave = (): void => {
    setDraft(null);
    if (draft !== null && draft !== present) save({ [id]: draft });
  };
  return (
    <div className="segment" data-speaker={voice.tone}>
      <button
        type="button"
        className="segment-time"
        aria-label={t("Go to {time}", { time })}
        onClick={() => on.onSeek(start)}
      >
        {time}
      </button>
      <div>
        {isTurn && voice.speaker !== undefined && <b className="speaker">{shownVoice(voice)}</b>}
        <textarea
          ref={field}
          className="input"
          rows={1}
          lang={on.language}
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
              save({ [id]: null });
            }}
          >
            {t("Undo")}
          </button>
        )}
      </div>
    </div>
  );
}

interface TranscriptEditorProps extends Pick<SegmentProps, "corrections" | "language" | "onSeek"> {
  readonly segments: readonly Segment[];
  readonly names: VoiceNames;
}

/** The text of each segment of a transcript, to be corrected; its time goes to that place of the recording. */
export function TranscriptEditor({ segments, names, ...on }: TranscriptEditorProps) {
  return (
    <div className="words">
      {segments.map((segment, index) => {
        const voice = voiceOf(segment, names);
        const before = segments[index - 1];
        const isTurn = before === undefined || voiceOf(before, names).tone !== voice.tone;
        return <SegmentEditor key={segment.id} segment={segment} voice={voice} isTurn={isTurn} {...on} />;
      })}
    </div>
  );
}
