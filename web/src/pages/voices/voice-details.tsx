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

/** The address of a voice's sample. */
export const sampleAddress = ({ voice_id: id }: Voice): string => `/v1/voices/${id}/sample`;

/** Removes the recording of the person and keeps the voice. */
function DeleteSample({ voice }: { readonly voice: Voice }) {
  const { mutateAsync } = useApiMutation("DELETE /v1/voices/{voice_id}/sample", ["GET /v1/voices"]);
  return (
    <ConfirmDialog
      trigger="Delete sample"
      triggerLabel={`Delete sample of ${voice.name}`}
      title={`Delete the sample of “${voice.name}”?`}
      action="Delete sample"
      onConfirm={() => mutateAsync({ path: { voice_id: voice.voice_id } })}
    >
      <p>The voice is kept and still works, but can no longer be compared with its sample. This cannot be undone.</p>
    </ConfirmDialog>
  );
}

const Sample = ({ voice }: { readonly voice: Voice }) => (
  <section className="details-part" aria-label="Sample">
    <h3>Sample</h3>
    {voice.has_sample ? (
      <>
        <AudioPlayer src={sampleAddress(voice)} label={`Sample of ${voice.name}`} />
        {voice.sample_text !== null && <blockquote className="written">{voice.sample_text}</blockquote>}
        {voice.status === "ready" && (
          <div>
            <DeleteSample voice={voice} />
          </div>
        )}
      </>
    ) : (
      <p className="hint">The sample is not kept.</p>
    )}
  </section>
);

const Consent = ({ consent }: Pick<Voice, "consent">) => (
  <section className="details-part" aria-label="Consent">
    <h3>Consent</h3>
    {consent === null ? (
      <p className="hint">None was stored with this voice.</p>
    ) : (
      <>
        <blockquote className="written">{consent.statement}</blockquote>
        <p className="hint">
          {[
            consent.given_by === null ? "Confirmed" : `Speaker: ${consent.given_by}. Confirmed`,
            consent.given_at === null ? "" : ` ${formatDateTime(consent.given_at)}`,
          ].join("")}
        </p>
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
        label="Name"
        value={fields.name}
        onChange={(name) => setFields({ ...fields, name })}
        problem={fieldProblem(error, "name")}
        autoComplete="off"
        required
      />
      <TextField
        label="Description"
        value={fields.description}
        onChange={(description) => setFields({ ...fields, description })}
        problem={fieldProblem(error, "description")}
        autoComplete="off"
      />
      {error !== null && !isFieldProblem(error) && <ErrorNotice error={error} />}
      <DialogActions action="Save" disabled={isPending} close="Close" />
    </Form>
  );
}

/** A button that shows the sample and the consent of a voice of the account, and lets it be renamed. */
export function VoiceDetails({ voice }: { readonly voice: Voice }) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="button quiet" aria-label={`Details of ${voice.name}`}>
        Details
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">{voice.name}</Dialog.Title>
          <Sample voice={voice} />
          <Consent consent={voice.consent} />
          <div>
            <CopyButton text={voice.voice_id} label="Copy ID" />
          </div>
          <Rename voice={voice} onSaved={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
