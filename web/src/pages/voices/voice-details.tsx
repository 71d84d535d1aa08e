import { Dialog } from "@base-ui/react/dialog";
import { useState } from "react";
import { fieldProblem, isFieldProblem } from "#web/api/problem.ts";
import type { Voice } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { AudioPlayer } from "#web/components/audio/audio-player.tsx";
import { CopyButton } from "#web/components/copy-button.tsx";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { DialogActions } from "#web/components/dialog-actions.tsx";
import { TextField } from "#web/components/field.tsx";
import { Form } from "#web/components/form.tsx";
import { ErrorNotice } from "#web/components/notice.tsx";
import { formatDateTime } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { ConsentMeaning, consentStatement } from "./consent-field.tsx";
import { NewVoice } from "./new-voice.tsx";
import { VoiceMatch } from "./voice-match.tsx";

/** The address of a voice's sample. */
export const sampleAddress = ({ voice_id: id }: Voice): string => `/v1/voices/${id}/sample`;

/** Removes the recording of the person and keeps the voice. */
function DeleteSample({ voice }: { readonly voice: Voice }) {
  const { mutateAsync } = useApiMutation("DELETE /v1/voices/{voice_id}/sample", ["GET /v1/voices"]);
  return (
    <ConfirmDialog
      trigger={t("Delete sample")}
      triggerLabel={t("Delete sample of {name}", { name: voice.name })}
      title={t("Delete the sample of “{name}”?", { name: voice.name })}
      action={t("Delete sample")}
      onConfirm={() => mutateAsync({ path: { voice_id: voice.voice_id } })}
    >
      <p>
        {t(
          "The voice is kept and still works, but can no longer be compared with its sample, nor trained from it again. This cannot be undone.",
        )}
      </p>
    </ConfirmDialog>
  );
}

const Sample = ({ voice }: { readonly voice: Voice }) => (
  <section className="details-part" aria-label={t("Sample")}>
    <h3>{t("Sample")}</h3>
    {voice.has_sample ? (
      <>
        <AudioPlayer src={sampleAddress(voice)} label={t("Sample of {name}", { name: voice.name })} />
        {voice.sample_text !== null && <blockquote className="written">{voice.sample_text}</blockquote>}
        {voice.status === "ready" && (
          <div>
            <DeleteSample voice={voice} />
          </div>
        )}
      </>
    ) : (
      <p className="hint">{t("The sample is not kept.")}</p>
    )}
  </section>
);

/** The person who gave the consent, as far as it is known, and when it was confirmed. */
function consentFacts({ given_by: speaker, given_at: givenAt }: NonNullable<Voice["consent"]>): string {
  const confirmed = givenAt === null ? t("Confirmed") : t("Confirmed {date}", { date: formatDateTime(givenAt) });
  return speaker === null ? confirmed : `${t("Speaker: {name}.", { name: speaker })} ${confirmed}`;
}

/** The consent that is stored with a voice. */
export const Consent = ({ consent }: Pick<Voice, "consent">) => (
  <section className="details-part" aria-label={t("Consent")}>
    <h3>{t("Consent")}</h3>
    {consent === null ? (
      <p className="hint">{t("None was stored with this voice.")}</p>
    ) : (
      <>
        <blockquote className="written" lang={consent.statement === consentStatement ? "en" : undefined}>
          {consent.statement}
        </blockquote>
        {consent.statement === consentStatement && <ConsentMeaning />}
        <p className="hint">{consentFacts(consent)}</p>
      </>
    )}
  </section>
);

function Rename({ voice, onSaved }: { readonly voice: Voice; readonly onSaved: () => void }) {
  const [fields, setFields] = useState({ name: voice.name, description: voice.description });
  const { mutate, error, isPending } = useApiMutation("PATCH /v1/voices/{voice_id}", ["GET /v1/voices"]);
  const submit = (): void => mutate({ path: { voice_id: voice.voice_id }, body: fields }, { onSuccess: onSaved });
  return (
    <Form onSubmit={submit}>
      <TextField
        label={t("Name")}
        value={fields.name}
        onChange={(name) => setFields({ ...fields, name })}
        problem={fieldProblem(error, "name")}
        autoComplete="off"
        required
      />
      <TextField
        label={t("Description")}
        value={fields.description}
        onChange={(description) => setFields({ ...fields, description })}
        problem={fieldProblem(error, "description")}
        autoComplete="off"
      />
      {error !== null && !isFieldProblem(error) && <ErrorNotice error={error} />}
      <DialogActions action={t("Save")} disabled={isPending} close={t("Close")} />
    </Form>
  );
}

/** A button that shows the sample and the consent of a voice of the account, and lets it be renamed. */
export function VoiceDetails({ voice }: { readonly voice: Voice }) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="button quiet" aria-label={t("Details of {name}", { name: voice.name })}>
        {t("Details")}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">{voice.name}</Dialog.Title>
          {voice.match !== null && (
            <section className="details-part" aria-label={t("Result of the training")}>
              <h3>{t("Result of the training")}</h3>
              <VoiceMatch voice={voice} match={voice.match} />
              <p className="hint">
                {t("Another sample may give a better match. “{name}” stays until you delete it.", { name: voice.name })}
              </p>
              <div>
                <NewVoice
                  label={t("Make another voice from a new sample")}
                  like={voice}
                  onMade={() => setOpen(false)}
                />
              </div>
            </section>
          )}
          <Sample voice={voice} />
          <Consent consent={voice.consent} />
          <div>
            <CopyButton text={voice.voice_id} label={t("Copy ID")} />
          </div>
          <Rename voice={voice} onSaved={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
