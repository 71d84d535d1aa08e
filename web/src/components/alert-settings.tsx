import { useApiMutation } from "#web/api/use-api.ts";
import { SelectField } from "#web/components/field.tsx";
import { ErrorNotice, SuccessNotice } from "#web/components/notice.tsx";
import { t } from "#web/messages/translate.ts";
import { useNamedSection } from "./use-named-section.ts";

const usual = [50, 60, 70, 75, 80, 85, 90, 95] as const;

const anchor = "alerts";

/** The percentage of the credits from whose use on the account is alerted. */
export function AlertSettings({ percent }: { readonly percent: number }) {
  const section = useNamedSection(anchor);
  const { mutate, variables, isPending, isSuccess, error } = useApiMutation("PATCH /v1/users/me", [
    "GET /v1/users/me",
    "GET /v1/usage",
  ]);
  const shown = (isPending ? variables?.body?.alert_percent : undefined) ?? percent;
  const percents = [...new Set([...usual, percent])].toSorted((one, other) => one - other);
  return (
    <section ref={section} id={anchor} className="card" aria-labelledby="alerts-title">
      <h2 id="alerts-title">{t("Credit alerts")}</h2>
      <SelectField
        label={t("Alert me when this much of my credits is used")}
        hint={t(
          "On every page, by e-mail where the operator sends any, and to webhook endpoints with credits.low. You are always told when credits are used up.",
        )}
        value={String(shown)}
        choices={percents.map((one) => [String(one), `${one}%`] as const)}
        onChange={(value) => mutate({ body: { alert_percent: Number(value) } })}
      />
      {isSuccess && <SuccessNotice>{t("Saved.")}</SuccessNotice>}
      {error !== null && <ErrorNotice error={error} />}
    </section>
  );
}
