import { t } from "#web/messages/translate.ts";
import { type Archive, openArchive } from "./archive.ts";
import { chapterText, type Piece, piecesOf } from "./book-text.ts";
import { ImportError, type ImportedText } from "./imported-text.ts";
import { elementsOf, oneLine, parsePage, parseXml, textOf } from "./xml.ts";

const paths = /\.(?:xml|opf|ncx|x?html?)$/i;

/** An entry of the table of contents: a page, a place in it where there is one, and the title. */
interface Entry {
  readonly path: string;
  readonly anchor: string;
  readonly title: string;
}

/** The path of a reference within the archive, and the place that it names. */
function resolve(reference: string, from: string): { readonly path: string; readonly anchor: string } {
  const base = `https://book/${from.split("/").map(encodeURIComponent).join("/")}`;
  const url = URL.canParse(reference, base) ? new URL(reference, base) : null;
  const decode = (text: string): string => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  return { path: decode(url?.pathname.slice(1) ?? ""), anchor: decode(url?.hash.slice(1) ?? "") };
}

const attribute = (element: Element | undefined, name: string): string => element?.getAttribute(name) ?? "";

/** @throws ImportError where pages are encrypted; fonts may be, which are not read */
function refuseProtected(files: Archive): void {
  const encryption = files.get("META-INF/encryption.xml");
  if (encryption === undefined) return;
  const encrypted = elementsOf(parseXml(encryption), "CipherReference").map((one) => attribute(one, "URI"));
  if (encrypted.some((path) => /\.(?:x?html?|xml|opf|ncx)$/i.test(path))) {
    throw new ImportError(t("The book is protected against copying, so its text cannot be read."));
  }
}

/** The entries of an EPUB 3's page of navigation: those of its table of contents, in two levels. */
function entriesOfNavigation(text: string, from: string): readonly Entry[] {
  const page = parsePage(text);
  const navs = elementsOf(page, "nav");
  const toc = navs.find((nav) =>
    [...nav.attributes].some(({ name, value }) => name === "epub:type" && value === "toc"),
  );
  return elementsOf(toc ?? navs[0] ?? page, "a")
    .filter((link) => depthOf(link, "ol") <= 2)
    .map((link) => ({ ...resolve(attribute(link, "href"), from), title: oneLine(link.textContent ?? "") }));
}

/** The entries of an EPUB 2's table of contents, in two levels. */
const entriesOfNcx = (text: string, from: string): readonly Entry[] =>
  elementsOf(parseXml(text), "navPoint")
    .filter((point) => depthOf(point, "navPoint") <= 2)
    .map((point) => ({
      ...resolve(attribute(elementsOf(point, "content")[0], "src"), from),
      title: textOf(point, "text"),
    }));

/** In how many elements of a name it is, itself included. */
function depthOf(element: Element, name: string): number {
  let depth = 0;
  for (let one: Element | null = element; one !== null; one = one.parentElement) if (one.localName === name) depth += 1;
  return depth;
}

interface Package {
  readonly opf: Document;
  readonly path: string;
}

/** @throws ImportError when there is none */
function packageOf(files: Archive): Package {
  const container = files.get("META-INF/container.xml");
  if (container === undefined) throw new ImportError(t("The file is not an EPUB: it has no container."));
  const path = attribute(elementsOf(parseXml(container), "rootfile")[0], "full-path");
  const text = files.get(path);
  if (text === undefined) throw new ImportError(t("The book is damaged: its list of contents is missing."));
  return { opf: parseXml(text), path };
}

/** The entries of the table of contents, and the paths of the pages in their order. @throws ImportError when there are no pages */
function outlineOf(files: Archive, { opf, path: from }: Package) {
  const items = elementsOf(opf, "item");
  const pathOf = (item: Element): string => resolve(attribute(item, "href"), from).path;
  const isNav = (item: Element): boolean => attribute(item, "properties").split(" ").includes("nav");
  const [nav, ncx] = [items.find(isNav), items.find((item) => attribute(item, "media-type").includes("dtbncx"))];
  const texts = [nav, ncx].map((item) => (item === undefined ? undefined : files.get(pathOf(item))));
  const byNav = nav === undefined || texts[0] === undefined ? [] : entriesOfNavigation(texts[0], pathOf(nav));
  const byNcx = ncx === undefined || texts[1] === undefined ? [] : entriesOfNcx(texts[1], pathOf(ncx));
  const spine = elementsOf(opf, "itemref")
    .filter((reference) => attribute(reference, "linear") !== "no")
    .flatMap((reference) => items.find((item) => attribute(item, "id") === attribute(reference, "idref")) ?? [])
    .filter((item) => !isNav(item))
    .map(pathOf);
  if (spine.length === 0) throw new ImportError(t("The book is damaged: it says no order of its pages."));
  return { entries: byNav.length > 0 ? byNav : byNcx, pages: spine };
}

interface Chapter {
  readonly title: string;
  readonly pieces: Piece[];
}

/** A page that the table of contents does not name goes on with the chapter before it; without any table, each page is a chapter. */
function chaptersOf(files: Archive, pages: readonly string[], entries: readonly Entry[]): readonly Chapter[] {
  const chapters: Chapter[] = [];
  for (const path of pages) {
    const own = entries.filter((entry) => entry.path === path);
    const pieces = piecesOf(parsePage(files.get(path) ?? ""), new Set(own.map(({ anchor }) => anchor).filter(Boolean)));
    const heading = pieces.find((piece) => "text" in piece && piece.isHeading);
    const found = heading !== undefined && "text" in heading ? heading.text : "";
    const start = own.find(({ anchor }) => anchor === "");
    if (start !== undefined) chapters.push({ title: start.title, pieces: [] });
    else if (chapters.length === 0 || entries.length === 0) chapters.push({ title: found, pieces: [] });
    for (const piece of pieces) {
      const named = "anchor" in piece ? own.find(({ anchor }) => anchor === piece.anchor) : undefined;
      if (named !== undefined) chapters.push({ title: named.title, pieces: [] });
      chapters.at(-1)?.pieces.push(piece);
    }
  }
  return chapters.filter(({ pieces }) => pieces.some((piece) => "text" in piece));
}

/** Reads a book: the pages of its spine, as the chapters of its table of contents. @throws ImportError with a sentence for people */
export function readEpub(bytes: Uint8Array): ImportedText {
  const files = openArchive(bytes, paths);
  refuseProtected(files);
  const book = packageOf(files);
  const { entries, pages } = outlineOf(files, book);
  const chapters = chaptersOf(files, pages, entries);
  const title = textOf(book.opf, "title");
  return {
    text: chapters
      .map((one, index) => chapterText(one.title || (index === 0 && title) || `Part ${index + 1}`, one.pieces))
      .join("\n\n"),
    title,
    author: textOf(book.opf, "creator"),
  };
}
