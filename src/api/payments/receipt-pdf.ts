import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import type { ReceiptJson } from "#db/billing-schema.ts";
import { pdfFonts, type PdfFonts, runsOf, type Weight } from "./pdf-fonts.ts";

/** All that a receipt says. */
export interface Receipt extends ReceiptJson {
  readonly number: number;
  readonly orderId: string;
  readonly paidAt: Date;
  readonly buyer: readonly string[];
  /** In the smallest unit of the currency, as `refunded` is. */
  readonly amount: number;
  readonly refunded: number;
  readonly currency: string;
}

/** What a price includes of a tax, to the smallest unit. */
const includedTax = (amount: number, percent: number): number => Math.round((amount * percent) / (100 + percent));

const margin = 56;
/** Points. */
const usualSize = 10;
const longestLine = 120;
const minorUnits = 100;

/** A receipt by its number, as people quote it: "R-000042". */
export const receiptName = (number: number): string => `R-${String(number).padStart(6, "0")}`;

const money = (amount: number, currency: string): string =>
  `${currency} ${(amount / minorUnits).toLocaleString("en-IN", { minimumFractionDigits: 2 })}`;
const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Draws a receipt; the same receipt is drawn the same. */
export async function receiptPdf(receipt: Receipt): Promise<Buffer> {
  const fonts = await pdfFonts();
  const issuedAt = new Date(receipt.issued_at);
  const info = { Title: `Receipt ${receiptName(receipt.number)}`, CreationDate: issuedAt, ModDate: issuedAt };
  const document = new PDFDocument({ size: "A4", margin, info, lang: "en" });
  for (const { name, content } of [...fonts.regular, ...fonts.bold]) document.registerFont(name, content);
  draw(openPage(document, fonts), receipt);
  document.end();
  return buffer(document);
}

interface LineOptions {
  readonly weight?: Weight;
  readonly size?: number;
}

interface PdfPage {
  readonly line: (text: string, options?: LineOptions) => void;
  /** Words at the left and an amount at the right. */
  readonly row: (text: string, amount: string, options?: LineOptions) => void;
  readonly space: (points: number) => void;
  readonly rule: () => void;
}

/** Writes lines below one another. Each line is cut to what fits, so that no text of a person runs over another. */
function openPage(document: PDFKit.PDFDocument, fonts: PdfFonts): PdfPage {
  const right = document.page.width - margin;
  const writeAt = (x: number, text: string, options: LineOptions): void => {
    const { y } = document;
    writeRuns(document, text, { ...options, fonts, x, y, right });
    document.y = y;
  };
  const next = ({ size = usualSize }: LineOptions): void => void (document.y += size * 1.6);
  return {
    line: (text, options = {}) => {
      writeAt(margin, text, options);
      next(options);
    },
    row: (text, amount, options = {}) => {
      writeAt(margin, text, options);
      document.font(fonts[options.weight ?? "regular"][0]?.name ?? "").fontSize(options.size ?? usualSize);
      writeAt(right - document.widthOfString(amount) - 1, amount, options);
      next(options);
    },
    space: (points) => void (document.y += points),
    rule: () => {
      document.moveTo(margin, document.y).lineTo(right, document.y).lineWidth(0.5).stroke("#999999");
      document.y += 8;
    },
  };
}

interface RunsPlace extends LineOptions {
  readonly fonts: PdfFonts;
  readonly x: number;
  readonly y: number;
  /** Where the line has to end. */
  readonly right: number;
}

function writeRuns(document: PDFKit.PDFDocument, text: string, place: RunsPlace): void {
  const { fonts, weight = "regular", size = usualSize, y, right } = place;
  let { x } = place;
  for (const run of runsOf([...text].slice(0, longestLine).join(""), fonts[weight])) {
    document.font(run.font).fontSize(size);
    const fitting = cut(document, run.text, right - x);
    document.text(fitting, x, y, { lineBreak: false });
    if (fitting !== run.text) return;
    x += document.widthOfString(run.text);
  }
}

/** As much of a text as there is room for, in points. */
function cut(document: PDFKit.PDFDocument, text: string, room: number): string {
  const parts = [...text];
  while (parts.length > 0 && document.widthOfString(parts.join("")) > room) parts.pop();
  return parts.join("");
}

function draw(page: PdfPage, receipt: Receipt): void {
  const { seller, amount, refunded, currency } = receipt;
  const tax = includedTax(amount, seller.tax_rate);
  page.line(seller.name, { weight: "bold", size: 16 });
  for (const text of [...seller.address, ...(seller.tax_id === null ? [] : [seller.tax_id])]) page.line(text);
  page.space(24);
  page.line(`Receipt ${receiptName(receipt.number)}`, { weight: "bold", size: 14 });
  page.line(`Date: ${dayOf(receipt.paidAt)}`);
  page.line(`Order: ${receipt.orderId}`);
  if (receipt.payment_id !== null) page.line(`Payment: ${receipt.payment_id}`);
  page.space(16);
  page.line("Billed to", { weight: "bold" });
  for (const text of receipt.buyer) page.line(text);
  page.space(24);
  page.row("Description", "Amount", { weight: "bold" });
  page.rule();
  page.row(receipt.description, money(amount - tax, currency));
  if (tax > 0) page.row(`${seller.tax_label} ${seller.tax_rate}%`, money(tax, currency));
  page.rule();
  page.row("Total paid", money(amount, currency), { weight: "bold" });
  if (refunded > 0) page.row("Refunded", money(-refunded, currency));
}
