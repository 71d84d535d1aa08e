import { type PdfFonts, runsOf, type TextRun, type Weight } from "./pdf-fonts.ts";

/** Points, as all lengths here. */
export const margin = 56;
const usualSize = 10;
/** The most characters and lines of a text; a longer one is cut, so that a receipt stays on its page. */
const longestText = 300;
export const mostLines = 3;
export const columnGap = 24;
/** The height of the notes above the lower margin. */
const footHeight = 40;
const ellipsis = "…";

interface LineOptions {
  readonly weight?: Weight;
  readonly size?: number;
  /** The most lines of it; what is more is cut. */
  readonly lines?: number;
}

/** A column between two distances from the left edge of the page, in points. */
interface Column {
  readonly start: number;
  readonly end: number;
}

/** A page, onto which texts are written below and beside one another. */
export interface PdfPage {
  /** The width between the margins, its left and its right half, and the columns of figures. */
  readonly columns: Readonly<Record<"all" | "left" | "right" | "quantity" | "price" | "amount", Column>>;
  readonly line: (text: string, column: Column, options?: LineOptions) => void;
  /** Writes a figure at the right of a column, and stays at its height. */
  readonly figure: (text: string, column: Column, options?: LineOptions) => void;
  /** Draws parts beside one another, and goes on below the longest. */
  readonly beside: (...parts: readonly (() => void)[]) => void;
  readonly space: (points: number) => void;
  readonly rule: (column: Column) => void;
  /** Goes to the foot of the page, unless the text is there already. */
  readonly foot: () => void;
}

function columnsOf(width: number): PdfPage["columns"] {
  const [end, middle] = [width - margin, width / 2];
  return {
    all: { start: margin, end },
    left: { start: margin, end: middle - columnGap / 2 },
    right: { start: middle + columnGap / 2, end },
    quantity: { start: middle + columnGap / 2, end: middle + 72 },
    price: { start: middle + 72, end: end - 88 },
    amount: { start: end - 88, end },
  };
}

/** Writes texts below one another into columns, each on as many lines as it needs, up to three. */
export function openPage(document: PDFKit.PDFDocument, fonts: PdfFonts): PdfPage {
  const penOf = ({ weight = "regular", size = usualSize, lines = mostLines }: LineOptions) => ({
    ...{ document, fonts: fonts[weight], size, lines },
  });
  return {
    columns: columnsOf(document.page.width),
    line: (text, { start, end }, options = {}) => {
      const pen = penOf(options);
      for (const line of linesOf(pen, [...text].slice(0, longestText).join(""), end - start)) {
        const { y } = document;
        writeLine(pen, line, start);
        document.y = y + pen.size * 1.6;
      }
    },
    figure: (text, { end }, options = {}) => {
      const pen = penOf(options);
      const { y } = document;
      writeLine(pen, text, end - widthOf(pen, text) - 1);
      document.y = y;
    },
    beside: (...parts) => {
      const { y } = document;
      const ends = parts.map((part) => {
        document.y = y;
        part();
        return document.y;
      });
      document.y = Math.max(...ends);
    },
    space: (points) => void (document.y += points),
    rule: ({ start, end }) => {
      document.moveTo(start, document.y).lineTo(end, document.y).lineWidth(0.5).stroke("#999999");
      document.y += 8;
    },
    foot: () => void (document.y = Math.max(document.y, document.page.height - margin - footHeight)),
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
