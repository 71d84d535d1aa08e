import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "#web/api/call.ts";
import type { PaymentPage } from "#web/api/types.ts";
import { invalidate } from "#web/api/use-api.ts";
import { clearPaymentReturn, paymentReturnStatus, pendingOrder, savePendingOrder } from "./pending-order.ts";

const operation = "GET /v1/payments";
const query = { page: 1, limit: 10 } as const;
const [pollMs, unheardPollMs] = [1_000, 10_000];
const patienceMs = 3 * 60_000;

/** The state of the payment that the person left for. */
export type PaymentStatus = "none" | "waiting" | "paid" | "failed" | "cancelled" | "unheard";

/** The payment that the person left for: asked about again and again until its order is paid and has its receipt. */
export function usePaymentReturn() {
  const client = useQueryClient();
  const [said] = useState(paymentReturnStatus);
  const [left] = useState(pendingOrder);
  const [order, setOrder] = useState(said === null ? (left?.orderId ?? null) : null);
  const [unheard, setUnheard] = useState(false);
  const paidOf = (list: PaymentPage | undefined) => list?.items.find(({ payments_order_id: id }) => id === order);
  const payments = useQuery({
    queryKey: [operation, { query }, "return"],
    queryFn: () => call(operation, { query }),
    enabled: order !== null,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { data } }) => {
      const payment = paidOf(data);
      if ((payment?.receipt_number ?? null) !== null) return false;
      return unheard || payment !== undefined ? unheardPollMs : pollMs;
    },
  });
  useEffect(clearPaymentReturn, []);
  const payment = paidOf(payments.data) ?? null;
  const paid = payment !== null;
  useEffect(() => {
    if (paid)
      void invalidate(client, [
        "GET /v1/usage",
        "GET /v1/usage/ledger",
        "GET /v1/subscriptions/current",
        "GET /v1/orders",
        operation,
      ]);
    if (paid || order === null) savePendingOrder(null);
    if (paid || order === null) return undefined;
    const timer = setTimeout(() => setUnheard(true), patienceMs);
    return () => clearTimeout(timer);
  }, [paid, order, client]);
  const state = stateOf({ said, paid, order, unheard });
  return {
    state,
    payment,
    purchase: left?.purchase ?? null,
    orderId: left?.orderId ?? null,
    stopWaiting: () => setOrder(null),
  };
}

interface Known {
  readonly said: ReturnType<typeof paymentReturnStatus>;
  readonly paid: boolean;
  readonly order: string | null;
  readonly unheard: boolean;
}

function stateOf({ said, paid, order, unheard }: Known): PaymentStatus {
  if (paid) return "paid";
  if (order === null) return said ?? "none";
  return unheard ? "unheard" : "waiting";
}
