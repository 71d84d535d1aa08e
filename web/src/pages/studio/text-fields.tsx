import { fieldProblem } from "#web/api/problem.ts";
import { SelectField } from "#web/components/field.tsx";
import type { TranscriptionOptions } from "./use-transcription.ts";

interface TextFieldsProps {
  readonly reading: TranscriptionOptions;
  readonly onChoose: (chosen: Partial<TranscriptionOptions>) => void;
  /** The problem of the last call. */
  readonly error: unknown;
}

const personalData = [
  ["", "Kept"],
  ["all", "Taken out"],
  ["card,card_expiry,cvv", "Cards taken out"],
  ["phone,email", "Phone and e-mail taken out"],
] as const;

const profanities = [
  ["keep", "Kept"],
  ["mask", "Masked"],
] as const;

const parts = [
  ["", "Sentences"],
  ["paragraphs", "Paragraphs"],
  ["chapters", "Paragraphs and chapters"],
] as const;

/** The options for what is made of the words. */
export const TextFields = ({ reading, onChoose, error }: TextFieldsProps) => (
  <>
    <SelectField
      label="Personal data"
      value={reading.redact}
      onChange={(redact) => onChoose({ redact })}
      problem={fieldProblem(error, "redact")}
      choices={personalData}
    />
    <SelectField
      label="Profanities"
      value={reading.profanity}
      onChange={(chosen) => onChoose({ profanity: chosen === "mask" ? "mask" : "keep" })}
      problem={fieldProblem(error, "profanity")}
      choices={profanities}
    />
    <SelectField
      label="Parts"
      value={reading.parts}
      onChange={(chosen) => onChoose({ parts: chosen === "chapters" || chosen === "paragraphs" ? chosen : "" })}
      problem={fieldProblem(error, "paragraphs")}
      choices={parts}
    />
  </>
);
