import test from "ava";
import { iso6393To1 } from "iso-639-3";
import { languageTag, primaryTag } from "#src/domain/speech/language-tag.ts";
import { languageNames, namedLanguages, synthesisLanguages } from "#src/domain/speech/languages.ts";
import { espeakLanguages } from "#workers/speech/synthesis/phonemes/espeak-languages.ts";
import { runProcess } from "#workers/speech/process/run-process.ts";
import { calm } from "./synth-support.ts";

/** Languages of espeak-ng that are not taken: no registered tag, a script for a language, or no letters of its own. */
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
  ["en_US", "en"],
  ["pt_BR", "pt"],
  ["eng", "en"],
  ["ger-AT", "de"],
  ["English", "en"],
  ["PORTUGUESE", "pt"],
  ["norwegian_bokmål", "nb"],
  ["norwegian bokmal", "nb"],
  ["Chinese", "zh"],
  ["kʼicheʼ", "quc"],
  ["", null],
  ["e", null],
  ["klingonish", null],
  ["auto", null],
  ["en-", null],
  ["en-US ", null],
] as const) {
  test(`the primary tag of "${tag}" is ${primary ?? "none"}`, (t) => t.is(primaryTag(tag), primary));
}

test("every language that can be spoken is found by its tag and its name", (t) => {
  for (const [tag, name] of Object.entries(languageNames)) {
    t.is(languageTag(tag), tag);
    t.is(primaryTag(name), tag, name);
  }
});

test("every code of a language gives the tag that it has here", (t) => {
  for (const [code, tag] of Object.entries(iso6393To1)) t.is(languageTag(code), tag);
  const others = { cmn: "zh", swh: "sw", arb: "ar", pes: "fa", fil: "tl", zsm: "ms", npi: "ne", ory: "or" };
  const bibliographic = { ger: "de", fre: "fr", chi: "zh", dut: "nl", gre: "el", per: "fa", wel: "cy", cze: "cs" };
  for (const [code, tag] of Object.entries({ ...others, ...bibliographic })) t.is(languageTag(code), tag);
  const longer = {
    "eng-US": "en-US",
    "ger-AT": "de-AT",
    "cmn-Hans-CN": "zh-Hans-CN",
    en_US: "en-US",
    "EN-us": "EN-us",
  };
  for (const [code, tag] of Object.entries(longer)) t.is(languageTag(code), tag);
  t.is(languageTag("tlh"), "tlh");
});
