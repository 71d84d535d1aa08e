import { Dialog } from "@base-ui/react/dialog";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/api/call.ts";
import type { WebhookEndpoint } from "#web/api/types.ts";
import { invalidate, useApiMutation } from "#web/api/use-api.ts";
import { formatCount, formatDateTime } from "#web/format.ts";
import { DialogActions } from "#web/components/dialog-actions.tsx";
import { SelectField } from "#web/components/field.tsx";
import { Form } from "#web/components/form.tsx";
import { ErrorNotice } from "#web/components/notice.tsx";
import { SecretDialog, type ShownSecret } from "#web/components/secret-dialog.tsx";
import { t } from "#web/messages/translate.ts";
import { EndpointForm } from "./endpoint-form.tsx";

const list = ["GET /v1/webhook-endpoints"] as const;
const secretTitle = t("The secret of the endpoint");
const secretNote = t("Your server checks with it that a call comes from here.");

interface MadeProps {
  readonly onMade: (made: ShownSecret) => void;
}

function CreateForm({ onMade }: MadeProps) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: Parameters<typeof create>[0]) => create(body),
    onSuccess: ({ secret }) => onMade({ title: secretTitle, secret, note: secretNote }),
  });
  return (
    <EndpointForm
      title={t("Add endpoint")}
      action={t("Add endpoint")}
      error={error}
      disabled={isPending}
      onSubmit={mutate}
    />
  );
}

const create = (body: Parameters<typeof call<"POST /v1/webhook-endpoints">>[1]["body"]) =>
  call("POST /v1/webhook-endpoints", { body });

/** The button that adds an endpoint, and the dialog that shows its secret once. */
export function NewEndpoint() {
  const [open, setOpen] = useState(false);
  const trigger = <Dialog.Trigger className="button">{t("New endpoint")}</Dialog.Trigger>;
  return (
    <SecretDialog open={open} onOpenChange={setOpen} trigger={trigger} stale={list}>
      {(onMade) => <CreateForm onMade={onMade} />}
    </SecretDialog>
  );
}

const graces = [
  ["0", t("None")],
  ["1", formatCount(1, "day")],
  ["3", formatCount(3, "day")],
  ["7", formatCount(7, "day")],
] as const;

interface EndpointProps {
  readonly endpoint: WebhookEndpoint;
}

/** The endpoint whose secret is replaced, with the name of its calls. */
interface RotationProps {
  readonly endpoint: Pick<WebhookEndpoint, "endpoint_id" | "url">;
}

function RotationForm({ endpoint, onMade }: RotationProps & MadeProps) {
  const [days, setDays] = useState<string>("1");
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      call("POST /v1/webhook-endpoints/{endpoint_id}/rotate", {
        path: { endpoint_id: endpoint.endpoint_id },
        body: { grace_period_days: Number(days) },
      }),
    onSuccess: ({ secret, former_secret_until: until }) => {
      const former =
        until === null ? [] : [t("The old secret signs as well until {time}.", { time: formatDateTime(until) })];
      onMade({ title: secretTitle, secret, note: [secretNote, ...former].join(" ") });
    },
  });
  return (
    <Form onSubmit={() => mutate()}>
      <Dialog.Title className="dialog-title">{t("Replace the secret?")}</Dialog.Title>
      <Dialog.Description>
        {t("Calls of {url} are signed with a new secret from now on.", { url: endpoint.url })}
      </Dialog.Description>
      <SelectField
        label={t("Grace period of the old secret")}
        value={days}
        onChange={setDays}
        choices={graces}
        hint={t("During a grace period every call has the signatures of both.")}
      />
      {error !== null && <ErrorNotice error={error} />}
      <DialogActions action={t("Replace it")} disabled={isPending} close={t("Keep it")} />
    </Form>
  );
}

/** The button that replaces the secret of an endpoint, and its dialog. */
export function RotateSecret({ endpoint }: EndpointProps) {
  const [open, setOpen] = useState(false);
  const trigger = (
    <Dialog.Trigger className="button quiet" aria-label={t("Replace secret of {url}", { url: endpoint.url })}>
      {t("Replace secret")}
    </Dialog.Trigger>
  );
  return (
    <SecretDialog open={open} onOpenChange={setOpen} trigger={trigger} stale={list}>
      {(onMade) => <RotationForm endpoint={endpoint} onMade={onMade} />}
    </SecretDialog>
  );
}

/** The button that replaces the secret of calls to single addresses, which the page goes on to show. */
export function RotateSingleSecret({ endpointId }: { readonly endpointId: string }) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const name = t("single requests");
  const close = (): void => {
    setOpen(false);
    void invalidate(client, ["GET /v1/webhook-secret"]);
  };
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="button quiet" aria-label={t("Replace secret of {url}", { url: name })}>
        {t("Replace secret")}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <RotationForm endpoint={{ endpoint_id: endpointId, url: name }} onMade={close} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The button that changes an endpoint, and its dialog. */
export function EditEndpoint({ endpoint }: EndpointProps) {
  const [open, setOpen] = useState(false);
  const { mutate, error, isPending } = useApiMutation("PATCH /v1/webhook-endpoints/{endpoint_id}", list);
  const { endpoint_id, url, description, events, include } = endpoint;
  const initial = { url, description, events: [...events], include: [...include] };
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="button quiet" aria-label={t("Edit {url}", { url })}>
        {t("Edit")}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <EndpointForm
            title={t("Edit endpoint")}
            action={t("Save")}
            initial={initial}
            error={error}
            disabled={isPending}
            onSubmit={(body) => mutate({ path: { endpoint_id }, body }, { onSuccess: () => setOpen(false) })}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
