import type { CreatedResource, CreatedState, Reply, RequestContext } from "#src/api/route.ts";
import { findOrderOfRequest, type Order } from "#src/domain/payments/queries.ts";
import { DomainError, type ErrorCode } from "#src/errors.ts";
import { presentCheckout } from "./present.ts";

const made = 201;

/**
 * The fields that a browser needs to pay an order.
 * @throws DomainError `payments_not_configured`
 */
export function checkoutReply({ paymentClient }: RequestContext, order: Order, status: number): Reply {
  if (paymentClient === null) throw new DomainError("payments_not_configured");
  return { status, createdBy: order.request_id, data: presentCheckout(order, paymentClient) };
}

/** Whether a call has made its order. */
export const checkoutState = async (id: string, { resources: { db } }: RequestContext): Promise<CreatedState> =>
  (await findOrderOfRequest(db, id)) === null ? "nothing" : "ended";

/**
 * The answer to a call that has made an order, once more.
 * @throws DomainError `gone` where the order is not there
 */
export async function repeatedCheckout(
  { id, status }: CreatedResource,
  context: RequestContext,
  gone: ErrorCode,
): Promise<Reply> {
  const order = await findOrderOfRequest(context.resources.db, id);
  if (order === null) throw new DomainError(gone);
  return checkoutReply(context, order, status ?? made);
}
