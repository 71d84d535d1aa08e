import { t } from "#web/messages/translate.ts";
import { ImportError } from "./imported-text.ts";

/** A document with entities of its own could grow without limit, or name other files. @throws ImportError */
function refuseEntities(text: string): void {
  if (/<!ENTITY/i.test(text)) throw new ImportError(t("The file defines XML entities, which are not read."));
}

/** Styles and handlers are renamed before: they do nothing here, and the policy of the page would report each. */
const withoutStyles = (text: string): string =>
  text
    .replaceAll(/\son(?=[a-z]+=)/gi, " data-on")
    .replaceAll(/\sstyle=/gi, " data-style=")
    .replaceAll(/<(\/?)style\b/gi, "<$1template");

/** The entities that XML knows by itself. */
const ofXml: ReadonlySet<string> = new Set(["&amp;", "&lt;", "&gt;", "&quot;", "&apos;"]);

/** The character of an entity of HTML; itself where there is none. */
const characterOf = (entity: string): string =>
  new DOMParser().parseFromString(entity, "text/html").body.textContent ?? "";

/** Entities of HTML as characters, which XML does not know. */
function withCharacters(text: string): string {
  const known = new Map<string, string>();
  return text.replaceAll(/&[a-z][a-z\d]{1,30};/gi, (entity) => {
    if (ofXml.has(entity)) return entity;
    const character = known.get(entity) ?? characterOf(entity);
    known.set(entity, character);
    return character;
  });
}

const parsed = (text: string, type: "application/xml" | "application/xhtml+xml"): Document | null => {
  const found = new DOMParser().parseFromString(text, type);
  return found.querySelector("parsererror") === null ? found : null;
};

/** Parses XML. @throws ImportError when it is not well-formed, or defines entities */
export function parseXml(text: string): Document {
  refuseEntities(text);
  const found = parsed(text, "application/xml");
  if (found === null) throw new ImportError(t("The file is damaged: a part of it is not well-formed XML."));
  return found;
}

/**
 * Parses a page of a book, strictly, or as a browser shows it where that fails. Nothing of it is run or fetched.
 * @throws ImportError when it defines entities
 */
export function parsePage(text: string): Document {
  refuseEntities(text);
  const plain = withoutStyles(text);
  const strict = parsed(withCharacters(plain), "application/xhtml+xml");
  // HTML knows no elements that end by themselves: all of the page would be its title.
  return strict ?? new DOMParser().parseFromString(plain.replaceAll(/<title\s*\/>/gi, ""), "text/html");
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
