import { Dialog } from "@base-ui/react/dialog";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { fieldProblem, isFieldProblem } from "#web/api/problem.ts";
import type { SpeechRequest } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { DialogActions } from "#web/components/dialog-actions.tsx";
import { TextField } from "#web/components/field.tsx";
import { Form } from "#web/components/form.tsx";
import { ErrorNotice } from "#web/components/notice.tsx";
import { t } from "#web/messages/translate.ts";
import { shownVoice, voiceOf, voicesIn } from "./voices.ts";

interface RenameProps {
  readonly requestId: string;
  /** The letter of the speaker, or the number of the channel. */
  readonly voice: string;
  readonly name: string | null;
  readonly onSaved: () => void;
}

function Rename({ requestId, voice, name: present, onSaved }: RenameProps) {
  const [name, setName] = useState(present ?? "");
  const { mutate, error, isPending } = useApiMutation("PATCH /v1/speech/requests/{request_id}/transcript", [
    "GET /v1/speech/requests/{request_id}",
  ]);
  const given = name.trim();
  const body = { speaker_names: { [voice]: given === "" ? null : given } };
  return (
    <Form onSubmit={() => mutate({ path: { request_id: requestId }, body }, { onSuccess: onSaved })}>
      <TextField
        label={t("Name")}
        value={name}
        onChange={setName}
        hint={t("Empty takes the name away.")}
        problem={fieldProblem(error, "speaker_names")}
        maxLength={64}
        autoComplete="off"
      />
      {error !== null && !isFieldProblem(error) && <ErrorNotice error={error} />}
      <DialogActions action={t("Save")} disabled={isPending} />
    </Form>
  );
}

interface NameProps extends Omit<RenameProps, "onSaved"> {
  readonly shown: string;
}

/** The name of a speaker or channel, as a button that changes it. */
function SpeakerName({ shown, ...its }: NameProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="button quiet long" aria-label={t("Rename {name}", { name: shown })}>
        {shown}
        <Pencil aria-hidden="true" size={16} />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">{t("Name of {name}", { name: shown })}</Dialog.Title>
          <Rename {...its} onSaved={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The speakers or channels of a transcript, each to be renamed; nothing where none are told apart. */
export function SpeakerNames({ request }: { readonly request: Extract<SpeechRequest, { request_type: "asr" }> }) {
  const voices = voicesIn(request);
  if (voices.length === 0) return null;
  return (
    <div className="row" role="group" aria-label={t("Press a name to change it")}>
      {voices.map(({ voice, name, part }) => (
        <SpeakerName
          key={voice}
          requestId={request.request_id}
          voice={voice}
          name={name}
          shown={shownVoice(voiceOf(part, name === null ? {} : { [voice]: name }))}
        />
      ))}
    </div>
  );
}
