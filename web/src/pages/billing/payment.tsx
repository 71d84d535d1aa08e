import { purchaseWords } from "#web/components/credit-words.ts";
import { ErrorNotice, SuccessNotice, Loading } from "#web/components/notice.tsx";
import { formatAmount } from "#web/format.ts";
import { type Message, t } from "#web/messages/translate.ts";
import type { Payment as PaidOrder } from "#web/api/types.ts";
import { receiptAddress } from "./payments.tsx";
import { useOpenOrders } from "#web/components/use-open-orders.ts";
import { useCheckout } from "./use-checkout.ts";
import type { Purchase } from "./pending-order.ts";
import type { PaymentStatus } from "./use-payment-return.ts";

const sentences = {
  failed: t("The payment failed. You were not charged."),
  cancelled: t("The payment was cancelled. You were not charged."),
} as const;

/** The sentences about an order that is known, since another may have been paid meanwhile. */
const sentencesOfOrder = {
  failed: "The payment for {purchase} failed. You were not charged for it.",
  cancelled: "The payment for {purchase} was cancelled. You were not charged for it.",
} as const satisfies Readonly<Record<string, Message>>;

interface PaymentProps {
  readonly state: PaymentStatus;
  /** Null until it is received. */
  readonly payment: PaidOrder | null;
  /** The amount to be paid; null when it is not known any more. */
  readonly purchase: Purchase | null;
  /** The order that the person left to pay; null when it is not known any more. */
  readonly orderId: string | null;
  readonly onStop: () => void;
}

type UnpaidProps = Pick<PaymentProps, "purchase" | "orderId" | "onStop"> & {
  readonly state: Exclude<PaymentStatus, "none" | "paid">;
};

/** The state of an order that is not paid. */
function UnpaidState({ state, purchase, orderId }: UnpaidProps) {
  const order = useOpenOrders().data?.items.find(({ payments_order_id: id }) => id === orderId);
  if (state === "waiting") return <Loading>{t("Waiting for your payment…")}</Loading>;
  if (state === "unheard") {
    return <p>{t("The payment has not been confirmed yet. If you have paid, your credits come as soon as it is.")}</p>;
  }
  return (
    <p>
      {purchase === null ? sentences[state] : t(sentencesOfOrder[state], { purchase: purchase.name })}
      {state === "failed" &&
        order?.failure &&
        ` ${t("The payment provider says: {reason}", { reason: order.failure })}`}
      {purchase === null && ` ${t("You can choose again below.")}`}
    </p>
  );
}

/** An order that is not paid, and the way back to the page of the provider, where it still can be. */
function Unpaid(props: UnpaidProps) {
  const { state, purchase, onStop } = props;
  const { mutate, error, isPending, isSuccess } = useCheckout();
  const isWaiting = state === "waiting";
  return (
    <>
      <div
        role={isWaiting ? undefined : "alert"}
        className={state === "failed" || state === "unheard" ? "notice bad" : "notice"}
      >
        <UnpaidState {...props} />
        <div className="choices">
          {purchase !== null && (
            <button
              type="button"
              className="button quiet"
              disabled={isPending || isSuccess}
              onClick={() => mutate(purchase)}
            >
              {state === "waiting" || state === "unheard" ? t("Continue to payment") : t("Try again")}
            </button>
          )}
          {isWaiting && (
            <button type="button" className="button quiet" onClick={onStop}>
              {t("I have not paid")}
            </button>
          )}
        </div>
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}

/** The outcome of the payment that the person left for. */
export function Payment({ state, payment, ...order }: PaymentProps) {
  if (state === "none") return null;
  if (state === "paid") {
    return (
      <SuccessNotice>
        {payment === null
          ? t("The payment was received. Your new credits are available.")
          : t("The payment was received: {purchase} for {amount}. Your new credits are available.", {
              purchase: purchaseWords(payment.purchase),
              amount: formatAmount(payment.amount, payment.currency),
            })}{" "}
        {payment !== null && payment.receipt_number !== null && (
          <a href={receiptAddress(payment)} target="_blank" rel="noreferrer">
            {t("See the receipt")}
          </a>
        )}
      </SuccessNotice>
    );
  }
  return <Unpaid state={state} {...order} />;
}
