import { fieldProblem } from "#web/api/problem.ts";
import type { AccountLimits } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatCount, languageName } from "#web/format.ts";
import { SelectField, TextField } from "#web/components/field.tsx";
import { languageChoices } from "#web/components/language-choices.ts";
import { t } from "#web/messages/translate.ts";
import { TextFields } from "./text-fields.tsx";
import type { TranscriptionOptions } from "./use-transcription.ts";

interface TranscriptionFieldsProps {
  readonly limits: AccountLimits;
  readonly reading: TranscriptionOptions;
  readonly onChoose: (chosen: Partial<TranscriptionOptions>) => void;
  /** The problem of the last call. */
  readonly error: unknown;
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

/** The language of a recording, who speaks and, where several models read it, the model. */
export function TranscriptionFields({ limits, reading, onChoose, error }: TranscriptionFieldsProps) {
  const { data } = useApi("GET /v1/languages", {}, { staleTime: 60_000 });
  const { data: engines } = useApi("GET /v1/engines", {}, { staleTime: 60_000 });
  const translating = engines?.items.filter(({ translates }) => translates) ?? [];
  const canTranslate = (language: string): boolean =>
    language !== "en" &&
    translating.some((one) => (language === "auto" ? one.detects_language : one.languages.includes(language)));
  const detecting = data?.detection_models ?? [];
  const modelsOf = (language: string): readonly string[] =>
    language === "auto" ? detecting : (data?.items.find(({ tag }) => tag === language)?.transcription_models ?? []);
  const models = modelsOf(reading.language);
  const chooseLanguage = (language: string): void => {
    const isKept = preferences.some(([model]) => model === reading.model) || modelsOf(language).includes(reading.model);
    onChoose({
      language,
      model: isKept ? reading.model : "auto",
      task: canTranslate(language) ? reading.task : "transcribe",
    });
  };
  const languages = languageChoices(limits.transcription_languages);
  const problem = fieldProblem(error, "model");
  return (
    <>
      <SelectField
        label={t("Language")}
        value={reading.language}
        onChange={chooseLanguage}
        problem={fieldProblem(error, "language")}
        choices={[...languages, ...(detecting.length > 0 ? [["auto", languageName("auto")] as const] : [])]}
      />
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
      <VoiceFields reading={reading} onChoose={onChoose} error={error} />
      <WordFields reading={reading} onChoose={onChoose} error={error} />
      <TextFields reading={reading} onChoose={onChoose} error={error} />
    </>
  );
}

/** The words of the person: typed ones, and a list of the account where there is one. */
function WordFields({ reading, onChoose, error }: Omit<TranscriptionFieldsProps, "limits">) {
  const { data: lists } = useApi("GET /v1/key-term-lists", {}, { staleTime: 60_000 });
  return (
    <>
      <TextField
        label={t("Key terms")}
        hint={t("Names and terms that may be said, one on each line.")}
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

/** The ways to tell people apart, by their voices or by channels; one excludes the other, which a hint says before it does. */
const VoiceFields = ({ reading, onChoose, error }: Omit<TranscriptionFieldsProps, "limits">) => (
  <>
    <SelectField
      label={t("Speakers")}
      hint={reading.channels === "separate" ? t("Telling them apart takes the channels together.") : undefined}
      value={reading.speakers}
      onChange={(chosen) => onChoose(chosen === "" ? { speakers: "" } : { speakers: chosen, channels: "together" })}
      problem={fieldProblem(error, "speakers")}
      choices={speakers}
    />
    <SelectField
      label={t("Channels")}
      hint={reading.speakers === "" ? undefined : t("Each by itself tells no speakers apart.")}
      value={reading.channels}
      onChange={(chosen) =>
        onChoose(chosen === "separate" ? { channels: chosen, speakers: "" } : { channels: "together" })
      }
      problem={fieldProblem(error, "channels")}
      choices={channels}
    />
  </>
);
