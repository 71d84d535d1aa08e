import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { addressOf, readPages } from "#web-docs/pages.ts";
import { sectionsIn } from "#web-docs/sections.ts";
import { searchOver } from "#web-docs/src/browser/find-sections.ts";

const pages = await readPages();
const sections = sectionsIn(pages);
const search = searchOver(sections);
const titles = new Map(pages.map(({ id, title }) => [title, id]));
const idsFor = (question: string) => search(question).map(({ page }) => titles.get(page));

/** Questions of people, each with the page that answers it. */
const questions = {
  "delete my account": "your-account",
  "401 unauthorized": "errors",
  "how many requests per minute": "limits",
  "max file size": "limits",
  "change speed": "voices",
  "reset api key": "your-account",
  refund: "billing",
  "speaker diarization": "speakers",
  "pronounce a word": "pronunciation",
  invoice: "billing",
  "how do I create an API key": "quickstart",
  "transcribe a file with curl": "quickstart",
  "recording of one hour": "long-recordings",
  "stream audio while it is spoken": "streaming",
  "srt subtitles": "subtitles",
  "choose a female voice": "voices",
  "clone my voice": "custom-voices",
  "supported languages": "languages",
  "ssml pause": "spoken-text",
  insufficient_credits: "errors",
  "too many requests": "limits",
  webhook: "callbacks",
  "live captions from the microphone": "live",
  "openai base url": "openai",
  "install with docker": "install",
  "helm chart for kubernetes": "kubernetes",
  "command line": "typescript-sdk",
  "remove phone numbers": "clean-text",
  "charged twice after a retry": "idempotency",
  "cancel subscription": "billing",
  "transcribe thousands of files": "batches",
  "make an audiobook": "documents",
  "import an epub or docx": "documents",
  "sentiment analysis": "not-supported",
  "voice agent": "not-supported",
  "move from deepgram": "deepgram",
} as const;

for (const [question, id] of Object.entries(questions)) {
  test(`"${question}" finds the page ${id} first`, (t) => {
    const found = idsFor(question);
    t.is(found[0], id, found.join(", "));
  });
}

test("pages about the project come behind those for people", (t) => {
  const internal = /^(decisions|changelog|faults|contributing|architecture|internals|jobs|measured)\b/;
  for (const question of Object.keys(questions)) {
    const found = idsFor(question);
    const first = found.findIndex((id) => internal.test(id ?? ""));
    const others = first === -1 ? [] : found.slice(first).filter((id) => !internal.test(id ?? ""));
    t.deepEqual(others, [], `${question}: ${found.join(", ")}`);
  }
});

test("an excerpt is a sentence of the text, and neither the title nor the heading", (t) => {
  for (const question of Object.keys(questions)) {
    for (const { page, sections: shown } of search(question)) {
      for (const { heading, excerpt } of shown)
        t.false(excerpt !== "" && [page, heading].includes(excerpt), `${question}: ${excerpt}`);
    }
  }
});

test("a word is found while it is being typed, and nonsense is not", (t) => {
  t.is(idsFor("idempot")[0], "idempotency");
  t.is(idsFor("transcribing batches")[0], "batches");
  t.notThrows(() => search("constructor of a client"));
  t.deepEqual(search("qqqqxyz"), []);
  t.deepEqual(search(" "), []);
});

test("every section has an address of its own on its page", (t) => {
  const urls = sections.map(({ url }) => url);
  t.is(new Set(urls).size, urls.length);
  for (const { id } of pages) t.true(urls.includes(addressOf(id)), id);
});

/** Words of a paragraph or an item of a list at most; more are parted, or become a list or a table. */
const longestParagraph = 80;

/** The paragraphs and items of Markdown, without samples, headings and tables. */
const paragraphsOf = (markdown: string): readonly string[] =>
  markdown
    .replaceAll(/<!--[^]*?-->|^ *```[^]*?^ *```$/gm, "")
    .split(/\n\s*\n|\n(?= *(?:[-*]|\d+\.) |#| *\|)/)
    .map((text) => text.trim())
    .filter((text) => !/^[#|]/.test(text));

const readme = join(import.meta.dirname, "../../README.md");

test(`no paragraph of a guide has more than ${longestParagraph} words`, async (t) => {
  const texts = new Map(pages.map(({ path, body }) => [path, body] as const));
  texts.set("README.md", await readFile(readme, "utf8"));
  // The list of changes is a record, and so are the decisions.
  const guides = [...texts].filter(([path]) => !/^docs\/decisions\/|^CHANGELOG\.md$/.test(path));
  const long = guides.flatMap(([path, text]) =>
    paragraphsOf(text)
      .filter((paragraph) => paragraph.split(/\s+/).length > longestParagraph)
      .map((paragraph) => `${path}: ${paragraph.slice(0, 60)} …`),
  );
  t.true(paragraphsOf("One\ntwo.\n\n- A\n- B").length === 3 && guides.length > 40);
  t.deepEqual(long, []);
});
