import { ErrorNotice, SuccessNotice, Loading } from "#web/components/notice.tsx";
import { t } from "#web/messages/translate.ts";
import { useCheckout } from "./use-checkout.ts";
import type { Purchase } from "./pending-order.ts";
import type { PaymentStatus } from "./use-payment-return.ts";

const sentences = {
  failed: t("The payment failed. You were not charged."),
  cancelled: t("The payment was cancelled. You were not charged."),
} as const;

interface PaymentProps {
  readonly state: PaymentStatus;
  /** The amount to be paid; null when it is not known any more. */
  readonly purchase: Purchase | null;
  readonly onStop: () => void;
}

interface NotPaidProps extends Pick<PaymentProps, "purchase"> {
  readonly why: keyof typeof sentences;
}

/** A payment that came to nothing, and another try. */
function NotPaid({ why, purchase }: NotPaidProps) {
  const { mutate, error, isPending, isSuccess } = useCheckout();
  return (
    <>
      <div role="alert" className={why === "failed" ? "notice bad" : "notice"}>
        <p>
          {sentences[why]}
          {purchase === null && ` ${t("You can choose again below.")}`}
        </p>
        {purchase !== null && (
          <button
            type="button"
            className="button quiet"
            disabled={isPending || isSuccess}
            onClick={() => mutate(purchase)}
          >
            {t("Try again")}
          </button>
        )}
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}

/** The outcome of the payment that the person left for. */
export function Payment({ state, purchase, onStop }: PaymentProps) {
  if (state === "none") return null;
  if (state === "paid") {
    return (
      <SuccessNotice>
        {t("The payment was received. Your new credits are available.")} <a href="#payments">{t("See the receipt")}</a>
      </SuccessNotice>
    );
  }
  if (state === "failed" || state === "cancelled") return <NotPaid why={state} purchase={purchase} />;
  if (state === "waiting") {
    return (
      <div className="notice">
        <Loading>{t("Waiting for your payment…")}</Loading>
        <button type="button" className="button quiet" onClick={onStop}>
          {t("I have not paid")}
        </button>
      </div>
    );
  }
  return (
    <div role="alert" className="notice bad">
      {t("The payment has not been confirmed yet. If you have paid, your credits come as soon as it is.")}
    </div>
  );
}
