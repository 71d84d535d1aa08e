import { Dialog } from "@base-ui/react/dialog";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { fieldProblem, isFieldProblem } from "#web/api/problem.ts";
import type { AccountLimits, Voice } from "#web/api/types.ts";
import { invalidate } from "#web/api/use-api.ts";
import { useUpload } from "#web/api/use-upload.ts";
import { Form } from "#web/components/form.tsx";
import { DialogActions } from "#web/components/dialog-actions.tsx";
import { SelectField, TextField } from "#web/components/field.tsx";
import { languageChoices } from "#web/components/language-choices.ts";
import { QueryBoundary } from "#web/components/notice.tsx";
import { UploadProgress } from "#web/components/upload-progress.tsx";
import { t } from "#web/messages/translate.ts";
import { useLocation } from "wouter";
import { ConsentField } from "./consent-field.tsx";
import { createVoice } from "./create-voice.ts";
import { useLimits } from "#web/api/use-limits.ts";
import { useRecording } from "#web/components/audio/use-recording.ts";
import { VoiceSample } from "./voice-sample.tsx";
import { WorkError } from "#web/components/work-error.tsx";

const undetermined = "";

/** The fields that are filled in of another voice. */
type Like = Pick<Voice, "name" | "description" | "language">;

interface FormProps {
  readonly limits: AccountLimits;
  readonly like: Like;
  readonly onMade: () => void;
}

interface NameFieldsProps {
  readonly fields: Readonly<Record<"name" | "language", string>>;
  readonly set: (field: "name" | "language") => (value: string) => void;
  readonly limits: AccountLimits;
  readonly problemOf: (field: string) => string | undefined;
}

const NameFields = ({ fields, set, limits, problemOf }: NameFieldsProps) => (
  <div className="row top">
    <TextField
      label={t("Name")}
      value={fields.name}
      onChange={set("name")}
      problem={problemOf("name")}
      autoComplete="off"
      required
    />
    <SelectField
      label={t("Accent")}
      value={fields.language}
      onChange={set("language")}
      hint={t("The voice can speak every language, with the accent of this one.")}
      problem={problemOf("language")}
      choices={[[undetermined, t("Not specified")], ...languageChoices(limits.synthesis_languages)]}
    />
  </div>
);

const noVoice: Like = { name: "", description: "", language: undetermined };

/** The fields as they are at first. The language of a voice is not always known. */
const fieldsOf = ({ name, description, language }: Like) => ({
  ...{ name, description, speaker: "" },
  language: language === "und" ? undetermined : language,
});

/** The fields of the form by their names in the API. */
const apiNames = {
  name: "name",
  description: "description",
  language: "language",
  speaker: "consent_given_by",
} as const;

/** The problems of the fields, each until the field is changed. */
function useProblems(error: unknown) {
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  return {
    problemOf: (field: string) => (changed.has(field) ? undefined : fieldProblem(error, field)),
    change: (field: string) => setChanged((known) => new Set([...known, field])),
    /** Shows the problems of the next answer. */
    renew: () => setChanged(new Set()),
  };
}

function VoiceForm({ limits, like, onMade }: FormProps) {
  const [fields, setFields] = useState(() => fieldsOf(like));
  const [consents, setConsents] = useState(false);
  const [sample, setSample] = useRecording();
  const { start, stop, sent, error } = useUpload(createVoice, onMade);
  const { problemOf, change, renew } = useProblems(error);
  const set = (field: keyof typeof fields) => (value: string) => {
    setFields((known) => ({ ...known, [field]: value }));
    change(apiNames[field]);
  };
  const submit = (): void => {
    renew();
    start({ ...fields, consents, sample, maxBytes: limits.voice_sample.max_bytes });
  };
  return (
    <Form onSubmit={submit}>
      <NameFields fields={fields} set={set} limits={limits} problemOf={problemOf} />
      <VoiceSample
        limits={limits.voice_sample}
        sample={sample}
        onSample={(audio) => {
          setSample(audio);
          change("audio");
        }}
        disabled={sent !== null}
        problem={problemOf("audio")}
      />
      <ConsentField
        checked={consents}
        onCheck={(checked) => {
          setConsents(checked);
          change("consent");
        }}
        speaker={fields.speaker}
        onSpeaker={set("speaker")}
        problem={problemOf("consent")}
        speakerProblem={problemOf("consent_given_by")}
      />
      <TextField
        label={t("Description")}
        value={fields.description}
        onChange={set("description")}
        problem={problemOf("description")}
        autoComplete="off"
      />
      {error !== null && !isFieldProblem(error) && <WorkError error={error} retry={submit} />}
      {sent !== null && <UploadProgress sent={sent} onStop={stop} />}
      <DialogActions action={t("Create voice")} disabled={sent !== null} />
    </Form>
  );
}

interface NewVoiceProps {
  readonly label: string;
  /** A voice that another one is made of. */
  readonly like?: Like;
  readonly onMade?: () => void;
}

/** The button that makes a voice, and the dialog that takes its sample. Closing it ends a recording and an upload. */
export function NewVoice({ label, like, onMade }: NewVoiceProps) {
  const [, goTo] = useLocation();
  const client = useQueryClient();
  const limits = useLimits();
  const [open, setOpen] = useState(false);
  const made = (): void => {
    setOpen(false);
    onMade?.();
    void invalidate(client, ["GET /v1/voices", "GET /v1/usage"]);
    goTo("/account/voices?view=mine");
  };
  return (
    // A sample is not lost to a click beside the dialog.
    <Dialog.Root open={open} onOpenChange={setOpen} disablePointerDismissal>
      <Dialog.Trigger className={like === undefined ? "button" : "button quiet"}>{label}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">{t("Create voice")}</Dialog.Title>
          <Dialog.Description>
            {t(
              "Voice matching reproduces the pitch and timbre of a sample. Accent, pace and intonation are not copied, so the voice is not a clone.",
            )}
          </Dialog.Description>
          <QueryBoundary query={limits}>
            {(known) => <VoiceForm limits={known} like={like ?? noVoice} onMade={made} />}
          </QueryBoundary>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
