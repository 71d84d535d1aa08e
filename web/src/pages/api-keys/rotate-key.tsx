import { Dialog } from "@base-ui/react/dialog";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/api/call.ts";
import type { ApiKey, RotatedApiKey } from "#web/api/types.ts";
import { formatCount, formatDateTime } from "#web/format.ts";
import { Form } from "#web/components/form.tsx";
import { DialogActions } from "#web/components/dialog-actions.tsx";
import { SelectField } from "#web/components/field.tsx";
import { ErrorNotice } from "#web/components/notice.tsx";
import { t } from "#web/messages/translate.ts";
import { KeyDialog } from "./key-dialog.tsx";

const graces = [
  ["0", t("None")],
  ["1", formatCount(1, "day")],
  ["3", formatCount(3, "day")],
  ["7", formatCount(7, "day")],
] as const;

/** The state of the key that was replaced. */
const fateOf = (replaces: RotatedApiKey["replaces"], hint: string): string =>
  Date.parse(replaces.expires_at) > Date.now()
    ? t("The key that ends in {hint} works until {time}.", { hint, time: formatDateTime(replaces.expires_at) })
    : t("The key that ends in {hint} no longer works.", { hint });

interface FormProps {
  readonly apiKey: ApiKey;
  readonly onMade: (made: RotatedApiKey, note: string) => void;
}

function RotationForm({ apiKey, onMade }: FormProps) {
  const [days, setDays] = useState<string>("0");
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      call("POST /v1/api-keys/{api_key_id}/rotate", {
        path: { api_key_id: apiKey.api_key_id },
        body: { grace_period_days: Number(days) },
      }),
    onSuccess: (made) => onMade(made, fateOf(made.replaces, apiKey.hint)),
  });
  const submit = (): void => mutate();
  return (
    <Form onSubmit={submit}>
      <Dialog.Title className="dialog-title">{t("Replace “{name}”?", { name: apiKey.name })}</Dialog.Title>
      <Dialog.Description>
        {t("You get a new key with the same name, which replaces the one that ends in {hint}. This cannot be undone.", {
          hint: apiKey.hint,
        })}
      </Dialog.Description>
      <SelectField
        label={t("Grace period of the old key")}
        value={days}
        onChange={setDays}
        choices={graces}
        hint={t("A grace period lets you update your programs before the old key stops.")}
      />
      {error !== null && <ErrorNotice error={error} />}
      <DialogActions action={t("Replace it")} disabled={isPending} close={t("Keep it")} />
    </Form>
  );
}

/**
 * Asks once, replaces a key, and shows the new one. It stands beside the list, not in its row: the row of the old key
 * may go while the new one is not copied yet.
 */
export function RotateKey({ apiKey, onClosed }: { readonly apiKey: ApiKey; readonly onClosed: () => void }) {
  const [open, setOpen] = useState(true);
  return (
    <KeyDialog open={open} onOpenChange={setOpen} onClosed={onClosed}>
      {(onMade) => <RotationForm apiKey={apiKey} onMade={onMade} />}
    </KeyDialog>
  );
}
