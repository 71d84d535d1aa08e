import { Dialog } from "@base-ui/react/dialog";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Input } from "#web/api/call.ts";
import { fieldProblem, isFieldProblem } from "#web/api/problem.ts";
import type { CreatedApiKey } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatCount } from "#web/format.ts";
import { Form } from "#web/components/form.tsx";
import { DialogActions } from "#web/components/dialog-actions.tsx";
import { CheckboxGroup } from "#web/components/checkbox-group.tsx";
import { SelectField, TextField } from "#web/components/field.tsx";
import { usualScopes, type Scope, scopeOptions } from "#web/components/key-scopes.ts";
import { ErrorNotice } from "#web/components/notice.tsx";
import { t } from "#web/messages/translate.ts";
import { KeyDialog } from "./key-dialog.tsx";
import { LimitField, limitOf } from "./limit-key.tsx";

const lifetimes = [
  ["", t("No expiry")],
  ["30", formatCount(30, "day")],
  ["90", formatCount(90, "day")],
  ["365", t("1 year")],
] as const;

interface NewKeyProps {
  readonly create: (body: Input<"POST /v1/api-keys">["body"]) => Promise<CreatedApiKey>;
}

interface FormProps extends NewKeyProps {
  readonly onMade: (made: CreatedApiKey) => void;
}

function KeyForm({ create, onMade }: FormProps) {
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>(usualScopes);
  const [limit, setLimit] = useState("");
  const [days, setDays] = useState<string>("");
  const isAdmin = useApi("GET /v1/users/me", {}).data?.role === "admin";
  const { mutate, error, isPending } = useMutation({ mutationFn: create, onSuccess: (made) => onMade(made) });
  const limits = { monthly_credit_limit: limitOf(limit), expires_in_days: days === "" ? null : Number(days) };
  const submit = (): void => mutate({ name, description, scopes, ...limits });
  return (
    <Form onSubmit={submit}>
      <Dialog.Title className="dialog-title">{t("Create API key")}</Dialog.Title>
      <TextField
        label={t("Name")}
        value={name}
        onChange={setName}
        hint={t("What will use the key, such as “laptop”.")}
        problem={fieldProblem(error, "name")}
        autoComplete="off"
        required
      />
      <TextField
        label={t("Description")}
        value={description}
        onChange={setDescription}
        problem={fieldProblem(error, "description")}
        autoComplete="off"
      />
      <CheckboxGroup
        legend={t("Scopes")}
        choices={scopeOptions(isAdmin)}
        chosen={scopes}
        onChange={setScopes}
        problem={fieldProblem(error, "scopes")}
      />
      <div className="row">
        <LimitField value={limit} onChange={setLimit} problem={fieldProblem(error, "monthly_credit_limit")} />
        <SelectField label={t("Expiry")} value={days} onChange={setDays} choices={lifetimes} />
      </div>
      {error !== null && !isFieldProblem(error) && <ErrorNotice error={error} />}
      <DialogActions action={t("Create key")} disabled={isPending} />
    </Form>
  );
}

/** The button that makes a key, and the dialog that shows it once. */
export function NewKey({ create }: NewKeyProps) {
  const [open, setOpen] = useState(false);
  const trigger = <Dialog.Trigger className="button">{t("New key")}</Dialog.Trigger>;
  return (
    <KeyDialog open={open} onOpenChange={setOpen} trigger={trigger}>
      {(onMade) => <KeyForm create={create} onMade={onMade} />}
    </KeyDialog>
  );
}
