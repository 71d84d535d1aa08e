import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import type { ReceiptJson } from "#db/billing-schema.ts";
import type { PurchaseFacts } from "#src/domain/payments/purchase-queries.ts";
import { receiptNotes } from "./receipt-lines.ts";
import { pdfFonts, type PdfFonts, runsOf, type TextRun, type Weight } from "./pdf-fonts.ts";

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

const margin = 56;
/** Points. */
const usualSize = 10;
/** The most characters and lines of a text; a longer one is cut, so that a receipt stays on its page. */
const longestText = 300;
const mostLines = 3;
const ellipsis = "…";
const columnGap = 24;
const logoSize = 40;
const minorUnits = 100;

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

/** The credits of a cycle; those of a pack stand in its description. */
function creditsOf({ plan_name: plan, tts_credits: characters, asr_credits: seconds }: PurchaseFacts): string | null {
  const parts = [
    ...(characters > 0 ? [`${characters.toLocaleString("en")} characters`] : []),
    ...(seconds > 0 ? [`${seconds.toLocaleString("en")} seconds of recordings`] : []),
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

interface LineOptions {
  readonly weight?: Weight;
  readonly size?: number;
  /** The most lines of it; what is more is cut. */
  readonly lines?: number;
}

interface PdfPage {
  readonly line: (text: string, options?: LineOptions) => void;
  /** Words at the left and an amount at the right. */
  readonly row: (text: string, amount: string, options?: LineOptions) => void;
  readonly space: (points: number) => void;
  readonly rule: () => void;
}

/** Writes texts below one another, each on as many lines as it needs, up to three. */
function openPage(document: PDFKit.PDFDocument, fonts: PdfFonts): PdfPage {
  const right = document.page.width - margin;
  /** Writes a text into so many points from the left margin. */
  const writeText = (text: string, room: number, options: LineOptions): void => {
    const { weight = "regular", size = usualSize, lines = mostLines } = options;
    const pen = { document, fonts: fonts[weight], size, lines };
    for (const line of linesOf(pen, [...text].slice(0, longestText).join(""), room)) {
      const { y } = document;
      writeLine(pen, line, margin);
      document.y = y + size * 1.6;
    }
  };
  return {
    line: (text, options = {}) => writeText(text, right - margin - logoSize - columnGap, options),
    row: (text, amount, options = {}) => {
      const pen = { document, fonts: fonts[options.weight ?? "regular"], size: options.size ?? usualSize };
      const width = widthOf(pen, amount);
      const { y } = document;
      writeLine(pen, amount, right - width - 1);
      document.y = y;
      writeText(text, right - margin - width - columnGap, options);
    },
    space: (points) => void (document.y += points),
    rule: () => {
      document.moveTo(margin, document.y).lineTo(right, document.y).lineWidth(0.5).stroke("#999999");
      document.y += 8;
    },
  };
}

/** A writer into a document, in its fonts and size. */
interface Pen {
  readonly document: PDFKit.PDFDocument;
  readonly fonts: PdfFonts[Weight];
  readonly size: number;
}

const widthOfRun = ({ document, size }: Pen, { font, text }: TextRun): number =>
  document.font(font).fontSize(size).widthOfString(text);

const widthOf = (pen: Pen, text: string): number =>
  runsOf(text, pen.fonts).reduce((width, run) => width + widthOfRun(pen, run), 0);

/** Writes a line from `start` on, at the height of the document. */
function writeLine(pen: Pen, line: string, start: number): void {
  const { y } = pen.document;
  let x = start;
  for (const run of runsOf(line, pen.fonts)) {
    const width = widthOfRun(pen, run);
    pen.document.text(run.text, x, y, { lineBreak: false });
    x += width;
  }
}

/** Breaks a text between its words, and within words that have no room on a line; what is more than its lines is cut. */
function linesOf(pen: Pen & { readonly lines: number }, text: string, room: number): readonly string[] {
  const fits = (line: string): boolean => widthOf(pen, line) <= room;
  const lines: string[] = [];
  let rest = text.trim();
  while (rest !== "" && lines.length < pen.lines) {
    const isLast = lines.length === pen.lines - 1;
    const line = fits(rest) ? rest : headOf(rest, (head) => fits(isLast ? head + ellipsis : head));
    rest = rest.slice(line.length).trim();
    lines.push(isLast && rest !== "" ? line.trimEnd() + ellipsis : line.trimEnd());
  }
  return lines;
}

/** As much of a text as fits, up to the end of a word where that is possible; one character at least. */
function headOf(text: string, fits: (head: string) => boolean): string {
  const parts = Array.from(
    new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text),
    ({ segment }) => segment,
  );
  let [fitting, tooLong] = [1, parts.length];
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(parts.slice(0, middle).join(""))) fitting = middle;
    else tooLong = middle;
  }
  const afterWord = parts.lastIndexOf(" ", fitting) + 1;
  return parts.slice(0, afterWord > 0 && afterWord <= fitting ? afterWord : fitting).join("");
}

function draw(page: PdfPage, receipt: Receipt): void {
  const { seller, amount, refunded, currency } = receipt;
  const tax = includedTax(amount, seller.tax_rate);
  page.line(seller.name, { weight: "bold", size: 16 });
  for (const text of [...seller.address, ...(seller.tax_id === null ? [] : [seller.tax_id])]) page.line(text);
  page.space(24);
  page.line(`Receipt ${receiptName(receipt.number)}`, { weight: "bold", size: 14 });
  page.line(`Date: ${dayOf(receipt.paidAt)}`);
  if (receipt.period !== null) {
    const { start, end } = receipt.period;
    page.line(`Period: ${dayOf(start)} to ${dayOf(end)}`);
  }
  page.line(`Order: ${receipt.providerOrderId}`);
  if (receipt.payment_id !== null) page.line(`Payment: ${receipt.payment_id}`);
  if (receipt.method !== null) page.line(`Method: ${methods.get(receipt.method) ?? receipt.method}`);
  page.space(16);
  page.line("Billed to", { weight: "bold" });
  for (const text of receipt.buyer) page.line(text, { lines: receipt.buyer.length > 2 ? 1 : mostLines });
  page.space(24);
  page.row("Description", "Amount", { weight: "bold" });
  page.rule();
  page.row(receipt.description, money(amount - tax, currency));
  const credits = creditsOf(receipt.credits);
  if (credits !== null) page.line(credits);
  if (tax > 0) page.row(`${seller.tax_label} ${seller.tax_rate}%`, money(tax, currency));
  page.rule();
  page.row("Total paid", money(amount, currency), { weight: "bold" });
  if (refunded > 0) page.row("Refunded", money(-refunded, currency));
  page.space(16);
  for (const text of receiptNotes(seller)) page.line(text);
}
