import type { Purchase } from "#src/domain/payments/purchase-queries.ts";
import { DomainError } from "#src/errors.ts";
import { type Receipt, receiptName } from "./receipt-pdf.ts";

export const presentPayment = (purchase: Purchase) => ({
  payments_order_id: purchase.id,
  description: purchase.description,
  amount: purchase.amount,
  refunded: purchase.refunded,
  currency: purchase.currency,
  paid_at: purchase.paid_at?.toISOString(),
  receipt_number: purchase.receipt_number === null ? null : receiptName(purchase.receipt_number),
});

/** @throws DomainError `payment_not_found` for an order without a receipt, too */
export function receiptOf(purchase: Purchase | null): Receipt {
  if (purchase === null) throw new DomainError("payment_not_found");
  const { receipt, receipt_number: number, paid_at: paidAt, amount, refunded, currency } = purchase;
  if (receipt === null || number === null || paidAt === null) throw new DomainError("payment_not_found");
  // A closed account has neither.
  const buyer = [purchase.buyer_name, purchase.buyer_email].filter((text) => text !== "");
  return { ...receipt, number, orderId: purchase.id, paidAt, buyer, amount, refunded, currency };
}
