import test from "ava";
import { languageNames, namedLanguages, primaryTag, synthesisLanguages } from "#src/domain/speech/languages.ts";
import { espeakLanguages } from "#workers/speech/engines/espeak-ng/espeak-languages.ts";
import { runProcess } from "#workers/speech/process/run-process.ts";
import { calm } from "./synth-support.ts";

/** Of espeak-ng's languages: no registered tag, a script for a language, or no letters of its own. */
const leftOut = new Set(["py", "qdb", "piqd", "chr"]);

const sorted = (tags: Iterable<string>): readonly string[] => [...tags].toSorted((a, b) => (a < b ? -1 : 1));

const spokenByEspeak = async (): Promise<ReadonlySet<string>> => {
  const limits = { signal: calm(), timeoutMs: 5_000, maxOutputBytes: 100_000 };
  const { stdout } = await runProcess("espeak-ng", ["--voices"], limits);
  const rows = stdout.toString("utf8").trim().split("\n").slice(1);
  const tags = rows.map((row) => row.trim().split(/\s+/)[1]?.split("-")[0] ?? "");
  return new Set([...tags.map((tag) => (tag === "cmn" ? "zh" : tag)), "no"]);
};

test("the languages offered are those espeak-ng speaks, but for four named ones", async (t) => {
  const spoken = await spokenByEspeak();
  t.deepEqual(sorted(synthesisLanguages), sorted([...spoken].filter((tag) => !leftOut.has(tag))));
});

test("the engine speaks exactly the languages the API accepts", (t) => {
  t.deepEqual(sorted(espeakLanguages), sorted(synthesisLanguages));
});

test("every language has a name and its ISO 639-1 tag where there is one", (t) => {
  for (const tag of synthesisLanguages) {
    t.truthy(languageNames[tag]);
    t.is(Intl.getCanonicalLocales(tag)[0], tag);
  }
  t.deepEqual(namedLanguages(["en", "jv", "zzz"]), [
    { tag: "en", name: "English" },
    { tag: "jv", name: "Javanese" },
    { tag: "zzz", name: "zzz" },
  ]);
});

for (const [tag, primary] of [
  ["en", "en"],
  ["en-US", "en"],
  ["EN-us", "en"],
  ["zh-Hant-TW", "zh"],
  ["yue", "yue"],
  ["od", "or"],
  ["OD-in", "or"],
  ["en_US", null],
  ["", null],
  ["e", null],
  ["english", null],
  ["en-", null],
  ["en-US ", null],
] as const) {
  test(`the primary tag of "${tag}" is ${primary ?? "none"}`, (t) => t.is(primaryTag(tag), primary));
}
