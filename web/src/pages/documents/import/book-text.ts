import { oneLine } from "./xml.ts";

/** Elements whose text is not the book's: marks of notes and page numbers of the print. */
const left =
  "head, script, template, svg, math, audio, video, sup:has(a), a sup, [hidden], [role=doc-noteref], [role=doc-pagebreak]";

/** Elements that end a paragraph, before and behind them. */
const blocks = new Set(
  (
    "address article aside blockquote body dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre " +
    "section table td th tr ul"
  ).split(" "),
);

/** A paragraph, or a place that the table of contents names. */
export type Piece = { readonly text: string; readonly isHeading: boolean } | { readonly anchor: string };

const isHeading = (element: Element | null): boolean =>
  element !== null && element.closest("h1, h2, h3, h4, h5, h6") !== null;

/** The paragraphs of a page in their order, with the places among `anchors` between them. */
export function piecesOf(page: Document, anchors: ReadonlySet<string>): readonly Piece[] {
  const pieces: Piece[] = [];
  let text = "";
  const end = (within: Element | null): void => {
    const words = oneLine(text);
    text = "";
    if (words !== "") pieces.push({ text: words, isHeading: isHeading(within) });
  };
  const walk = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE) text += node.nodeValue ?? "";
    if (!(node instanceof Element) || node.matches(left) || isNote(node)) return;
    if (node.localName === "br") text += " ";
    const isBlock = blocks.has(node.localName);
    if (isBlock) end(node.parentElement);
    if (anchors.has(node.id)) {
      end(node.parentElement);
      pieces.push({ anchor: node.id });
    }
    for (const child of node.childNodes) walk(child);
    if (isBlock) end(node);
  };
  walk(page.documentElement);
  end(null);
  return pieces;
}

/** True for the mark of a note, or the number of a printed page, by EPUB's own attribute. */
function isNote(element: Element): boolean {
  const type = [...element.attributes].find(({ name }) => name === "epub:type")?.value ?? "";
  return /\b(?:noteref|pagebreak)\b/.test(type);
}

/** True for two titles that are the same but for case, spaces and signs. */
const isSame = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (title: string): string => title.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/**
 * A chapter in Markdown. The headings at its beginning stand on the line of its title where they say the same; those that follow are
 * paragraphs.
 */
export function chapterText(title: string, pieces: readonly Piece[]): string {
  const texts = pieces.flatMap((piece) => ("text" in piece ? [piece] : []));
  const first = texts.findIndex((piece) => !piece.isHeading);
  const headings = texts.slice(0, first === -1 ? texts.length : first).map((piece) => piece.text);
  const isWritten = isSame(headings.join(" "), title) || headings.some((one) => isSame(one, title));
  const [whole, rest] = isWritten ? [headings.join(". "), texts.slice(headings.length)] : [title, texts];
  return [`# ${oneLine(whole)}`, ...rest.map((piece) => piece.text)].join("\n\n");
}
