import type { Plan, PlanList, SubscriptionPreview } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatAmount, formatDate } from "#web/format.ts";
import { creditsOf } from "#web/components/credit-words.ts";
import { QueryBoundary } from "#web/components/notice.tsx";
import { taxWords } from "#web/components/tax-words.ts";
import { type Message, t } from "#web/messages/translate.ts";
import { CheckoutDialog } from "./checkout-dialog.tsx";

/** The plan that the address names (`?plan=ID`), as a link of the public page does. */
export const planOfAddress = (): string | null => new URLSearchParams(location.search).get("plan");

const prices: Readonly<Record<Plan["billing_cycle"], Message>> = {
  monthly: "{amount} for a month. You pay on the page of the payment provider. The plan does not renew by itself.",
  yearly: "{amount} for a year. You pay on the page of the payment provider. The plan does not renew by itself.",
};

/** When the plan begins, and what becomes of the credits that the account has. */
function Change({ preview }: { readonly preview: SubscriptionPreview }) {
  const { kind, starts_at: start, ends_at: end, expires_at: expiry } = preview;
  const granted = creditsOf(preview.tts_granted, preview.asr_granted);
  const carried = creditsOf(preview.tts_carried_over, preview.asr_carried_over);
  const expiring = creditsOf(preview.tts_expiring, preview.asr_expiring);
  const isLater = kind === "downgrade" || expiry !== null;
  return (
    <>
      <p>
        {isLater
          ? t(
              "It starts on {start}, after what you have paid for, and can be used until {end}. Your present plan stays until then.",
              { start: formatDate(start), end: formatDate(end) },
            )
          : t("It starts when it is paid and can be used until {end}.", { end: formatDate(end) })}
        {granted !== null && ` ${t("It brings {credits}.", { credits: granted })}`}
      </p>
      {carried !== null && (
        <p>
          {t("The {credits} that remain of your present cycle are carried over: you can use them until {end}.", {
            credits: carried,
            end: formatDate(end),
          })}
        </p>
      )}
      <p>{t("Your permanent credits stay as they are.")}</p>
      {expiring !== null && expiry !== null && (
        <p>
          {t("Your present credits expire on {date}. Now {credits} remain.", {
            date: formatDate(expiry),
            credits: expiring,
          })}
        </p>
      )}
    </>
  );
}

interface PurchaseDialogProps {
  readonly plan: Plan;
  readonly tax: PlanList["tax"];
  readonly title: string;
  readonly onClose: () => void;
  readonly onContinue: () => void;
}

/** Says what paying for a plan changes, before the person leaves to pay. */
export function PurchaseDialog({ plan, tax, title, onClose, onContinue }: PurchaseDialogProps) {
  const preview = useApi("GET /v1/subscriptions/preview", { query: { plan_id: plan.plan_id } });
  return (
    <CheckoutDialog isReady={preview.data !== undefined} {...{ title, onClose, onContinue }}>
      <QueryBoundary query={preview}>
        {(found) => (
          <>
            <p>
              {t(prices[plan.billing_cycle], { amount: formatAmount(found.amount, found.currency) })} {taxWords(tax)}
            </p>
            <Change preview={found} />
          </>
        )}
      </QueryBoundary>
    </CheckoutDialog>
  );
}
