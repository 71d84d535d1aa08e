import test from "ava";
import { strToU8, zipSync } from "fflate";
import { documentBounds } from "#src/domain/documents/split-text.ts";
import type { Chapter, Paragraph } from "#web/api/types.ts";
import {
  addChapter,
  insertParagraphs,
  moveChapter,
  moveParagraph,
  removeChapter,
  removedParagraph,
  removeParagraph,
  renameChapter,
  restoreParagraph,
  speakersIn,
  splitParagraph,
} from "#web/pages/documents/document-parts.ts";
import { wordsIn } from "#web/pages/documents/words-in.ts";
import { openArchive } from "#web/pages/documents/import/archive.ts";
import { decodeText, withTitle } from "#web/pages/documents/import/imported-text.ts";

const written = (name: string): Paragraph => ({
  ...{ paragraph_id: name, text: name, voice_id: null, status: "spoken", characters: 1, request_id: null },
  ...{ audio_url: null, duration_seconds: null, error: null },
});
const chapters: readonly Chapter[] = [
  { title: "1", paragraphs: [written("a"), written("b")] },
  { title: "2", paragraphs: [written("ANNA: c")] },
];

test("changes of chapters keep the ids of paragraphs, by which they keep their audio", (t) => {
  const outline = (all: ReturnType<typeof moveChapter>) =>
    all.map(({ title, paragraphs }) => [title, ...paragraphs.map((one) => `${one.paragraph_id ?? "new"} ${one.text}`)]);
  const c = ["2", "ANNA: c ANNA: c"];
  t.deepEqual(outline(moveParagraph(chapters, { chapter: 0, paragraph: 0 }, 1)), [["1", "b b", "a a"], c]);
  t.deepEqual(outline(moveParagraph(chapters, { chapter: 0, paragraph: 0 }, -1)), [["1", "a a", "b b"], c]);
  t.deepEqual(outline(removeParagraph(chapters, { chapter: 1, paragraph: 0 })), [["1", "a a", "b b"]]);
  const inserted = insertParagraphs(chapters, { chapter: 0, paragraph: 0 }, "x\ny\n\n \n\nz");
  t.deepEqual(outline(inserted)[0], ["1", "a a", "new x y", "new z", "b b"]);
  const place = { chapter: 0, paragraph: 1 };
  const split = splitParagraph(chapters, place, "b\n\n x");
  t.deepEqual(outline(split ?? [])[0], ["1", "a a", "b b", "new x"]);
  t.is(splitParagraph(chapters, place, "b\nx"), null);
  for (const gone of [place, { chapter: 1, paragraph: 0 }]) {
    const removed = removedParagraph(chapters, gone);
    const left = removeParagraph(chapters, gone);
    const shown = chapters.filter((_one, at) => left.length === 2 || at === 0);
    const now = shown.map((one, at) => ({ ...one, paragraphs: one.paragraphs.slice(0, left[at]?.paragraphs.length) }));
    if (removed !== null) t.deepEqual(outline(restoreParagraph(now, removed)), [["1", "a a", "b b"], c]);
  }
  t.deepEqual(outline(moveChapter(chapters, 0, 1)), [c, ["1", "a a", "b b"]]);
  t.deepEqual(outline(removeChapter(chapters, 0)), [c]);
  t.deepEqual(outline(renameChapter(chapters, 1, "3"))[1]?.[0], "3");
  t.deepEqual(outline(addChapter(chapters, "3", "x"))[2], ["3", "new 3", "new x"]);
  t.deepEqual(speakersIn(chapters), ["ANNA"]);
  const texts = ["Tom: Will you come?", "Mary Ann: Yes.", "He said: no.", "At noon: rain."].map(written);
  t.deepEqual(speakersIn([{ title: "3", paragraphs: texts }]), ["Tom", "Mary Ann"]);
});

test("words are found in the text as it is written, and those that are spoken otherwise are passed over", (t) => {
  const words = ["Dr.", "twelve", "came,", "came"].map((word) => ({ word }));
  t.deepEqual(
    wordsIn("Dr. 12 came, came.", words).map((part) => [part.from, part.written, part.index]),
    [
      [0, "Dr.", 0],
      [3, " 12 ", null],
      [7, "came,", 2],
      [12, " ", null],
      [13, "came", 3],
      [17, ".", null],
    ],
  );
});

test("an archive is unpacked no further than it says, and no further than the limit", (t) => {
  const archive = zipSync({ "a.xml": strToU8("x".repeat(10_000)), "b.bin": strToU8("b") });
  t.deepEqual(
    [...openArchive(archive, /\.xml$/)].map(([name, content]) => [name, content.length]),
    [["a.xml", 10_000]],
  );
  const central = Buffer.from(archive).indexOf("PK\u0001\u0002");
  const altered = (offset: number, value: number): Uint8Array => {
    const copy = Buffer.from(archive);
    copy.writeUInt32LE(value, central + offset);
    return copy;
  };
  t.throws(() => openArchive(altered(24, 0x7fffffff), /\.xml$/), { message: /unpacks into too much/ });
  // It says less than it has: what is more is not unpacked.
  const small = (): number => openArchive(altered(24, 100), /\.xml$/).get("a.xml")?.length ?? 0;
  t.true(tried(small) <= 100);
  t.throws(() => openArchive(archive.subarray(0, 60), /\.xml$/), { message: /damaged or encrypted/ });
  t.is(decodeText(Buffer.from("\uFEFFGrüße", "utf16le")), "Grüße");
  const parts = "## One\n\nA.\n\n## Two\n\nB.";
  t.deepEqual(withTitle(`# The Book\n\n${parts}`), { title: "The Book", text: parts });
  for (const whole of [parts, "# One\n\nA.\n\n# Two\n\nB.", "# One\n\nA."])
    t.deepEqual(withTitle(whole), { title: "", text: whole }, "a chapter");
  t.is(documentBounds.characters, 500_000, "as the page says it");
  t.is(documentBounds.paragraph, 5_000, "as the page says it");
});

/** A number, or 0 where it cannot be had. */
function tried(number: () => number): number {
  try {
    return number();
  } catch {
    return 0;
  }
}
