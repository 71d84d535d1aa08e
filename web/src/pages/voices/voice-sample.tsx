import type { AccountLimits } from "#web/api/types.ts";
import { formatDuration, formatMebibytes } from "#web/format.ts";
import { usePlayback } from "#web/components/audio/use-playback.ts";
import { RecordingName, RecordingPlayer } from "#web/components/audio/recording-player.tsx";
import { RecordingInput } from "#web/components/audio/recording-input.tsx";
import { t } from "#web/messages/translate.ts";
import { SampleCheck } from "./sample-check.tsx";
import { readAloud } from "./sample-form.ts";
import { speechSeconds } from "./sample-quality.ts";
import type { Recording } from "#web/components/audio/use-recording.ts";

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
          "One person in a quiet room, without music: {min} to {max} and up to {size}, with at least {least} of speech. {asked} of speech or more give a better match.",
          {
            min: formatDuration(Math.max(min, speechSeconds.least)),
            max: formatDuration(max),
            size: formatMebibytes(maxBytes),
            least: formatDuration(speechSeconds.least),
            asked: formatDuration(speechSeconds.asked),
          },
        )}
      </p>
      <RecordingInput maxSeconds={max} disabled={disabled} onTake={onSample}>
        <details key={String(sample === null)} open={sample === null}>
          <summary>{t("Or read this aloud:")}</summary>
          <blockquote>{readAloud}</blockquote>
        </details>
      </RecordingInput>
      {sample !== null && (
        <div key={sample.address} className="sample-heard">
          <RecordingName recording={sample} />
          <RecordingPlayer recording={sample} playback={playback} />
          <SampleCheck sample={sample} />
        </div>
      )}
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
