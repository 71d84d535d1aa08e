import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "#web/api/call.ts";
import { Problem } from "#web/api/problem.ts";
import type { Subscription } from "#web/api/types.ts";
import { invalidate } from "#web/api/use-api.ts";
import { pendingOrder, savePendingOrder, clearPaymentReturn, paymentReturnStatus } from "./pending-order.ts";

const operation = "GET /v1/subscriptions/current";
const pollMs = 1_000;
const patienceMs = 3 * 60_000;

/** @returns null for an account that has bought nothing. @throws Problem */
const current = (): Promise<Subscription | null> =>
  call(operation, {}).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  });

/** How far the payment is that the person left for. */
export type PaymentStatus = "none" | "waiting" | "paid" | "failed" | "cancelled" | "unheard";

/** The subscription, asked about again and again until the order that was to be paid is the one that paid it last. */
export function useSubscription() {
  const client = useQueryClient();
  const [said] = useState(paymentReturnStatus);
  const [left] = useState(pendingOrder);
  const [order, setOrder] = useState(said === null ? (left?.orderId ?? null) : null);
  const [unheard, setUnheard] = useState(false);
  const query = useQuery({
    queryKey: [operation, {}],
    queryFn: current,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { data } }) =>
      order === null || unheard || data?.payments_order_id === order ? false : pollMs,
  });
  useEffect(clearPaymentReturn, []);
  const paid = order !== null && query.data?.payments_order_id === order;
  useEffect(() => {
    if (paid) void invalidate(client, ["GET /v1/usage", "GET /v1/payments"]);
    if (paid || order === null) savePendingOrder(null);
    if (paid || order === null) return undefined;
    const timer = setTimeout(() => setUnheard(true), patienceMs);
    return () => clearTimeout(timer);
  }, [paid, order, client]);
  const state = stateOf({ said, paid, order, unheard });
  return { query, state, planId: left?.planId ?? null, stopWaiting: () => setOrder(null) };
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
