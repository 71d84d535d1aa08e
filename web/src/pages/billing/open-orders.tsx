import type { OpenOrder } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { purchaseWords } from "#web/components/credit-words.ts";
import { ErrorNotice } from "#web/components/notice.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { formatAmount, formatDate } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import type { Purchase } from "./pending-order.ts";
import { useCheckout } from "./use-checkout.ts";

/** The purchase that an order pays for. */
function purchaseOf(order: OpenOrder): Purchase {
  const name = purchaseWords(order.purchase);
  return order.plan_id === null
    ? { kind: "pack", id: order.pack_id ?? "", name }
    : { kind: "plan", id: order.plan_id, name };
}

const OrderState = ({ order: { failed_at: failedAt, failure } }: { readonly order: OpenOrder }) =>
  failedAt === null ? (
    t("Not paid")
  ) : (
    <>
      {t("Failed")}
      {failure !== null && <p className="soft">{failure}</p>}
    </>
  );

const CancelOrder = ({ order }: { readonly order: OpenOrder }) => {
  const { mutateAsync } = useApiMutation("DELETE /v1/orders/{payments_order_id}", ["GET /v1/orders"]);
  const purchase = purchaseWords(order.purchase);
  return (
    <ConfirmDialog
      trigger={t("Cancel")}
      triggerLabel={t("Cancel the order of {purchase}", { purchase })}
      title={t("Cancel the order of {purchase}?", { purchase })}
      action={t("Cancel the order")}
      onConfirm={() => mutateAsync({ path: { payments_order_id: order.payments_order_id } })}
    >
      <p>{t("You were not charged. If you have just paid, the payment still counts.")}</p>
    </ConfirmDialog>
  );
};

/** The orders that wait to be paid, with what failed about them and the way to pay; nothing where there are none. */
export function OpenOrders({ orders }: { readonly orders: readonly OpenOrder[] }) {
  const { mutate, error, isPending, isSuccess } = useCheckout();
  if (orders.length === 0) return null;
  return (
    <>
      {error !== null && <ErrorNotice error={error} />}
      <ResponsiveTable columns={[t("Date"), t("Description"), t("Amount"), t("Status")]} actions>
        {orders.map((order) => (
          <tr key={order.payments_order_id}>
            <td className="unbroken" data-label={t("Date")}>
              {formatDate(order.failed_at ?? order.created_at)}
            </td>
            <td data-label={t("Description")}>{purchaseWords(order.purchase)}</td>
            <td data-label={t("Amount")}>{formatAmount(order.amount, order.currency)}</td>
            <td className="long" data-label={t("Status")}>
              <OrderState order={order} />
            </td>
            <td>
              <div className="choices">
                <button
                  type="button"
                  className="button quiet"
                  aria-label={t(order.failed_at === null ? "Pay for {purchase}" : "Try again: {purchase}", {
                    purchase: purchaseWords(order.purchase),
                  })}
                  disabled={isPending || isSuccess}
                  onClick={() => mutate(purchaseOf(order))}
                >
                  {order.failed_at === null ? t("Pay") : t("Try again")}
                </button>
                <CancelOrder order={order} />
              </div>
            </td>
          </tr>
        ))}
      </ResponsiveTable>
    </>
  );
}
