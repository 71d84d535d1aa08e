import test from "ava";
import fc from "fast-check";
import {
  type DictionaryEntry,
  faultOfIpa,
  faultOfWords,
  withEntries,
  withoutWords,
} from "#src/domain/pronunciation/entries.ts";
import { wordFinder } from "#src/domain/pronunciation/find-words.ts";
import { pronunciationsOfText } from "#src/domain/pronunciation/pronunciations-of-text.ts";
import { respellParts } from "#src/domain/pronunciation/respell.ts";
import { plainParts } from "#src/domain/speech/plain-parts.ts";
import { partsOfText } from "#src/domain/speech/parts-of-text.ts";
import { cpuTimeMs } from "#test/support/cpu-time.ts";

const entry = (word: string, respelling: string, more: Partial<DictionaryEntry> = {}): DictionaryEntry => ({
  ...{ word, respelling, language: null, isCaseSensitive: false },
  ...more,
});

const foundIn = (text: string, ...words: readonly string[]): readonly string[] =>
  wordFinder(words.map((word) => ({ word, isCaseSensitive: false })))(text).map(({ from, to }) => text.slice(from, to));

/** A text as it is read. */
const read = (text: string, ...entries: readonly DictionaryEntry[]): string =>
  respellParts(plainParts(text), entries)
    .map((part) => part.text)
    .join("");

test("whole words are found in any case, the longest first, from the left", (t) => {
  t.deepEqual(foundIn("NEW YORK, new  york city; Newark", "New York", "New York City"), ["NEW YORK", "new  york city"]);
  t.deepEqual(foundIn("banana an ANS an", "an"), ["an", "an"]);
  t.deepEqual(foundIn("Node.js and Node. Node", "Node"), ["Node", "Node"]);
  t.deepEqual(foundIn("C++, C and C#", "C++", "C"), ["C++", "C", "C"]);
  t.deepEqual(foundIn("O’Brien's o'brien", "O'Brien"), ["O’Brien", "o'brien"]);
  t.deepEqual(foundIn("siobhan@example.com, @siobhan, a_siobhan", "Siobhan"), []);
});

test("words are found in every script, composed or not", (t) => {
  t.deepEqual(foundIn("कमल, कमला", "कमल"), ["कमल"]);
  t.deepEqual(foundIn("私は東京に住む", "東京"), ["東京"]);
  t.deepEqual(foundIn("Jose\u0301 and JOSÉ, Jose", "José"), ["Jose\u0301", "JOSÉ"]);
  t.deepEqual(foundIn("ПУТИН и путина", "Путин"), ["ПУТИН"]);
  t.deepEqual(foundIn("👩‍💻 kubectl 𝒜", "kubectl"), ["kubectl"]);
  t.deepEqual(foundIn("Jose\u0301 José", "Jose"), []);
  t.deepEqual(foundIn("می\u200Cخواهم می", "می"), ["می"]);
  t.deepEqual(foundIn("a  b", "b"), ["b"]);
});

test("an entry that is sensitive to case counts as it is written, and before one that is not", (t) => {
  const polish = entry("Polish", "Pole ish", { isCaseSensitive: true });
  t.is(read("Polish polish", polish), "Pole ish polish");
  const entries = pronunciationsOfText(plainParts("Polish polish"), { language: "en", languageTag: null }, [
    [entry("polish", "pol ish"), polish],
  ]);
  t.is(
    respellParts(plainParts("Polish polish"), entries)
      .map(({ text }) => text)
      .join(""),
    "Pole ish pol ish",
  );
});

test("a respelled word keeps what stands beside it, and is known by what is written", (t) => {
  const parts = respellParts(plainParts("Ask Siobhan's team, Siobhan."), [entry("Siobhan", "Shivawn")]);
  t.deepEqual(
    parts.map(({ text, written }) => [text, written]),
    [
      ["Ask ", undefined],
      ["Shivawn's", "Siobhan's"],
      [" team, ", undefined],
      ["Shivawn.", "Siobhan."],
    ],
  );
  t.is(read("ClickHouse/Kafka", entry("ClickHouse", "click house"), entry("kafka", "Kuffka")), "click house/Kuffka");
  t.is(read("私はKokoroです", entry("Kokoro", "ココロ")), "私はココロです");
});

test("a respelling is not respelled again, and overlapping words count from the left", (t) => {
  t.is(read("SQL", entry("SQL", "sequel"), entry("sequel", "SQL SQL")), "sequel");
  t.is(read("a b", entry("a", "b"), entry("b", "a")), "b a");
  t.is(read("a a", entry("a", "a a")), "a a a a");
  t.is(read("one two three", entry("one two", "x"), entry("two three", "y"), entry("three", "z")), "x z");
});

test("markup in a respelling is read as text", (t) => {
  for (const respelling of ["[pause:9s] a", '<break time="9s"/> a', "</speak> a", "&lt;b a", "**a** $1 $&"]) {
    const parts = respellParts(partsOfText("<speak>Go.</speak>", "ssml"), [entry("go", respelling)]);
    t.deepEqual(
      parts.map(({ text, written, pauseMs }) => [text, written, pauseMs]),
      [[`${respelling}.`, "Go.", null]],
    );
  }
});

test("a word with sounds counts in a respelling and in an alias, too, where a respelling does not", (t) => {
  const sounds = { word: "sequel", ipa: "ˈsiːkwəl", language: null, isCaseSensitive: false };
  const used = (text: string): readonly string[] =>
    pronunciationsOfText(partsOfText(text, "ssml"), { language: "en", languageTag: null }, [
      [entry("SQL", "sequel server"), entry("server", "other"), sounds],
    ]).map(({ word }) => word);
  t.deepEqual(used("<speak>SQL</speak>"), ["SQL", "sequel"]);
  t.deepEqual(used("<speak><sub alias='sequel SQL'>it</sub></speak>"), ["sequel"]);
  t.deepEqual(used("<speak><say-as interpret-as='characters'>sequel</say-as></speak>"), []);
});

test("a respelling takes no part of markup, of an alias, or of a reading of its own", (t) => {
  const ssml =
    "<speak><sub alias='go'>go</sub> AT&amp;T <say-as interpret-as='characters'>go</say-as> go<break time='1s'/></speak>";
  const parts = respellParts(partsOfText(ssml, "ssml"), [entry("go", "goh"), entry("AT&T", "A T and T")]);
  t.deepEqual(
    parts.map(({ text }) => text),
    ["go", " ", "A T and T", " ", "go", " ", "goh"],
  );
  t.is(parts.at(-1)?.pauseMs, 1000);
});

test("the parts of a text joined are the text, whatever words are respelled", (t) => {
  const texts = fc.array(fc.constantFrom("a", "b", "ab", " ", ".", "’", "'s", "-", "東", "é", "\n"), { maxLength: 40 });
  fc.assert(
    fc.property(texts, fc.array(fc.constantFrom("a", "b", "ab", "a b", "東"), { maxLength: 5 }), (pieces, words) => {
      const text = pieces.join("");
      const parts = [{ text, rate: 1, pauseMs: 7 }];
      const spoken = respellParts(
        parts,
        words.map((word) => entry(word, "x")),
      );
      t.is(spoken.map((part) => part.written ?? part.text).join(""), text);
      t.deepEqual(
        spoken.map(({ pauseMs }) => pauseMs),
        [...spoken.slice(1).map(() => null), 7],
      );
    }),
  );
});

test("entries count in their language and region, those that fit best first, and each that the text has is kept once", (t) => {
  const any = entry("route", "root");
  const [english, british, german] = ["en", "en-GB", "de"].map((language) => entry("route", language, { language }));
  const used = (language: string, languageTag: string | null): readonly (string | undefined)[] =>
    pronunciationsOfText(plainParts("The route. Route!"), { language, languageTag }, [
      [any, english, british, german].flatMap((one) => one ?? []),
      [entry("path", "paath")],
    ]).map(({ respelling }) => respelling);
  t.deepEqual(used("en", "en-GB"), ["en-GB"]);
  t.deepEqual(used("en", "en-US"), ["en"]);
  t.deepEqual(used("fr", null), ["root"]);
  t.deepEqual(used("de", "de-AT"), ["de"]);
});

test("an entry replaces that of the same word and language, and is taken out by these", (t) => {
  const kept = withEntries([entry("a", "1"), entry("a", "2", { language: "en" })], [entry("a", "3")]);
  t.deepEqual(
    kept.map(({ respelling }) => respelling),
    ["3", "2"],
  );
  t.deepEqual(withoutWords(kept, [{ word: "a" }]), []);
  t.deepEqual(withoutWords(kept, [{ word: "a", language: null }]), kept.slice(1));
  t.deepEqual(withoutWords(kept, [{ word: "A" }]), kept);
});

test("texts without a sound and signs that are no IPA are faults", (t) => {
  t.is(faultOfIpa("/ʃɪˈvɔːn/"), null);
  t.is(faultOfIpa("t͡ʃɪŋˈɡiː‿"), null);
  t.is(faultOfIpa("S IH0"), "'S' is no sign of IPA");
  t.is(faultOfIpa("कमल"), "'क' is no sign of IPA");
  t.is(faultOfIpa("ˈː"), "it needs a sound");
  t.is(faultOfWords("…"), "it needs a letter or a digit");
  t.is(faultOfWords("a\u0007b"), "it has no line breaks or control characters");
});

test("texts without an end of words, and lists of nearly equal words, take no more time than others", (t) => {
  const words = Array.from({ length: 1_000 }, (_none, index) => entry(`${"a b ".repeat(14)}${index}`, "x"));
  for (const piece of ["a b ", "a-", "  ", "a.", "é", "東"]) {
    const text = `a${piece.repeat(100_000 / piece.length)}b`;
    const spent = cpuTimeMs(() => respellParts([{ text, rate: 1, pauseMs: null }], [...words, entry("a", "b")]));
    t.true(spent < 10_000, `${piece}: ${spent.toFixed(0)} ms`);
  }
});
