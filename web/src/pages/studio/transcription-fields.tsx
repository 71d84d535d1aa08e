import type { ReactNode } from "react";
import { fieldProblem } from "#web/api/problem.ts";
import type { AccountLimits } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatCount, languageName } from "#web/format.ts";
import { SelectField, TextField } from "#web/components/field.tsx";
import { termsOf } from "#web/components/own-words.ts";
import { languageChoices } from "#web/components/language-choices.ts";
import { t } from "#web/messages/translate.ts";
import { TextFields } from "./text-fields.tsx";
import { fieldsOf, type TranscriptionOptions } from "./use-transcription.ts";

/** The part of a draft that says which fields are shown. */
export interface MoreOptions {
  /** Whether all options are shown, as they are once they have been used. */
  readonly hasMore: boolean;
}

interface TranscriptionFieldsProps {
  readonly limits: AccountLimits;
  readonly reading: TranscriptionOptions;
  readonly hasMore: MoreOptions["hasMore"];
  readonly onChoose: (chosen: Partial<TranscriptionOptions & MoreOptions>) => void;
  /** The problem of the last call. */
  readonly error: unknown;
  /** The button that transcribes. */
  readonly action: ReactNode;
}

const preferences = [
  ["auto", t("Automatic")],
  ["fast", t("Fast")],
  ["accurate", t("Accurate")],
] as const;

const tasks = [
  ["transcribe", t("As spoken")],
  ["translate", t("In English")],
] as const;

const numbers = ["2", "3", "4", "5", "6", "7", "8"];
const speakers = [
  ["", t("Not told apart")],
  ["any", t("Told apart")],
  ...numbers.map((number) => [number, formatCount(Number(number), "speaker")] as const),
] as const;

const channels = [
  ["together", t("Together")],
  ["separate", t("Each by itself")],
] as const;

/** The languages of a recording, first of all that it is detected, where a model does that. */
const languagesOf = (limits: AccountLimits, detects: boolean) => [
  ...(detects ? [["auto", languageName("auto")] as const] : []),
  ...languageChoices(limits.transcription_languages),
];

/** Whether an option beside the language and the speakers differs from its default. */
const isChosen = (reading: TranscriptionOptions): boolean => fieldsOf({ ...reading, speakers: "" }).length > 1;

/** The language of a recording and who speaks; the rest behind a button, until it was used. */
export function TranscriptionFields({ limits, reading, hasMore, onChoose, error, action }: TranscriptionFieldsProps) {
  const { data } = useApi("GET /v1/languages", {}, { staleTime: 60_000 });
  const choices = useModelChoices();
  const chooseLanguage = (language: string): void => {
    const isKept =
      preferences.some(([model]) => model === reading.model) || choices.modelsOf(language).includes(reading.model);
    onChoose({
      language,
      model: isKept ? reading.model : "auto",
      task: choices.canTranslate(language) ? reading.task : "transcribe",
    });
  };
  const its = { reading, onChoose, error };
  return (
    <>
      <div className="reading">
        <SelectField
          label={t("Language")}
          value={reading.language}
          onChange={chooseLanguage}
          problem={fieldProblem(error, "language")}
          choices={languagesOf(limits, (data?.detection_models.length ?? 0) > 0)}
        />
        <SelectField
          label={t("Speakers")}
          value={reading.speakers}
          onChange={(chosen) => onChoose(chosen === "" ? { speakers: "" } : { speakers: chosen, channels: "together" })}
          problem={fieldProblem(error, "speakers")}
          choices={speakers}
        />
        {action}
      </div>
      <details
        open={hasMore || isChosen(reading)}
        onToggle={({ currentTarget: { open } }) => open !== hasMore && onChoose({ hasMore: open })}
      >
        <summary>{t("More options")}</summary>
        <div className="more-options">
          <ModelFields {...its} {...choices} />
          <SelectField
            label={t("Channels")}
            value={reading.channels}
            onChange={(chosen) =>
              onChoose(chosen === "separate" ? { channels: chosen, speakers: "" } : { channels: "together" })
            }
            problem={fieldProblem(error, "channels")}
            choices={channels}
          />
          <TextFields {...its} />
          <WordFields {...its} />
          <p className="hint">
            {t("Speakers are told apart in all channels together, or each channel is transcribed by itself.")}
          </p>
        </div>
      </details>
    </>
  );
}

/** The models for each language, and the languages whose words can be written in English. */
function useModelChoices() {
  const { data } = useApi("GET /v1/languages", {}, { staleTime: 60_000 });
  const { data: engines } = useApi("GET /v1/engines", {}, { staleTime: 60_000 });
  const translating = engines?.items.filter(({ translates }) => translates) ?? [];
  const canTranslate = (language: string): boolean =>
    language !== "en" &&
    translating.some((one) => (language === "auto" ? one.detects_language : one.languages.includes(language)));
  const modelsOf = (language: string): readonly string[] =>
    (language === "auto"
      ? data?.detection_models
      : data?.items.find(({ tag }) => tag === language)?.transcription_models) ?? [];
  return { canTranslate, modelsOf };
}

type OptionProps = Omit<TranscriptionFieldsProps, "limits" | "hasMore" | "action">;
type ModelProps = OptionProps & ReturnType<typeof useModelChoices>;

/** The model where several read the language, and English words where one translates. */
function ModelFields({ reading, onChoose, error, canTranslate, modelsOf }: ModelProps) {
  const models = modelsOf(reading.language);
  const problem = fieldProblem(error, "model");
  return (
    <>
      {((models.length > 1 && reading.task === "transcribe") || problem !== undefined) && (
        <SelectField
          label={t("Model")}
          value={reading.model}
          onChange={(model) => onChoose({ model })}
          problem={problem}
          choices={[...preferences, ...models.map((model) => [model, model] as const)]}
        />
      )}
      {canTranslate(reading.language) && (
        <SelectField
          label={t("Words")}
          value={reading.task}
          onChange={(task) => onChoose(task === "translate" ? { task, model: "auto" } : { task: "transcribe" })}
          problem={fieldProblem(error, "task")}
          choices={tasks}
        />
      )}
    </>
  );
}

/** The words of the person: typed ones, and a list of the account where there is one. */
function WordFields({ reading, onChoose, error }: OptionProps) {
  const { data: lists } = useApi("GET /v1/key-term-lists", {}, { staleTime: 60_000 });
  return (
    <>
      <TextField
        label={t("Key terms")}
        hint={t("Names and terms that may be said, with commas or line breaks between them. {terms}.", {
          terms: formatCount(termsOf(reading.words).length, "term"),
        })}
        value={reading.words}
        onChange={(words) => onChoose({ words })}
        problem={fieldProblem(error, "key_terms")}
        render={<textarea rows={2} />}
      />
      {(lists?.items.length ?? 0) > 0 && (
        <SelectField
          label={t("List of key terms")}
          value={reading.list}
          onChange={(list) => onChoose({ list })}
          problem={fieldProblem(error, "key_term_list")}
          choices={[["", t("None")], ...(lists?.items ?? []).map((one) => [one.list_id, one.name] as const)]}
        />
      )}
    </>
  );
}
