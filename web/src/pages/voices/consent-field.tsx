import { useId } from "react";
import { TextField } from "#web/components/field.tsx";
import { pageLanguage } from "#web/messages/language.ts";
import { t } from "#web/messages/translate.ts";

/** The statement that is confirmed and stored with the voice, word for word. */
export const consentStatement =
  "I am the person in this recording, or that person has given me permission to create a synthetic voice from it and to use that voice.";

/** The meaning of the statement, for those who read another language. */
export const ConsentMeaning = () => pageLanguage !== "en" && <span className="soft">{t(consentStatement)}</span>;

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
          <span>
            <span lang="en">{consentStatement}</span> <ConsentMeaning />
          </span>
        </label>
        {problem !== undefined && (
          <p id={problemId} className="problem" role="alert">
            {problem}
          </p>
        )}
      </div>
      <TextField
        label={t("Name of the speaker")}
        value={speaker}
        onChange={onSpeaker}
        hint={t("Stored with the statement above and the date.")}
        problem={speakerProblem}
        autoComplete="off"
      />
    </>
  );
}
