import { Dialog } from "@base-ui/react/dialog";
import { useState } from "react";
import type { OperationName } from "#web/api/call.ts";
import { fieldProblem, isFieldProblem } from "#web/api/problem.ts";
import type { AdminAccount } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { DialogActions } from "#web/components/dialog-actions.tsx";
import { TextField } from "#web/components/field.tsx";
import { Form } from "#web/components/form.tsx";
import { ErrorNotice } from "#web/components/notice.tsx";
import { t } from "#web/messages/translate.ts";
import { accountName } from "./account-name.ts";

interface BlockProps {
  readonly account: AdminAccount;
  /** The queries to repeat afterwards. */
  readonly stale: readonly OperationName[];
}

function BlockForm({ account, stale, onDone }: BlockProps & { readonly onDone: () => void }) {
  const [reason, setReason] = useState("");
  const { mutate, error, isPending } = useApiMutation("PUT /v1/admin/accounts/{user_id}/block", stale);
  const submit = (): void => mutate({ path: { user_id: account.user_id }, body: { reason } }, { onSuccess: onDone });
  return (
    <Form onSubmit={submit}>
      <Dialog.Title className="dialog-title">{t("Block {name}?", { name: accountName(account) })}</Dialog.Title>
      <Dialog.Description className="hint">
        {t(
          "Its keys and sessions are refused from the next call on. Work under way ends as usual, and its plan goes on.",
        )}
      </Dialog.Description>
      <TextField
        label={t("Reason")}
        required
        autoComplete="off"
        hint={t("A note for admins. The account does not see it.")}
        value={reason}
        onChange={setReason}
        problem={fieldProblem(error, "reason")}
      />
      {error !== null && !isFieldProblem(error) && <ErrorNotice error={error} />}
      <DialogActions action={t("Block account")} disabled={isPending} />
    </Form>
  );
}

/** The button that blocks an account, and the dialog that asks why. */
export function BlockAccount({ account, stale }: BlockProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="button quiet">{t("Block")}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <BlockForm account={account} stale={stale} onDone={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
