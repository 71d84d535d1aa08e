import { t } from "#web/messages/translate.ts";
import { openArchive } from "./archive.ts";
import { ImportError, type ImportedText } from "./imported-text.ts";
import { elementsOf, oneLine, parseXml, textOf } from "./xml.ts";

const paths = /^(?:word\/(?:document|styles)|docProps\/core)\.xml$/;

/** An attribute of WordprocessingML, whatever its prefix. */
const valueOf = (element: Element | undefined): string =>
  [...(element?.attributes ?? [])].find(({ localName }) => localName === "val")?.value ?? "";

const childOf = (element: Element, name: string): Element | undefined =>
  [...element.children].find(({ localName }) => localName === name);

interface Style {
  readonly name: string;
  readonly basedOn: string;
  /** The level of its paragraphs in the outline, from 0; empty for that of the style that it is based on. */
  readonly outline: string;
}

/** The styles of paragraphs by their ids; the ids, other than the names, are in the language of the Word that wrote them. */
function stylesOf(xml: string | undefined): ReadonlyMap<string, Style> {
  if (xml === undefined) return new Map();
  return new Map(
    elementsOf(parseXml(xml), "style").map((style) => {
      const id = [...style.attributes].find(({ localName }) => localName === "styleId")?.value ?? "";
      const own = childOf(style, "pPr");
      return [
        id,
        {
          name: valueOf(childOf(style, "name")).toLowerCase(),
          basedOn: valueOf(childOf(style, "basedOn")),
          outline: own === undefined ? "" : valueOf(childOf(own, "outlineLvl")),
        },
      ];
    }),
  );
}

/** Styles that are based on one another are followed so far. */
const basedMax = 10;

/** The level of a heading from 1, by its style; null for other paragraphs. */
function levelOfStyle(styles: ReadonlyMap<string, Style>, id: string): number | null {
  let style = styles.get(id);
  for (let depth = 0; style !== undefined && depth < basedMax; depth += 1) {
    if (style.name === "title") return 1;
    const named = /^heading ([1-6])$/.exec(style.name)?.[1];
    if (named !== undefined) return Number(named);
    if (/^[0-5]$/.test(style.outline)) return Number(style.outline) + 1;
    style = styles.get(style.basedOn);
  }
  return null;
}

/** The text of an element within a paragraph: tabs and breaks are spaces. */
function wordsOf(element: Element): string {
  if (element.localName === "t") return element.textContent ?? "";
  if (element.localName === "tab" || element.localName === "br" || element.localName === "cr") return " ";
  return element.localName === "noBreakHyphen" ? "-" : "";
}

/** A paragraph in Markdown, empty for a line of the table of contents; what a text box within it has is a paragraph of its own, which comes once. */
function paragraphOf(paragraph: Element, styles: ReadonlyMap<string, Style>): string {
  const own = [...paragraph.getElementsByTagNameNS(paragraph.namespaceURI, "*")].filter(
    (element) =>
      element.parentElement?.closest("p") === paragraph && element.closest("pPr, Fallback, moveFrom") === null,
  );
  const text = oneLine(own.map(wordsOf).join(""));
  const properties = childOf(paragraph, "pPr");
  if (text === "" || properties === undefined) return text;
  const style = valueOf(childOf(properties, "pStyle"));
  if (/^toc \d/.test(styles.get(style)?.name ?? "")) return "";
  const outline = valueOf(childOf(properties, "outlineLvl"));
  const byStyle = levelOfStyle(styles, style);
  const level = /^[0-5]$/.test(outline) ? Number(outline) + 1 : byStyle;
  return level === null ? text : `${"#".repeat(level)} ${text}`;
}

/** Reads a document of Word: its headings, and the paragraphs of its body. @throws ImportError with a sentence for people */
export function readDocx(bytes: Uint8Array): ImportedText {
  const files = openArchive(bytes, paths);
  const [document, core] = [files.get("word/document.xml"), files.get("docProps/core.xml")];
  if (document === undefined) throw new ImportError(t("The file is not a document of Word: it has no text."));
  const styles = stylesOf(files.get("word/styles.xml"));
  const paragraphs = elementsOf(parseXml(document), "p")
    .filter((one) => one.namespaceURI?.includes("wordprocessingml") === true && one.closest("Fallback") === null)
    .map((one) => paragraphOf(one, styles));
  const facts = core === undefined ? null : parseXml(core);
  return {
    text: paragraphs.filter((text) => text !== "").join("\n\n"),
    title: facts === null ? "" : textOf(facts, "title"),
    author: facts === null ? "" : textOf(facts, "creator"),
  };
}
