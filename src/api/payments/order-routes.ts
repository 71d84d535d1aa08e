import type { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { cancelOpenOrder, listOpenOrders, type OpenOrder } from "#src/domain/payments/open-orders.ts";
import { cancelledOrder, type openOrder, openOrderList, paymentParams } from "./schemas.ts";

const facts = { tag: "Payments", access: "account", scope: "billing", query: noInput, body: noBody } as const;

const presentOrder = (order: OpenOrder): z.output<typeof openOrder> => ({
  payments_order_id: order.provider_order_id,
  plan_id: order.plan_id,
  pack_id: order.pack_id,
  description: order.description,
  purchase: order.facts,
  amount: order.amount,
  currency: order.currency,
  created_at: order.created_at.toISOString(),
  failed_at: order.failed_at?.toISOString() ?? null,
  failure: order.failure,
});

const list = accountRoute(
  {
    ...facts,
    method: "get",
    path: "/v1/orders",
    operationId: "orders.list",
    summary: "List unpaid orders",
    description:
      "A checkout for the same plan or pack leads back to its order. An order that is not paid within a week is offered no longer.",
    params: noInput,
    responses: { 200: { description: "All of them: at most one for each plan and pack.", schema: openOrderList } },
    errors: [],
  },
  async (_input, { userId }, { resources: { db } }) => {
    const orders = await listOpenOrders(db, userId);
    return { status: 200, data: { items: orders.map(presentOrder) } };
  },
);

const cancel = accountRoute(
  {
    ...facts,
    method: "delete",
    path: "/v1/orders/{payments_order_id}",
    operationId: "orders.cancel",
    summary: "Cancel an unpaid order",
    description:
      "It is offered no longer. A payment for it that comes all the same counts. Refused with 409 while a payment is under way, and after 20 in a week.",
    params: paymentParams,
    responses: { 200: { description: "The order is cancelled.", schema: cancelledOrder } },
    errors: ["payment_not_found", "invalid_transition"],
  },
  async ({ params: { payments_order_id: orderId } }, { userId }, { resources }) => {
    await cancelOpenOrder(resources, { userId, orderId });
    return { status: 200, data: { payments_order_id: orderId, cancelled: true as const } };
  },
);

/** The routes of orders that are not paid. */
export const orderRoutes = [list, cancel];
