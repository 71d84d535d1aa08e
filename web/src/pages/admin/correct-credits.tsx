import { Dialog } from "@base-ui/react/dialog";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dataOf, type OperationName, send } from "#web/api/call.ts";
import { fieldProblem, isFieldProblem } from "#web/api/problem.ts";
import type { AdminAccount, CreditCorrection } from "#web/api/types.ts";
import { invalidate } from "#web/api/use-api.ts";
import { formatNumber } from "#web/format.ts";
import { poolChoices } from "#web/components/credit-words.ts";
import { Form } from "#web/components/form.tsx";
import { DialogActions } from "#web/components/dialog-actions.tsx";
import { SelectField, TextField } from "#web/components/field.tsx";
import { ErrorNotice } from "#web/components/notice.tsx";
import { type Message, t } from "#web/messages/translate.ts";
import { accountName } from "./account-name.ts";

const directions = [
  ["give", t("Add")],
  ["take", t("Remove")],
] as const;
const nothing = { direction: "give", pool: "tts", credits: "", reason: "" } as const;

type Texts = Readonly<Record<keyof typeof nothing, string>>;

/** A correction, under a key by which it is done once, however often it has to be sent. */
interface Draft extends Texts {
  readonly key: string;
}

const draftOf = (texts: Texts): Draft => ({ ...texts, key: crypto.randomUUID() });

/** @throws Problem */
async function correct(userId: string, { direction, pool, credits, reason, key }: Draft): Promise<CreditCorrection> {
  const signed = direction === "take" ? -Number(credits) : Number(credits);
  const answer = await send(`/v1/admin/accounts/${encodeURIComponent(userId)}/credits`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": key },
    body: JSON.stringify({ pool, credits: /^\d+$/.test(credits) ? signed : credits, reason }),
  });
  return dataOf<"POST /v1/admin/accounts/{user_id}/credits">(await answer.json());
}

/** The actions of the button, with an amount and before there is one. */
const actions = {
  give: {
    tts: ["Add {count, plural, one {# character} other {# characters}}", "Add characters"],
    asr: ["Add {count, plural, one {# second} other {# seconds}}", "Add seconds"],
  },
  take: {
    tts: ["Remove {count, plural, one {# character} other {# characters}}", "Remove characters"],
    asr: ["Remove {count, plural, one {# second} other {# seconds}}", "Remove seconds"],
  },
} as const satisfies Record<string, Record<string, readonly [Message, Message]>>;

/** The action of the button, in full. */
function actionWords({ direction, pool, credits }: Texts): string {
  const ofDirection = actions[direction === "take" ? "take" : "give"];
  const [counted, uncounted] = ofDirection[pool === "asr" ? "asr" : "tts"];
  return /^\d+$/.test(credits) ? t(counted, { count: Number(credits) }) : t(uncounted);
}

/** The balance that a correction leads to; nothing while it has no amount. */
function balanceWords({ direction, pool, credits }: Texts, { credits: balance }: AdminAccount): string | undefined {
  if (!/^\d+$/.test(credits)) return undefined;
  const before = pool === "asr" ? balance.asr_remaining : balance.tts_remaining;
  const after = before + (direction === "take" ? -Number(credits) : Number(credits));
  return t("Balance after it: {credits}", { credits: formatNumber(after) });
}

interface FormProps {
  readonly account: AdminAccount;
  readonly onDone: () => void;
}

function CreditsForm({ account, onDone }: FormProps) {
  const [draft, setDraft] = useState(() => draftOf(nothing));
  const { mutate, error, isPending } = useMutation({
    mutationFn: (now: Draft) => correct(account.user_id, now),
    onSuccess: onDone,
  });
  const field = (name: keyof Texts) => ({
    value: draft[name],
    problem: fieldProblem(error, name),
    onChange: (value: string) => setDraft((known) => draftOf({ ...known, [name]: value })),
  });
  const submit = (): void => mutate(draft);
  return (
    <Form onSubmit={submit}>
      <Dialog.Title className="dialog-title">
        {t("Correct the credits of {name}", { name: accountName(account) })}
      </Dialog.Title>
      <Dialog.Description className="hint">
        {t("This adds an entry to the ledger. Entries cannot be changed; correct a mistake with another entry.")}
      </Dialog.Description>
      <div className="row">
        <SelectField label={t("Action")} choices={directions} {...field("direction")} />
        <SelectField label={t("Credits")} choices={poolChoices} {...field("pool")} />
      </div>
      <TextField
        label={t("Amount")}
        required
        autoComplete="off"
        render={<input inputMode="numeric" />}
        hint={balanceWords(draft, account)}
        {...field("credits")}
      />
      <TextField
        label={t("Reason")}
        required
        autoComplete="off"
        hint={t("The account reads it beside its credits.")}
        {...field("reason")}
      />
      {error !== null && !isFieldProblem(error) && <ErrorNotice error={error} />}
      <DialogActions action={actionWords(draft)} disabled={isPending} />
    </Form>
  );
}

interface CorrectProps {
  readonly account: AdminAccount;
  /** The queries to repeat afterwards. */
  readonly stale: readonly OperationName[];
}

/** The button that corrects the credits of an account, and the dialog that asks how. */
export function CorrectCredits({ account, stale }: CorrectProps) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const done = (): void => {
    setOpen(false);
    void invalidate(client, stale);
  };
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="button">{t("Correct credits")}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <CreditsForm account={account} onDone={done} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
