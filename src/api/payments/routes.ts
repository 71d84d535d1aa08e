import { noBody } from "#src/api/bodies/body.ts";
import { siteLogo } from "#src/api/http/site-files.ts";
import { accountRoute, type Reply, type RequestContext } from "#src/api/route.ts";
import { presentPage } from "#src/api/validation/page.ts";
import { findPurchase, listPurchases, type Purchase } from "#src/domain/payments/purchase-queries.ts";
import { keepBuyer } from "#src/domain/payments/issue-receipts.ts";
import { DomainError } from "#src/errors.ts";
import { billingDetailsRoutes } from "./details-routes.ts";
import { orderRoutes } from "./order-routes.ts";
import { drawnReceipt } from "./drawn-receipt.ts";
import { buyerLines } from "./receipt-lines.ts";
import { type Receipt, receiptName } from "./receipt-pdf.ts";
import { paymentListQuery, paymentPage, paymentParams } from "./schemas.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const tag = "Payments";
const contentType = "application/pdf";
const responses = {
  200: {
    description: "The receipt.",
    mediaTypes: [contentType],
    headers: { "Content-Disposition": "A file name to save it by." },
  },
} as const;

const headersOf = ({ number }: Receipt) => ({
  "Content-Disposition": `inline; filename="receipt-${receiptName(number)}.pdf"`,
});

export const presentPayment = (purchase: Purchase) => ({
  payments_order_id: purchase.provider_order_id,
  description: purchase.description,
  purchase: purchase.facts,
  amount: purchase.amount,
  refunded: purchase.refunded,
  currency: purchase.currency,
  paid_at: purchase.paid_at?.toISOString(),
  receipt_number: purchase.receipt_number === null ? null : receiptName(purchase.receipt_number),
  further_payments: purchase.further_payments.map(
    ({ received_at: receivedAt, resolved_at: resolvedAt, ...payment }) => ({
      ...payment,
      received_at: new Date(receivedAt).toISOString(),
      resolved_at: resolvedAt === null ? null : new Date(resolvedAt).toISOString(),
    }),
  ),
});

/** @throws DomainError `payment_not_found` for an order without a receipt, too */
function receiptOf(purchase: Purchase | null): Receipt {
  if (purchase === null) throw new DomainError("payment_not_found");
  const { receipt, receipt_number: number, paid_at: paidAt, amount, refunded, currency } = purchase;
  const { id: orderId, provider_order_id: providerOrderId } = purchase;
  if (receipt === null || number === null || paidAt === null) throw new DomainError("payment_not_found");
  const { period_start: start, period_end: end, facts, method } = purchase;
  const period = start === null || end === null ? null : { start, end };
  const order = { number, orderId, providerOrderId, paidAt, period, credits: facts, method };
  return { ...receipt, ...order, buyer: buyerLines(purchase.buyer, receipt.seller), amount, refunded, currency };
}

async function receiptReply(context: RequestContext, purchase: Purchase | null): Promise<Reply> {
  const receipt = receiptOf(purchase);
  if (context.isHead) return { status: 200, headers: headersOf(receipt), raw: { content: "", contentType } };
  if (purchase !== null && purchase.receipt?.buyer === undefined) await keepBuyer(context.resources.db, purchase);
  const logo = await siteLogo(context);
  const look = {
    colour: context.resources.config.site.accent.colour[0],
    logo: logo?.contentType === "image/png" ? logo.file.content : null,
  };
  return {
    status: 200,
    headers: headersOf(receipt),
    raw: { content: await drawnReceipt(context.resources, receipt, look), contentType },
  };
}

const list = accountRoute(
  {
    method: "get",
    path: "/v1/payments",
    tag,
    operationId: "payments.list",
    summary: "List payments",
    description: "`from` and `to` are the days of payment.",
    access: "account",
    scope: "billing",
    params: noInput,
    query: paymentListQuery,
    body: noBody,
    responses: { 200: { description: "One page.", schema: paymentPage } },
    errors: [],
  },
  async ({ query: { utc_offset: utcOffset, ...query } }, { userId }, { resources: { db } }) => {
    const { items, ...length } = await listPurchases(db, { ...query, userId, utcOffset });
    return { status: 200, data: presentPage({ items: items.map(presentPayment), ...length }, query) };
  },
);

const receipt = accountRoute(
  {
    method: "get",
    path: "/v1/payments/{payments_order_id}/receipt",
    tag,
    operationId: "payments.getReceipt",
    summary: "Download a receipt",
    access: "account",
    scope: "billing",
    params: paymentParams,
    query: noInput,
    body: noBody,
    responses,
    errors: ["payment_not_found"],
  },
  async ({ params: { payments_order_id: orderId } }, { userId }, context) =>
    receiptReply(context, await findPurchase(context.resources.db, { orderId, userId })),
);

const anyReceipt = accountRoute(
  {
    method: "get",
    path: "/v1/admin/payments/{payments_order_id}/receipt",
    tag: "Admin",
    operationId: "admin.payments.getReceipt",
    summary: "Download the receipt of any account's payment",
    access: "admin",
    scope: "admin",
    params: paymentParams,
    query: noInput,
    body: noBody,
    responses,
    errors: ["payment_not_found"],
  },
  async ({ params: { payments_order_id: orderId } }, _caller, context) =>
    receiptReply(context, await findPurchase(context.resources.db, { orderId })),
);

/** The routes of payments and their receipts. */
export const paymentRoutes = [list, receipt, anyReceipt, ...orderRoutes, ...billingDetailsRoutes];
