import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import type { ReceiptJson } from "#db/billing-schema.ts";
import type { PurchaseFacts } from "#src/domain/payments/purchase-queries.ts";
import { pdfFonts, type Weight } from "./pdf-fonts.ts";
import { columnGap, margin, mostLines, openPage, type PdfPage } from "./pdf-page.ts";
import { receiptNotes } from "./receipt-lines.ts";

/** All that a receipt says. */
export interface Receipt extends Omit<ReceiptJson, "buyer"> {
  readonly number: number;
  readonly orderId: string;
  /** The id that the buyer knows. */
  readonly providerOrderId: string;
  readonly paidAt: Date;
  /** The time that was paid for; null for credits that do not end. */
  readonly period: { readonly start: Date; readonly end: Date } | null;
  readonly credits: PurchaseFacts;
  /** The provider's name for the means of payment; null where it did not say. */
  readonly method: string | null;
  readonly buyer: readonly string[];
  /** In the smallest unit of the currency, as `refunded` is. */
  readonly amount: number;
  readonly refunded: number;
  readonly currency: string;
}

/** The tax that a price includes, to the smallest unit. */
const includedTax = (amount: number, percent: number): number => Math.round((amount * percent) / (100 + percent));

const logoSize = 40;
const minorUnits = 100;
const secondsPerHour = 3_600;

/** A receipt by its number, as people quote it: "R-000042". */
export const receiptName = (number: number): string => `R-${String(number).padStart(6, "0")}`;

const money = (amount: number, currency: string): string =>
  (amount / minorUnits).toLocaleString("en-IN", { style: "currency", currency });
const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const dayOf = (time: Date): string => day.format(time);

const methods: ReadonlyMap<string, string> = new Map([
  ["card", "Card"],
  ["emi", "EMI"],
  ["netbanking", "Net banking"],
  ["upi", "UPI"],
  ["wallet", "Wallet"],
]);

/** Seconds as hours, of which people know how long they are. */
const hoursOf = (seconds: number): string =>
  `${(seconds / secondsPerHour).toLocaleString("en", { maximumFractionDigits: 1 })} h`;

/** The credits of a cycle; those of a pack stand in its description. */
function creditsOf({ plan_name: plan, tts_credits: characters, asr_credits: seconds }: PurchaseFacts): string | null {
  const parts = [
    ...(characters > 0 ? [`${characters.toLocaleString("en")} characters`] : []),
    ...(seconds > 0 ? [`${seconds.toLocaleString("en")} seconds (${hoursOf(seconds)}) of recordings`] : []),
  ];
  return plan === null || parts.length === 0 ? null : `Credits: ${parts.join(" and ")}`;
}

/** The look of the operator's documents. */
export interface ReceiptLook {
  readonly colour: string;
  /** A PNG; null for none. */
  readonly logo: Buffer | null;
}

/** Draws a receipt; the same receipt is drawn the same. */
export async function receiptPdf(receipt: Receipt, look: ReceiptLook): Promise<Buffer> {
  const fonts = await pdfFonts();
  const issuedAt = new Date(receipt.issued_at);
  const info = { Title: `Receipt ${receiptName(receipt.number)}`, CreationDate: issuedAt, ModDate: issuedAt };
  const document = new PDFDocument({ size: "A4", margin, info, lang: "en" });
  for (const { name, content } of [...fonts.regular, ...fonts.bold]) document.registerFont(name, content);
  drawLook(document, look);
  draw(openPage(document, fonts), receipt);
  document.end();
  return buffer(document);
}

/** A bar in the operator's colour, and the logo at the right of the name. */
function drawLook(document: PDFKit.PDFDocument, { colour, logo }: ReceiptLook): void {
  document.rect(0, 0, document.page.width, 6).fill(colour).fillColor("#000000");
  if (logo === null) return;
  try {
    document.image(logo, document.page.width - margin - logoSize, margin, { fit: [logoSize, logoSize] });
  } catch {
    // A file that is no PNG, whatever it is called.
  }
}

/** Draws a receipt from its title to the notes at the foot of its page. */
function draw(page: PdfPage, receipt: Receipt): void {
  const { columns, line, space } = page;
  line("Receipt", { ...columns.all, end: columns.all.end - logoSize - columnGap }, { weight: "bold", size: 24 });
  space(12);
  drawFacts(page, receipt);
  space(20);
  drawParties(page, receipt);
  space(24);
  const paid = `${money(receipt.amount, receipt.currency)} paid on ${dayOf(receipt.paidAt)}`;
  line(paid, columns.all, { weight: "bold", size: 16 });
  space(16);
  drawItem(page, receipt);
  drawTotals(page, receipt);
  page.foot();
  for (const text of receiptNotes(receipt.seller)) line(text, columns.all);
}

/** The facts by which a payment is found again, each with its name at the left. */
function drawFacts({ columns: { all }, beside, line }: PdfPage, receipt: Receipt): void {
  const { period, payment_id: payment, method } = receipt;
  const facts = [
    ["Receipt number", receiptName(receipt.number)],
    ["Date paid", dayOf(receipt.paidAt)],
    ["Period", period && `${dayOf(period.start)} to ${dayOf(period.end)}`],
    ["Order", receipt.providerOrderId],
    ["Payment", payment],
    ["Method", method && (methods.get(method) ?? method)],
  ] as const;
  const start = all.start + 110;
  for (const [name, value] of facts) {
    if (value === null) continue;
    const drawName = (): void => line(name, { ...all, end: start - columnGap });
    beside(drawName, () => line(value, { ...all, start }, { weight: "bold", lines: 1 }));
  }
}

/** The seller at the left, and the buyer at the right. */
function drawParties({ columns: { left, right }, beside, line }: PdfPage, { seller, buyer }: Receipt): void {
  beside(
    () => {
      line("From", left, { weight: "bold" });
      line(seller.name, left);
      for (const text of seller.address) line(text, left, { lines: 1 });
      if (seller.tax_id !== null) line(seller.tax_id, left);
    },
    () => {
      line("Billed to", right, { weight: "bold" });
      for (const text of buyer) line(text, right, { lines: buyer.length > 2 ? 1 : mostLines });
    },
  );
}

/** The table of the one thing that was bought, at its price without the tax. */
function drawItem({ columns, figure, line, rule, space }: PdfPage, receipt: Receipt): void {
  const { amount, currency, seller } = receipt;
  const { left, quantity, price: unit, amount: sum } = columns;
  const price = money(amount - includedTax(amount, seller.tax_rate), currency);
  figure("Quantity", quantity, { weight: "bold" });
  figure("Price", unit, { weight: "bold" });
  figure("Amount", sum, { weight: "bold" });
  line("Description", left, { weight: "bold" });
  rule(columns.all);
  figure("1", quantity);
  figure(price, unit);
  figure(price, sum);
  line(receipt.description, left);
  const credits = creditsOf(receipt.credits);
  if (credits !== null) line(credits, left);
  space(4);
  rule(columns.all);
}

/** The tax and the sums, in the right half. */
function drawTotals({ columns: { right }, figure, line, rule }: PdfPage, receipt: Receipt): void {
  const { seller, amount, refunded, currency } = receipt;
  const tax = includedTax(amount, seller.tax_rate);
  const row = (words: string, value: number, weight: Weight = "regular"): void => {
    figure(money(value, currency), right, { weight });
    line(words, { ...right, end: right.end - 88 }, { weight, lines: 1 });
  };
  if (tax > 0) {
    row("Without tax", amount - tax);
    row(`${seller.tax_label} ${seller.tax_rate}%`, tax);
    rule(right);
  }
  row("Total paid", amount, "bold");
  if (refunded > 0) row("Refunded", -refunded);
}
