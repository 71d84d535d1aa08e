import test from "ava";
import fc from "fast-check";
import { parseSsml } from "#src/domain/speech/ssml/parse-ssml.ts";
import { cpuTimeMs } from "#test/support/cpu-time.ts";

const partsOf = (text: string): readonly unknown[] => {
  const parsed = parseSsml(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.parts;
};

const faultOf = (text: string): string => {
  const parsed = parseSsml(text);
  return parsed.ok ? "" : parsed.message;
};

const part = (text: string, more: object = {}) => ({ text, rate: 1, pauseMs: null, ...more });

test("text, entities and CDATA are spoken, comments are not", (t) => {
  t.deepEqual(partsOf("<?xml version='1.0'?>\n<speak>a &lt; &#98;<!-- c --><![CDATA[ <d>]]></speak>"), [
    part("a < b"),
    part(" <d>"),
  ]);
});

test("breaks, paragraphs and sentences are pauses", (t) => {
  t.deepEqual(partsOf("<speak>a <break time='1.5s'/> b <break strength='weak'/><break time='20ms'/>c</speak>"), [
    part("a ", { pauseMs: 1500 }),
    part(" b ", { pauseMs: 270 }),
    part("c"),
  ]);
  t.deepEqual(partsOf("<speak><p><s>A.</s>\n <s>B.</s></p><p>C</p></speak>"), [
    part("A.", { pauseMs: 0 }),
    part("B.", { pauseMs: 300 }),
    part("C", { pauseMs: 300 }),
  ]);
  t.deepEqual(partsOf("<speak><break/>a</speak>"), [part("", { pauseMs: 500 }), part("a")]);
});

test("an alias is read instead of the text, and the rates of nested elements multiply", (t) => {
  t.deepEqual(partsOf("<speak><sub alias='World Wide Web'>WWW</sub>!</speak>"), [
    part("World Wide Web", { written: "WWW" }),
    part("!"),
  ]);
  t.deepEqual(
    partsOf(
      "<speak><prosody rate='50%'>a<prosody rate='x-fast'>b</prosody></prosody><prosody rate='+20%'>c</prosody></speak>",
    ),
    [part("a", { rate: 0.5 }), part("b"), part("c", { rate: 1.2 })],
  );
});

test("say-as tells how to read", (t) => {
  t.deepEqual(partsOf("<speak><say-as interpret-as='date' format='mdy'>3/4/2025</say-as></speak>"), [
    part("3/4/2025", { sayAs: { kind: "date", dateOrder: "mdy" } }),
  ]);
  t.deepEqual(partsOf("<speak><say-as interpret-as='spell-out'>ab</say-as></speak>"), [
    part("ab", { sayAs: { kind: "characters", dateOrder: null } }),
  ]);
});

const faults = {
  "<speak>a <emphasis>b</emphasis></speak>":
    "<emphasis> that ends at line 1, column 19 is not supported. Use only speak,",
  "<speak>\n<audio src='x'/></speak>": "<audio> that ends at line 2, column 16 is not supported.",
  "<speak>a": "Malformed SSML at line 1, column 8: unclosed tag: speak. Correct",
  "<speak>a</p></speak>": "Malformed SSML at line 1, column 12: unexpected close tag",
  "<speak>&secret;</speak>": "Malformed SSML at line 1, column 15: undefined entity.",
  "<!DOCTYPE a [<!ENTITY b 'c'>]><speak>&b;</speak>": "<!DOCTYPE> at line 1, column 30 is not supported. Leave it out.",
  "a plain text": "Malformed SSML at line 1, column 13: text data outside of root node.",
  "<p>a</p>": "<p> that ends at line 1, column 3 is out of place. Put one <speak> around all.",
  "<speak><speak>a</speak></speak>": "<speak> that ends at line 1, column 14 is out of place.",
  "<speak><break time='11s'/>a</speak>": "<break> that ends at line 1, column 26 needs a time such as",
  "<speak><break strength='loud'/>a</speak>": "<break> that ends at line 1, column 31 needs a strength of none,",
  "<speak><prosody pitch='high'>a</prosody></speak>": "has the attribute pitch, which is not supported.",
  "<speak><prosody rate='9'>a</prosody></speak>": "needs a rate from 50% to 200%",
  "<speak><sub>a</sub></speak>": "needs an alias.",
  "<speak><say-as interpret-as='name'>a</say-as></speak>": "needs an interpret-as of cardinal, ordinal,",
  "<speak><say-as interpret-as='date' format='my'>a</say-as></speak>": "needs a format of mdy, dmy, ymd.",
  "<speak><sub alias='a'><s>b</s></sub></speak>": "cannot stand within <sub>.",
} as const;

for (const [text, message] of Object.entries(faults)) {
  test(`${text} is refused with what to do`, (t) => {
    t.true(faultOf(text).includes(message), faultOf(text));
  });
}

test("elements nest at most 20 deep, and pauses take at most a minute", (t) => {
  t.regex(faultOf(`<speak>${"<p>".repeat(30)}`), /nested too deeply/);
  const breaks = "<break time='10s'/>";
  t.is(faultOf(`<speak>a${breaks.repeat(6)}</speak>`), "");
  t.is(faultOf(`<speak>a${breaks.repeat(7)}</speak>`), "The pauses take 70 s together. Make them at most 60 s.");
});

test("hostile markup is answered at once", (t) => {
  for (const piece of ["<", "&", "<a ", "</a>", "<!--", "<![CDATA[", "]]>", "&#x", "<s>", "<speak a='", "\r\n"]) {
    const text = `<speak>${piece.repeat(5_000 / piece.length)}</speak>`;
    t.true(cpuTimeMs(() => parseSsml(text)) < 2_000, piece);
  }
});

test("any text is parsed or refused", (t) => {
  const pieces = fc.constantFrom(
    "<speak>",
    "</speak>",
    "<p>",
    "</p>",
    "<break/>",
    "<s",
    ">",
    "a",
    "&amp;",
    "&",
    "]]>",
    "'",
    " ",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const parsed = parseSsml(parts.join(""));
      t.true(parsed.ok || parsed.message.endsWith("."));
    }),
  );
});
