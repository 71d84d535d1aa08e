import test from "ava";
import { dateOrderOf } from "#workers/speech/text/date-order.ts";
import { regionalTag } from "#src/domain/speech/language-tag.ts";

const english = (languageTag: string | null, accent: string | null = null) =>
  dateOrderOf({ languageTag, language: "en", accent });

test("the region of a language decides the order of dates, whatever the accent of the voice", (t) => {
  for (const tag of ["en-US", "en-PR", "en-PH", "en-Latn-US"]) t.is(english(tag, "British"), "mdy", tag);
  for (const region of ["GB", "AU", "IN", "NZ", "IE", "ZA", "CA", "SG", "001"])
    t.is(english(`en-${region}`, "American"), "dmy", region);
  t.is(dateOrderOf({ languageTag: "es-PR", language: "es", accent: null }), "mdy");
  for (const languageTag of ["es-US", "es-MX", "fr-CA", "pt-BR", "de-AT", "hi-IN", "it-CH"])
    t.is(dateOrderOf({ languageTag, language: languageTag.slice(0, 2), accent: "American" }), "dmy", languageTag);
});

test("without a region that is known, the accent of a voice decides in its own language, and else the day comes first", (t) => {
  for (const tag of [null, "en", "en-XX", "en-abc", "en-Latn"]) {
    t.is(english(tag, "American"), "mdy", String(tag));
    for (const accent of ["British", "Scottish", null]) t.is(english(tag, accent), "dmy", String(tag));
  }
  t.is(dateOrderOf({ languageTag: "fr", language: "fr", accent: "American" }), "dmy");
});

test("a tag keeps its subtags in the usual case, small behind a single letter", (t) => {
  const tags = {
    en_us: "en-US",
    "EN-gb": "en-GB",
    English: "en",
    eng: "en",
    "zh-hans-cn": "zh-Hans-CN",
    "od-in": "or-IN",
    "en-X-US": "en-x-us",
    "EN-us-U-CA-islamic-latn": "en-US-u-ca-islamic-latn",
    "de-ch-1996": "de-CH-1996",
  };
  for (const [sent, tag] of Object.entries(tags)) t.is(regionalTag(sent), tag);
  t.is(regionalTag("elvish"), null);
});
