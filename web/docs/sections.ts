import { keywords } from "./keywords.ts";
import { addressOf, type DocsPage, navigation } from "./pages.ts";
import type { Section } from "./src/browser/find-sections.ts";

/** Finds on pages of operators, and on those that tell of everything, count less than a whole one. */
const operators = 0.7;
const listing: Readonly<Record<string, number>> = {
  ...{ glossary: 0.4, settings: 0.4, "dialects-tested": 0.4, index: 0.3, api: 0.8, "not-supported": 0.4 },
  ...{ openai: 0.75, deepgram: 0.75, elevenlabs: 0.75, assemblyai: 0.75, sarvam: 0.75 },
};

/** The group of a page; none for decisions, which are reached by links. */
const groupOf = (id: string): string => navigation.find(({ pages }) => pages.includes(id))?.label ?? "Project";

const rankOf = (id: string): Pick<Section, "weight" | "isInternal"> => ({
  weight: listing[id] ?? (groupOf(id) === "Self-hosting" ? operators : 1),
  isInternal: groupOf(id) === "Project" || id === "changelog",
});

/** The English names of the languages with a code of two letters. */
const languageNames = (): readonly string[] => {
  const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
  const letters = "abcdefghijklmnopqrstuvwxyz".split("");
  return letters.flatMap((first) => letters.flatMap((second) => names.of(`${first}${second}`) ?? []));
};

/** Names that people look for, beside the keywords. */
const listed: Readonly<Record<string, string>> = { "languages#supported-languages": languageNames().join(", ") };

const keywordsOf = (address: string): string =>
  [keywords[address] ?? [], listed[address] ?? []].flat().join(", ").toLowerCase();

/** The words of Markdown without its samples, a line for each paragraph, row or item. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/<!--[^]*?-->|<\/?(?:a|div)(?: [^>]*)?>/g, "")
    .replaceAll(/^```[^]*?^```$|^\|[ |:-]+\|$/gm, "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/([^\n])\n(?![\n|-])/g, "$1 ")
    .replaceAll(/^\| *| *\|$/gm, "")
    .replaceAll(/ *\| */g, " · ")
    .replaceAll(/[`*]|^#+ |^- /gm, "")
    .replaceAll(/[ \t]+/g, " ")
    .trim();
}

/** The anchor of a heading, as the site makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}

/** A row of a table that has an address of its own, such as that of a setting. */
const namedRow = /^\| <a id="(\w+)"><\/a>.*$/gm;

/** The rows of a part of a page that have addresses of their own. */
const rowsOf = (part: string): readonly { readonly anchor: string; readonly text: string }[] =>
  [...part.matchAll(namedRow)].map(([row, anchor = ""]) => ({ anchor, text: plain(row) }));

/** A page itself comes before what only lists its parts. */
const partWeight = 0.7;
const parts: ReadonlySet<string> = new Set(["Options", "Calls", "Names"]);

type Facts = Omit<Section, "url" | "heading" | "text">;

/** The parts of a page that begin with headings, and their rows with addresses. */
function headedSections(markdown: readonly string[], { id, facts }: { id: string; facts: Facts }): readonly Section[] {
  const known = new Map<string, number>();
  return markdown.flatMap((part) => {
    const [line = "", ...rest] = part.replaceAll(namedRow, "").split("\n");
    const heading = plain(line);
    const anchor = anchorOf(heading);
    const earlier = known.get(anchor) ?? 0;
    known.set(anchor, earlier + 1);
    const place = earlier === 0 ? anchor : `${anchor}-${earlier}`;
    const own = keywordsOf(`${id}#${place}`);
    const url = `${addressOf(id)}#${place}`;
    const weight = parts.has(heading) ? facts.weight * partWeight : facts.weight;
    const text = plain(rest.join("\n"));
    const rows = rowsOf(part).map((row) => ({
      ...facts,
      url: `${addressOf(id)}#${row.anchor}`,
      heading: row.anchor,
      text: row.text,
    }));
    return [{ ...facts, weight, url, heading, ...(own !== "" && { keywords: own }), text }, ...rows];
  });
}

/** The parts of a page below its headings. */
function sectionsOf({ id, title, body }: DocsPage): readonly Section[] {
  // Lines in samples may begin with a hash, which is no heading.
  const quiet = body.replaceAll(/^```[^]*?^```$/gm, (sample) => sample.replaceAll(/^#/gm, " #"));
  const [first = "", ...others] = quiet.split(/^(?=#{2,3} )/m);
  const pageKeywords = keywordsOf(id);
  const facts = { page: title, ...(pageKeywords !== "" && { pageKeywords }), ...rankOf(id) };
  const url = addressOf(id);
  return [
    { ...facts, ...(pageKeywords !== "" && { keywords: pageKeywords }), url, heading: "", text: plain(first) },
    // The links to other pages say nothing of their own.
    ...headedSections(others, { id, facts }).filter(({ heading, text }) => text !== "" && heading !== "Next"),
  ];
}

/** The sections that the search of the site looks through. */
export const sectionsIn = (pages: readonly DocsPage[]): readonly Section[] => pages.flatMap(sectionsOf);
