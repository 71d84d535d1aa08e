import type { Transcription } from "#web/api/types.ts";

/** The warnings about a recording, each with what to do about it. */
export const RecordingWarnings = ({ warnings }: Pick<Transcription, "warnings">) =>
  warnings.map(({ code, message }) => (
    <p key={code} role="status" className="notice warn">
      {message}
    </p>
  ));
