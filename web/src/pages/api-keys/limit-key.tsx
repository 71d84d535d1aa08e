import { Dialog } from "@base-ui/react/dialog";
import { useState } from "react";
import { fieldProblem, isFieldProblem } from "#web/api/problem.ts";
import type { ApiKey } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { formatNumber } from "#web/format.ts";
import { DialogActions } from "#web/components/dialog-actions.tsx";
import { TextField } from "#web/components/field.tsx";
import { Form } from "#web/components/form.tsx";
import { ErrorNotice } from "#web/components/notice.tsx";
import { t } from "#web/messages/translate.ts";

interface LimitFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: string | undefined;
}

/** How many credits a key may use in a month, as it is typed. */
export const LimitField = (props: LimitFieldProps) => (
  <TextField
    label={t("Monthly limit in credits")}
    hint={t("A character or a second costs one credit. Empty means no limit.")}
    autoComplete="off"
    render={<input inputMode="numeric" />}
    {...props}
  />
);

/** The limit that was typed; what is no number is left to the API to refuse. */
export const limitOf = (typed: string): number | null => (typed.trim() === "" ? null : Number(typed));

interface FormProps {
  readonly apiKey: ApiKey;
  readonly onDone: () => void;
}

function LimitForm({ apiKey, onDone }: FormProps) {
  const [limit, setLimit] = useState(apiKey.monthly_credit_limit?.toString() ?? "");
  const { mutate, error, isPending } = useApiMutation("PATCH /v1/api-keys/{api_key_id}", ["GET /v1/api-keys"]);
  const change = { path: { api_key_id: apiKey.api_key_id }, body: { monthly_credit_limit: limitOf(limit) } };
  const submit = (): void => mutate(change, { onSuccess: onDone });
  return (
    <Form onSubmit={submit}>
      <Dialog.Title className="dialog-title">{t("Monthly limit of “{name}”", { name: apiKey.name })}</Dialog.Title>
      <Dialog.Description>
        {t("The key has used {credits} credits this month. Calls beyond the limit are refused and cost nothing.", {
          credits: formatNumber(apiKey.credits_this_month),
        })}
      </Dialog.Description>
      <LimitField value={limit} onChange={setLimit} problem={fieldProblem(error, "monthly_credit_limit")} />
      {error !== null && !isFieldProblem(error) && <ErrorNotice error={error} />}
      <DialogActions action={t("Save limit")} disabled={isPending} />
    </Form>
  );
}

/** The button that changes the monthly limit of a key, and its dialog. */
export function LimitKey({ apiKey }: { readonly apiKey: ApiKey }) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="button quiet" aria-label={t("Set the limit of {name}", { name: apiKey.name })}>
        {t("Limit")}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <LimitForm apiKey={apiKey} onDone={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
