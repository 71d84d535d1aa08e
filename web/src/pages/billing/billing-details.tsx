import { useState } from "react";
import { fieldProblem, isFieldProblem } from "#web/api/problem.ts";
import type { BillingDetails as Details } from "#web/api/types.ts";
import { useApi, useApiMutation } from "#web/api/use-api.ts";
import { TextField } from "#web/components/field.tsx";
import { Form } from "#web/components/form.tsx";
import { ErrorNotice, QueryBoundary, SuccessNotice } from "#web/components/notice.tsx";
import { t } from "#web/messages/translate.ts";

function DetailsForm({ kept }: { readonly kept: Details }) {
  const [draft, setDraft] = useState({ company: kept.company, address: kept.address, tax_number: kept.tax_number });
  const { mutate, error, isPending, isSuccess, reset } = useApiMutation("PUT /v1/billing-details", [
    "GET /v1/billing-details",
  ]);
  const field = (name: keyof typeof draft) => ({
    value: draft[name],
    problem: fieldProblem(error, name),
    onChange: (value: string): void => {
      setDraft((known) => ({ ...known, [name]: value }));
      if (isSuccess) reset();
    },
  });
  const submit = (): void => mutate({ body: draft });
  return (
    <Form onSubmit={submit}>
      <TextField label={t("Company")} autoComplete="organization" {...field("company")} />
      <TextField
        label={t("Address")}
        autoComplete="street-address"
        render={<textarea rows={3} />}
        {...field("address")}
      />
      <TextField
        label={t("Tax number")}
        autoComplete="off"
        hint={
          kept.tax_state === null
            ? t("A GSTIN is checked by its check digit.")
            : t("GSTIN of {state}.", { state: kept.tax_state })
        }
        {...field("tax_number")}
      />
      {error !== null && !isFieldProblem(error) && <ErrorNotice error={error} />}
      {isSuccess && (
        <SuccessNotice>{t("Saved. Receipts that are issued from now on have these details.")}</SuccessNotice>
      )}
      <div className="choices">
        <button type="submit" className="button quiet" disabled={isPending}>
          {t("Save details")}
        </button>
      </div>
    </Form>
  );
}

/** The details that the account wants on its receipts. */
export function BillingDetails() {
  const details = useApi("GET /v1/billing-details", {});
  return (
    <section className="card" aria-labelledby="details-title">
      <h2 id="details-title">{t("Details for receipts")}</h2>
      <p className="hint">
        {t(
          "All are optional. Your name and e-mail address are on every receipt. A receipt keeps the details of the day on which it was issued.",
        )}
      </p>
      <QueryBoundary query={details}>{(kept) => <DetailsForm kept={kept} />}</QueryBoundary>
    </section>
  );
}
