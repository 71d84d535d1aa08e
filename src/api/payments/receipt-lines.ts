import type { ReceiptBuyer, ReceiptSeller } from "#db/billing-schema.ts";
import { stateOfGstin } from "#src/domain/payments/gstin.ts";

const placeOfSupply = (state: string, gstin: string): string => `Place of supply: ${state} (${gstin.slice(0, 2)})`;

/** The buyer, line by line; nothing of a closed account. The place of supply decides about a tax, so that it needs one. */
export function buyerLines(buyer: ReceiptBuyer, { tax_rate: rate }: ReceiptSeller): readonly string[] {
  const { name, email, company, address, tax_number: tax } = buyer;
  const state = stateOfGstin(tax);
  const taxLines =
    state === null
      ? [tax && `Tax number: ${tax}`]
      : [`GSTIN: ${tax}`, ...(rate > 0 ? [placeOfSupply(state, tax)] : [])];
  return [company, name, ...address.split("\n"), ...taxLines, email].filter((line) => line !== "");
}

/** The lines below the total. */
export const receiptNotes = ({ tax_rate: rate, is_test: isTest }: ReceiptSeller): readonly string[] => [
  ...(rate > 0 ? [] : ["No tax was charged."]),
  ...(isTest === true ? ["Test: paid with the test keys of the payment provider. No money was moved."] : []),
];
