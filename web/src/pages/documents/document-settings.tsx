import { Dialog } from "@base-ui/react/dialog";
import { Settings } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { fieldProblem, isFieldProblem } from "#web/api/problem.ts";
import type { Document, DocumentsUpdateRequest } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { DialogActions } from "#web/components/dialog-actions.tsx";
import { Form } from "#web/components/form.tsx";
import { SpeedSlider } from "#web/components/speed-slider.tsx";
import { WorkError } from "#web/components/work-error.tsx";
import { ownWordsPath } from "#web/components/own-words.ts";
import { rich, t } from "#web/messages/translate.ts";
import { speakersIn } from "./document-parts.ts";
import { SpeakersField, TitleFields, VoiceFields } from "./settings-fields.tsx";
import { staleDocuments } from "./use-document.ts";

const fieldsOf = ({ title, author, language, voice_id: voiceId, speed, speakers }: Document) => ({
  ...{ title, author: author ?? "", language: language ?? "", voiceId: voiceId ?? "", speed, speakers },
});
type Fields = ReturnType<typeof fieldsOf>;

const bodyOf = ({ title, author, language, voiceId, speed, speakers }: Fields): DocumentsUpdateRequest => ({
  ...{ title, speed, speakers, author: author === "" ? null : author, language: language === "" ? null : language },
  voice_id: voiceId === "" ? null : voiceId,
});

const ownWordsLink = (words: ReactNode): ReactNode => <Link href={ownWordsPath}>{words}</Link>;

interface FieldsProps {
  readonly fields: Fields;
  readonly found: readonly string[];
  readonly onChange: (changed: Partial<Fields>) => void;
  readonly problemOf: (field: string) => string | undefined;
}

function SettingsFields({ fields, found, onChange, problemOf }: FieldsProps) {
  const { language, speed, speakers } = fields;
  const named = new Set(speakers.map(({ name }) => name));
  return (
    <>
      <div className="row top">
        <TitleFields fields={fields} onChange={onChange} problemOf={problemOf} />
      </div>
      <VoiceFields fields={fields} onChange={onChange} problemOf={problemOf} />
      <SpeedSlider value={speed} onChange={(next) => onChange({ speed: next })} />
      <SpeakersField
        speakers={speakers}
        found={found.filter((name) => !named.has(name))}
        language={language}
        onChange={(next) => onChange({ speakers: next })}
        problem={problemOf("speakers")}
      />
    </>
  );
}

interface SettingsFormProps {
  readonly document: Document;
  readonly onSaved: () => void;
}

function SettingsForm({ document, onSaved }: SettingsFormProps) {
  const [fields, setFields] = useState(() => fieldsOf(document));
  const [lacksVoice, setLacksVoice] = useState(false);
  const { mutate, error, isPending } = useApiMutation("PATCH /v1/documents/{document_id}", staleDocuments);
  const submit = (): void => {
    const lacks = fields.speakers.some(({ voice_id: voice }) => voice === "");
    setLacksVoice(lacks);
    if (lacks) return;
    mutate({ path: { document_id: document.document_id }, body: bodyOf(fields) }, { onSuccess: onSaved });
  };
  return (
    <Form onSubmit={submit}>
      <SettingsFields
        fields={fields}
        found={speakersIn(document.chapters ?? [])}
        onChange={(changed) => setFields((known) => ({ ...known, ...changed }))}
        problemOf={(field) =>
          field === "speakers" && lacksVoice ? t("Choose a voice for each speaker.") : fieldProblem(error, field)
        }
      />
      <p className="hint">
        {t("Saving speaks nothing. Paragraphs that this changes must be spoken again and are charged again.")}
      </p>
      <p className="hint">{rich("<link>Pronunciation</link> says how names are spoken.", { link: ownWordsLink })}</p>
      {error !== null && !isFieldProblem(error) && <WorkError error={error} retry={submit} />}
      <DialogActions action={t("Save")} disabled={isPending} />
    </Form>
  );
}

/** The title and the author of a document, and how it is spoken: a button, and the dialog in which they are changed. */
export function DocumentSettings({ document }: { readonly document: Document }) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen} disablePointerDismissal>
      <Dialog.Trigger className="button quiet">
        <Settings aria-hidden="true" size={18} /> {t("Voice and settings")}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">{t("Voice and settings")}</Dialog.Title>
          <SettingsForm document={document} onSaved={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
