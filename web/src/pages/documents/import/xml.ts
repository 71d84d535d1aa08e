import { ImportError } from "./imported-text.ts";

/** A document with entities of its own could grow without limit, or name other files. @throws ImportError */
function refuseEntities(text: string): void {
  if (/<!ENTITY/i.test(text)) throw new ImportError("The file defines XML entities, which are not read.");
}

/** Scripts and styles are taken out before: nothing of the file is run, and the policy of the page sees no style of it. */
const withoutCode = (text: string): string =>
  text
    .replaceAll(/<(script|style)\b[^>]*(?:\/>|>[\s\S]*?<\/\1\s*>)/gi, "")
    .replaceAll(/\s(?:style|on\w+)\s*=\s*(?:"[^"]*"|'[^']*')/gi, "");

const parsed = (text: string, type: "application/xml" | "application/xhtml+xml"): Document | null => {
  const found = new DOMParser().parseFromString(text, type);
  return found.querySelector("parsererror") === null ? found : null;
};

/** Parses XML. @throws ImportError when it is not well-formed, or defines entities */
export function parseXml(text: string): Document {
  refuseEntities(text);
  const found = parsed(text, "application/xml");
  if (found === null) throw new ImportError("The file is damaged: a part of it is not well-formed XML.");
  return found;
}

/** Parses a page of a book: strictly, or as a browser shows it where that fails. @throws ImportError when it defines entities */
export function parsePage(text: string): Document {
  refuseEntities(text);
  const plain = withoutCode(text);
  const strict = parsed(plain, "application/xhtml+xml");
  // HTML knows no elements that end by themselves.
  const html = plain.replaceAll(/<(title|a|p|div|span)\b([^>]*)\/>/gi, "<$1$2></$1>");
  return strict ?? new DOMParser().parseFromString(html, "text/html");
}

/** The elements of a name, of whatever namespace. */
export const elementsOf = (within: Document | Element, name: string): readonly Element[] => [
  ...within.getElementsByTagNameNS("*", name),
];

/** The text of the first element of a name, on one line; empty where there is none. */
export const textOf = (within: Document | Element, name: string): string =>
  oneLine(elementsOf(within, name)[0]?.textContent ?? "");

/** A text with single spaces, which does not begin as a heading of Markdown does. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^#{1,6}\s+/, "");
