import { ErrorNotice, GoodNotice, Waiting } from "#web/parts/notice.tsx";
import { useCheckout } from "./use-checkout.ts";
import type { PaymentState } from "./use-subscription.ts";

const sentences = {
  failed: "The payment has failed, and nothing was bought.",
  cancelled: "You came back without paying, and nothing was bought.",
} as const;

interface PaymentProps {
  readonly state: PaymentState;
  /** What was to be paid; null when that is not known any more. */
  readonly planId: string | null;
  readonly onStop: () => void;
}

interface NotPaidProps extends Pick<PaymentProps, "planId"> {
  readonly why: keyof typeof sentences;
}

/** A payment that came to nothing, and another try. */
function NotPaid({ why, planId }: NotPaidProps) {
  const { mutate, error, isPending, isSuccess } = useCheckout();
  return (
    <>
      <div role="alert" className={why === "failed" ? "notice bad" : "notice"}>
        <p>
          {sentences[why]}
          {planId === null && " You can choose a plan again below."}
        </p>
        {planId !== null && (
          <button
            type="button"
            className="button quiet"
            disabled={isPending || isSuccess}
            onClick={() => mutate(planId)}
          >
            Try again
          </button>
        )}
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}

/** What has become of the payment that the person left for. */
export function Payment({ state, planId, onStop }: PaymentProps) {
  if (state === "none") return null;
  if (state === "paid") return <GoodNotice>The payment has arrived, and your new credits are here.</GoodNotice>;
  if (state === "failed" || state === "cancelled") return <NotPaid why={state} planId={planId} />;
  if (state === "waiting") {
    return (
      <div className="notice">
        <Waiting>Waiting to hear of your payment…</Waiting>
        <button type="button" className="button quiet" onClick={onStop}>
          I have not paid
        </button>
      </div>
    );
  }
  return (
    <div role="alert" className="notice bad">
      We have not heard of the payment yet. If you have paid, the plan begins as soon as we do.
    </div>
  );
}
