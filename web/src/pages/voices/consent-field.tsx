import { useId } from "react";
import { TextField } from "#web/components/field.tsx";

/** The statement that is confirmed and stored with the voice, word for word. */
export const consentStatement =
  "I am the person in this recording, or that person has given me permission to create a synthetic voice from it and to " +
  "use that voice.";

interface ConsentProps {
  readonly checked: boolean;
  readonly onCheck: (checked: boolean) => void;
  readonly speaker: string;
  readonly onSpeaker: (speaker: string) => void;
  /** The problem of each of them. */
  readonly problem: string | undefined;
  readonly speakerProblem: string | undefined;
}

/** The consent of who is heard, without which the page makes no voice. */
export function ConsentField({ checked, onCheck, speaker, onSpeaker, problem, speakerProblem }: ConsentProps) {
  const problemId = useId();
  return (
    <>
      <div className="field checks consent">
        <label>
          <input
            type="checkbox"
            checked={checked}
            aria-required
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : problemId}
            onChange={({ target }) => onCheck(target.checked)}
          />
          <span>{consentStatement}</span>
        </label>
        {problem !== undefined && (
          <p id={problemId} className="problem" role="alert">
            {problem}
          </p>
        )}
      </div>
      <TextField
        label="Name of the speaker"
        value={speaker}
        onChange={onSpeaker}
        hint="Stored with the statement above and the date."
        problem={speakerProblem}
        autoComplete="off"
      />
    </>
  );
}
