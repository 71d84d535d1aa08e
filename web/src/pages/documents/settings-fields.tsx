import { Trash2 } from "lucide-react";
import type { AccountLimits, DocumentSpeaker } from "#web/api/types.ts";
import { useLimits } from "#web/api/use-limits.ts";
import { SelectField, TextField } from "#web/components/field.tsx";
import { languageChoices } from "#web/components/language-choices.ts";
import { VoicePicker } from "#web/components/voices/voice-picker.tsx";
import { t } from "#web/messages/translate.ts";

/** The languages that a document may have; empty is that of its voice or of its text. */
const languagesOfDocuments = (limits: AccountLimits | undefined): readonly (readonly [string, string])[] => [
  ["", t("Detect automatically")],
  ...languageChoices(limits?.synthesis_languages ?? []),
];

interface DocumentFields {
  readonly title: string;
  readonly author: string;
  /** A tag; empty is not known yet. */
  readonly language: string;
  /** Empty for the default voice. */
  readonly voiceId: string;
}

interface DocumentFieldsProps {
  readonly fields: DocumentFields;
  readonly onChange: (changed: Partial<DocumentFields>) => void;
  readonly problemOf: (field: string) => string | undefined;
}

export const TitleFields = ({ fields: { title, author }, onChange, problemOf }: DocumentFieldsProps) => (
  <>
    <TextField
      label={t("Title")}
      value={title}
      onChange={(next) => onChange({ title: next })}
      problem={problemOf("title")}
      autoComplete="off"
      required
    />
    <TextField
      label={t("Author")}
      value={author}
      onChange={(next) => onChange({ author: next })}
      problem={problemOf("author")}
      autoComplete="off"
    />
  </>
);

/** The language of a document and the voice of all whose speaker has none. */
export function VoiceFields({ fields: { language, voiceId }, onChange, problemOf }: DocumentFieldsProps) {
  const limits = useLimits();
  return (
    <>
      <SelectField
        label={t("Language")}
        value={language}
        onChange={(next) => onChange({ language: next, voiceId: "" })}
        problem={problemOf("language")}
        choices={languagesOfDocuments(limits.data)}
      />
      <VoicePicker
        label={t("Voice")}
        language={language}
        value={voiceId}
        onChange={(next) => onChange({ voiceId: next })}
        problem={problemOf("voice_id")}
      />
    </>
  );
}

interface SpeakersFieldProps {
  readonly speakers: readonly DocumentSpeaker[];
  /** Names that paragraphs begin with, which have no voice yet. */
  readonly found: readonly string[];
  readonly language: string;
  readonly onChange: (speakers: readonly DocumentSpeaker[]) => void;
  readonly problem: string | undefined;
}

interface SpeakerRowProps extends Pick<SpeakersFieldProps, "language"> {
  readonly speaker: DocumentSpeaker;
  readonly number: number;
  /** Null takes the speaker away. */
  readonly onChange: (speaker: DocumentSpeaker | null) => void;
}

const SpeakerRow = ({ speaker, number, language, onChange }: SpeakerRowProps) => (
  <li className="speaker-row">
    <TextField
      label={t("Name of speaker {number}", { number })}
      value={speaker.name}
      onChange={(name) => onChange({ ...speaker, name })}
      autoComplete="off"
    />
    <button
      type="button"
      className="button plain icon"
      aria-label={t("Remove speaker {number}", { number })}
      onClick={() => onChange(null)}
    >
      <Trash2 aria-hidden="true" />
    </button>
    <VoicePicker
      label={t("Voice of speaker {number}", { number })}
      language={language}
      value={speaker.voice_id}
      onChange={(voice_id) => onChange({ ...speaker, voice_id })}
      placeholder={t("Choose a voice")}
    />
  </li>
);

/** The voices of speakers: of the paragraphs that begin with the name and a colon. */
export function SpeakersField({ speakers, found, language, onChange, problem }: SpeakersFieldProps) {
  const add = (speaker: DocumentSpeaker): void => onChange([...speakers, speaker]);
  const replace = (at: number, speaker: DocumentSpeaker | null): void =>
    onChange(speakers.flatMap((one, index) => (index === at ? (speaker ?? []) : one)));
  return (
    <fieldset className="speakers">
      <legend className="label">{t("Voices by speaker")}</legend>
      <p className="hint">
        {t("A paragraph such as “Anna: Come in.” is spoken by the voice of Anna, without her name.")}
      </p>
      <ul className="plain">
        {speakers.map((speaker, index) => (
          // A name is being typed, and two may be the same.
          <SpeakerRow
            key={index}
            speaker={speaker}
            number={index + 1}
            language={language}
            onChange={(next) => replace(index, next)}
          />
        ))}
      </ul>
      {problem !== undefined && <p className="problem">{problem}</p>}
      {found.length > 0 && <p>{t("Found: {names}", { names: found.join(", ") })}</p>}
      {found.map((name) => (
        <VoicePicker
          key={name}
          label={t("Voice of {name}", { name })}
          language={language}
          value=""
          onChange={(voice_id) => add({ name, voice_id })}
          placeholder={t("Choose a voice")}
        />
      ))}
      <div className="row center">
        <button type="button" className="button quiet" onClick={() => add({ name: "", voice_id: "" })}>
          {t("Add a speaker")}
        </button>
      </div>
    </fieldset>
  );
}
