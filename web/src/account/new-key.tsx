import { Dialog } from "@base-ui/react/dialog";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { fieldProblem, Problem } from "#web/api/problem.ts";
import type { CreatedApiKey } from "#web/api/types.ts";
import { askAgain } from "#web/api/use-api.ts";
import { CopyButton } from "#web/parts/copy-button.tsx";
import { LabelledField } from "#web/parts/field.tsx";
import { ErrorNotice } from "#web/parts/notice.tsx";

interface NewKeyProps {
  readonly create: (body: { name: string; description: string }) => Promise<CreatedApiKey>;
}

const Created = ({ made }: { readonly made: CreatedApiKey }) => (
  <>
    <Dialog.Title className="dialog-title">Your key “{made.name}”</Dialog.Title>
    <Dialog.Description>Copy it now: it is not shown again, and nobody can look it up.</Dialog.Description>
    <div className="secret">
      <code data-testid="secret">{made.key}</code>
      <CopyButton text={made.key} />
    </div>
    <div className="actions">
      <Dialog.Close className="button">I have copied it</Dialog.Close>
    </div>
  </>
);

interface FormProps extends NewKeyProps {
  readonly onMade: (made: CreatedApiKey) => void;
}

function KeyForm({ create, onMade }: FormProps) {
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const { mutate, error, isPending } = useMutation({ mutationFn: create, onSuccess: onMade });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    mutate({ name, description });
  };
  const atFields = error instanceof Problem && error.status === 422;
  return (
    <form onSubmit={submit} noValidate>
      <Dialog.Title className="dialog-title">A new API key</Dialog.Title>
      <LabelledField
        label="Name"
        value={name}
        onChange={setName}
        hint="What will use it, such as “laptop”."
        problem={fieldProblem(error, "name")}
        autoComplete="off"
        required
      />
      <LabelledField
        label="Description"
        value={description}
        onChange={setDescription}
        problem={fieldProblem(error, "description")}
        autoComplete="off"
      />
      {error !== null && !atFields && <ErrorNotice error={error} />}
      <div className="actions">
        <Dialog.Close className="button quiet">Cancel</Dialog.Close>
        <button type="submit" className="button" disabled={isPending}>
          Make the key
        </button>
      </div>
    </form>
  );
}

/** The button that makes a key, and the dialog that shows it once. */
export function NewKey({ create }: NewKeyProps) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<CreatedApiKey | null>(null);
  const show = (key: CreatedApiKey): void => {
    setMade(key);
    void askAgain(client, ["GET /v1/api-keys"]);
  };
  return (
    // A secret that is not copied yet is lost neither to a click beside the dialog nor to the escape key.
    <Dialog.Root
      open={open}
      onOpenChange={(next, { reason }) => (made === null || reason !== "escape-key") && setOpen(next)}
      onOpenChangeComplete={(isOpen) => !isOpen && setMade(null)}
      disablePointerDismissal={made !== null}
    >
      <Dialog.Trigger className="button">New key</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          {made === null ? <KeyForm create={create} onMade={show} /> : <Created made={made} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
