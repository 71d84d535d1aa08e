import type { AccountLimits } from "#web/api/types.ts";
import { formatDuration, formatMebibytes } from "#web/format.ts";
import { usePlayback } from "#web/components/audio/use-playback.ts";
import { RecordingName, RecordingPlayer } from "#web/components/audio/recording-player.tsx";
import { RecordingInput } from "#web/components/audio/recording-input.tsx";
import { t } from "#web/messages/translate.ts";
import { SampleCheck } from "./sample-check.tsx";
import type { Recording } from "#web/components/audio/use-recording.ts";

/** Some 20 seconds in a calm voice, in the language of the page. */
export const readAloud = t(
  "On a clear morning the market opens early. Bread, apples and yellow flowers stand in long rows, and somebody always asks what time it is. I like to walk there slowly, listen to the voices around me, and go home with more than I wanted to buy.",
);

interface VoiceSampleProps {
  readonly limits: AccountLimits["voice_sample"];
  readonly sample: Recording | null;
  readonly onSample: (audio: Blob) => void;
  readonly disabled: boolean;
  /** The problem of the sample. */
  readonly problem: string | undefined;
}

/** The sample of a voice: recorded with a text to read, or a file. */
export function VoiceSample({ limits, sample, onSample, disabled, problem }: VoiceSampleProps) {
  const playback = usePlayback();
  const { min_seconds: min, max_seconds: max, max_bytes: maxBytes } = limits;
  return (
    <fieldset className="sample">
      <legend className="label">
        {t("Sample")} <span className="soft">{t("(required)")}</span>
      </legend>
      <p className="hint">
        {t(
          "One person in a quiet room, without music. At least 15 seconds are recommended; {min} to {max} and {size} are accepted.",
          { min: formatDuration(min), max: formatDuration(max), size: formatMebibytes(maxBytes) },
        )}
      </p>
      <RecordingInput maxSeconds={max} disabled={disabled} onTake={onSample}>
        <p>{t("Or read this aloud:")}</p>
        <blockquote>{readAloud}</blockquote>
      </RecordingInput>
      {sample !== null && <RecordingName recording={sample} />}
      {sample !== null && <RecordingPlayer recording={sample} playback={playback} />}
      {sample !== null && <SampleCheck sample={sample} />}
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
