import { fieldProblem } from "#web/api/problem.ts";
import { SelectField } from "#web/components/field.tsx";
import { t } from "#web/messages/translate.ts";
import type { TranscriptionOptions } from "./use-transcription.ts";

interface TextFieldsProps {
  readonly reading: TranscriptionOptions;
  readonly onChoose: (chosen: Partial<TranscriptionOptions>) => void;
  /** The problem of the last call. */
  readonly error: unknown;
}

const personalData = [
  ["", t("Kept")],
  ["all", t("Taken out")],
  ["card,card_expiry,cvv", t("Cards taken out")],
  ["phone,email", t("Phone and e-mail taken out")],
] as const;

const profanities = [
  ["keep", t("Kept")],
  ["mask", t("Masked")],
] as const;

const parts = [
  ["", t("Sentences")],
  ["paragraphs", t("Paragraphs")],
  ["chapters", t("Paragraphs and chapters")],
] as const;

/** The options for what is made of the words. */
export const TextFields = ({ reading, onChoose, error }: TextFieldsProps) => (
  <>
    <SelectField
      label={t("Personal data")}
      value={reading.redact}
      onChange={(redact) => onChoose({ redact })}
      problem={fieldProblem(error, "redact")}
      choices={personalData}
    />
    <SelectField
      label={t("Profanities")}
      value={reading.profanity}
      onChange={(chosen) => onChoose({ profanity: chosen === "mask" ? "mask" : "keep" })}
      problem={fieldProblem(error, "profanity")}
      choices={profanities}
    />
    <SelectField
      label={t("Parts")}
      value={reading.parts}
      onChange={(chosen) => onChoose({ parts: chosen === "chapters" || chosen === "paragraphs" ? chosen : "" })}
      problem={fieldProblem(error, "paragraphs")}
      choices={parts}
    />
  </>
);
