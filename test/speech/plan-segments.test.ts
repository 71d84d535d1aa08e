import test from "ava";
import fc from "fast-check";
import { DomainError } from "#src/errors.ts";
import type { SynthesisEngine } from "#workers/speech/engine.ts";
import { planSegments } from "#workers/speech/synthesis/plan-segments.ts";
import type { SpokenPart } from "#workers/speech/text/spoken-part.ts";
import { calm } from "./synth-support.ts";

const engineOf = (name: string, canSpeak: SynthesisEngine["canSpeak"]): SynthesisEngine => ({
  manifest: {
    name,
    kind: "synthesis",
    languages: ["en", "hi"],
    tier: "fast",
    detectsLanguage: false,
    memoryMb: 1,
    requires: "",
  },
  segmentLetters: 1_000,
  canSpeak,
  synthesize: () => Promise.reject(new Error("Nothing is spoken here.")),
  status: () => ({ state: "ready" }),
  close: () => Promise.resolve(),
});

const fallback = engineOf("fallback", () => true);
const natural = engineOf("natural", () => true);
const latinOnly = engineOf("latin", (text) => !/[^\p{Script=Latin}\p{Script=Common}]/u.test(text));

const plan = (
  text: string,
  more: { language?: string; speed?: number; parts?: readonly SpokenPart[]; engine?: string } = {},
) =>
  planSegments(
    {
      ...{ text, directory: "", signal: calm(), parts: more.parts },
      ...{ language: more.language ?? "en", speed: more.speed ?? 1 },
      voice: { engine: more.engine ?? "natural", name: "a", profile: null },
    },
    { engines: [natural, latinOnly, fallback], fallback },
  );

const part = (text: string, more: Partial<SpokenPart> = {}): SpokenPart => ({ text, rate: 1, pauseMs: null, ...more });

test("a text is spoken in words, and one of two languages by one speaker who can", (t) => {
  t.deepEqual(
    plan("It is 7:30 p.m. now").map(({ text }) => text),
    ["It is seven thirty p.m. now"],
  );
  const mixed = plan("मीटिंग 5 बजे है, please confirm the agenda.", { language: "hi" });
  t.deepEqual(
    mixed.map(({ text, speakers }) => [text, speakers[0]?.engine.manifest.name]),
    [["मीटिंग पाँच बजे है, please confirm the agenda.", "natural"]],
  );
});

test("the first of several pieces is short, cut where a voice pauses", (t) => {
  const sentence =
    "The committee, which met on Tuesday in the old town hall, decided after a very long debate that the bridge will be repaired before winter comes, and that the road stays closed. ";
  const long = sentence.repeat(3);
  t.is(plan(long)[0]?.text, "The committee, which met on Tuesday in the old town hall, ");
  t.is(plan(`A short sentence comes first. ${long}`)[0]?.text, "A short sentence comes first. ");
});

test("a text of one piece is not cut", (t) => {
  const sentence =
    "The committee, which met on Tuesday in the old town hall, decided after a long debate, and went home.";
  t.is(plan(`${sentence} ${sentence}`).length, 1);
});

const hostile = {
  "5,000 letters without punctuation": "and so on ".repeat(500),
  "one word of 800 letters": "a".repeat(800),
  "5,000 digits": "7".repeat(5_000),
  "a conjunct without end": "क्".repeat(2_500),
  "marks without end": `a${"\u0301".repeat(4_999)}`,
  "joined emoji": "👩\u200D".repeat(1_600),
  signs: "≤".repeat(2_000),
  "scripts in turn": "aन".repeat(2_500),
};

for (const [name, text] of Object.entries(hostile)) {
  test(`${name} become pieces of at most 300 characters`, (t) => {
    for (const language of ["en", "hi", "xx"]) {
      const segments = plan(text, { language, engine: "latin" });
      t.true(segments.every((segment) => segment.text.length <= 300 && segment.pauseSeconds <= 1));
    }
  });
}

test("no piece of any text is longer than 300 characters", (t) => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 2_000, minLength: 300 }),
      fc.constantFrom(0.5, 1, 2),
      (text, speed) => {
        t.true(plan(text, { speed }).every((segment) => segment.text.length <= 300));
      },
    ),
    { numRuns: 50 },
  );
});

test("a text may be forty thousand letters long in words, and a longer one is refused with what to do", (t) => {
  t.true(plan("7".repeat(5000)).length > 80);
  t.throws(() => plan("7,777 ".repeat(1000)), {
    instanceOf: DomainError,
    code: "audio_too_long",
    message: /has \d+ letters; the maximum is 40000\. Send it in several parts\.$/,
  });
});

test("markup changes the rate and adds pauses, and text without pauses between is read in one", (t) => {
  const parts = [
    part("It costs "),
    part("5", { sayAs: { kind: "ordinal", dateOrder: null } }),
    part(" of all, "),
    part("", { pauseMs: 700 }),
    part("slowly", { rate: 0.75, pauseMs: 250 }),
    part("and back."),
  ];
  const segments = plan("", { parts });
  t.deepEqual(
    segments.map(({ text, speed }) => [text, speed]),
    [
      ["It costs fifth of all, ", 1],
      ["slowly", 0.75],
      ["and back.", 1],
    ],
  );
  t.true((segments[0]?.pauseSeconds ?? 0) >= 0.7);
  t.true((segments[1]?.pauseSeconds ?? 0) >= 0.25);
});

test("three dots and a paragraph before a substituted word at the end are pauses", (t) => {
  const alias = part("A T and T", { written: "AT&T" });
  for (const before of ["One thing more... Then ask ", "One thing more\n\nThen ask "]) {
    const [first, second, ...others] = plan("", { parts: [part(before), alias] });
    t.deepEqual([first?.text.trim(), second?.text, others], [before.slice(0, -9).trim(), "Then ask A T and T", []]);
  }
});

test("a pause before the first word is a piece of its own, and the speed stays within its bounds", (t) => {
  const [pause, words] = plan("", {
    parts: [part("", { pauseMs: 500 }), part("Good morning.", { rate: 2 })],
    speed: 2,
  });
  t.deepEqual(pause, { text: "", speakers: [], speed: 2, pauseSeconds: 0.5 });
  t.deepEqual([words?.text, words?.speed], ["Good morning.", 2]);
});

const readings: readonly (readonly [SpokenPart["sayAs"] & object, string, string])[] = [
  [{ kind: "cardinal", dateOrder: null }, "1984", "one thousand nine hundred eighty four"],
  [{ kind: "ordinal", dateOrder: null }, "21", "twenty first"],
  [{ kind: "characters", dateOrder: null }, "ab-1", "a, b, dash, one"],
  [{ kind: "digits", dateOrder: null }, "1984", "one nine eight four"],
  [{ kind: "telephone", dateOrder: null }, "+1 555 0199", "plus one, five five five, zero one nine nine"],
  [{ kind: "date", dateOrder: "mdy" }, "3/4/2025", "March fourth, twenty twenty five"],
  [{ kind: "date", dateOrder: "dmy" }, "3/4/2025", "April third, twenty twenty five"],
  [{ kind: "date", dateOrder: "ymd" }, "2025.4.3", "April third, twenty twenty five"],
  [{ kind: "time", dateOrder: null }, "7:30", "seven thirty"],
  [{ kind: "currency", dateOrder: null }, "$5", "five dollars"],
  [{ kind: "unit", dateOrder: null }, "3 kg", "three kilograms"],
  [{ kind: "cardinal", dateOrder: null }, "words", "words"],
];

for (const [sayAs, text, spoken] of readings) {
  test(`${text} as ${sayAs.kind} ${sayAs.dateOrder ?? ""} is read as "${spoken}"`, (t) => {
    t.deepEqual(
      plan("", { parts: [part(text, { sayAs })] }).map((segment) => segment.text),
      [spoken],
    );
  });
}
