import { purchaseWords } from "./credit-words.ts";
import { isUnsettled } from "./payment-table.tsx";
import { contactPath } from "./site.ts";
import { formatAmount } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { usePayments } from "./use-payments.ts";

/** Warns of money that came for orders which were paid already, until the operator has settled it. */
export function SecondPayments() {
  const payments = usePayments({ page: 1 }).data?.items ?? [];
  const unsettled = payments.flatMap((payment) =>
    payment.further_payments.filter(isUnsettled).map((further) => ({ payment, further })),
  );
  if (unsettled.length === 0) return null;
  return (
    <div role="status" className="notice warn">
      {unsettled.map(({ payment: { purchase, currency }, further }) => (
        <p key={further.payment_id}>
          {t(
            "A second payment of {amount} arrived for the same order ({purchase}). It buys nothing: the operator refunds it or adds credits for it. If neither happens, write to them.",
            { amount: formatAmount(further.amount - further.refunded, currency), purchase: purchaseWords(purchase) },
          )}
        </p>
      ))}
      <a className="button quiet" href={contactPath}>
        {t("Contact")}
      </a>
    </div>
  );
}
