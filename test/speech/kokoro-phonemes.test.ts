import test from "ava";
import { cpuTimeMs } from "#test/support/cpu-time.ts";
import { clausesOf } from "#workers/speech/synthesis/phonemes/clauses.ts";
import { kokoroPhonemes } from "#workers/speech/engines/kokoro/kokoro-phonemes.ts";
import { packPhonemes } from "#workers/speech/synthesis/phonemes/pack-phonemes.ts";
import { cutAtSounds } from "#workers/speech/synthesis/phonemes/given-sounds.ts";
import { soundsFinder } from "#src/domain/pronunciation/find-sounds.ts";
import { phonemize, phonemizeWords } from "#workers/speech/engines/kokoro/phonemize.ts";
import { calm, privateFolder } from "./synth-support.ts";

const cut = (text: string): readonly string[] => clausesOf(text).map((clause) => `${clause.text}|${clause.mark}`);

test("a text is cut into clauses, each with the mark behind it", (t) => {
  t.deepEqual(cut("Hello, world! Is it so; really?"), ["Hello|,", "world|!", "Is it so|;", "really|?"]);
  t.deepEqual(cut('He said "stop." Then… nothing — at all'), ['He said "stop|.', '" Then|…', "nothing|—", "at all|"]);
  t.deepEqual(cut("one - two"), ["one|—", "two|"]);
  t.deepEqual(cut("Wait... what?!"), ["Wait|…", "what|?"]);
});

test("marks within numbers, names and abbreviations end no clause", (t) => {
  t.deepEqual(cut("At 3.5 km, 1,234 by 10:30"), ["At 3.5 km|,", "1,234 by 10:30|"]);
  t.deepEqual(cut("Dr. Smith and J. R. Hall of example.com"), ["Dr. Smith and J. R. Hall of example.com|"]);
  t.deepEqual(cut("at 5 p.m. or later. Go."), ["at 5 p.m. or later|.", "Go|."]);
});

test("marks of other scripts are known, and need no space", (t) => {
  t.deepEqual(cut("नमस्ते। आप कैसे हैं?"), ["नमस्ते|.", "आप कैसे हैं|?"]);
  t.deepEqual(cut("こんにちは、げんきですか。はい"), ["こんにちは|,", "げんきですか|.", "はい|"]);
});

test("what has no sound is no clause, and a paragraph ends one", (t) => {
  t.deepEqual(cut("!!! … — ()"), []);
  t.deepEqual(cut("Title\n\nThe text"), ["Title|", "The text|"]);
  t.deepEqual(cut("a\nb"), ["a\nb|"]);
});

test("a hundred thousand marks are cut in no time", (t) => {
  for (const text of [".".repeat(100_000), '."'.repeat(50_000), " -".repeat(50_000), "a. ".repeat(30_000)])
    t.true(cpuTimeMs(() => clausesOf(text)) < 5_000, text.slice(0, 4));
});

test("sounds are written as Kokoro's training had them", (t) => {
  t.is(kokoroPhonemes("t^ʃˈiːz d^ʒˈʌd^ʒ bˈɔ^ɪ kˈa^ʊ ɡˌo^ʊ ðe^ɪ ˈa^ɪ", "en-us"), "ʧˈiz ʤˈʌʤ bˈY kˈW ɡˌO ðA ˈI");
  t.is(kokoroPhonemes("bˈɜːd bˈɛɾɚ lˈɪɾə^l bˈʌʔn\u0329 ɐ fˈoːɹ", "en-us"), "bˈɜɹd bˈɛTəɹ lˈɪTᵊl bˈʌtᵊn ə fˈɔɹ");
  t.is(kokoroPhonemes("ɡˌə^ʊ ðˈe^ə kˈɑː", "en-gb"), "ɡˌQ ðˈɛː kˈɑː");
  t.is(kokoroPhonemes("olˈa nˈɐ\u0303ʊ\u0303 rr", "pt-br"), "olˈa nˈɐ\u0303ʊ\u0303 rr");
  t.is(kokoroPhonemes("lə- sˈɛ\u200Dt", "fr-fr"), "lə sˈɛt");
});

test("words of another language are written in theirs, without the marks around them", (t) => {
  t.is(kokoroPhonemes("naːm (^e^n)ˈɔːdɚ ɡˌə^ʊ(^h^i) hɛː", "hi"), "naːm ˈɔːdəɹ ɡˌQ hɛː");
  t.is(kokoroPhonemes("ðə (fr)mɔ\u0303d(en) ɐ", "en-us"), "ðə mɔ\u0303d ə");
});

test("clauses are packed into as few texts as may be, and cut where they are too long", (t) => {
  t.deepEqual(packPhonemes(["one,", "two,", "three."], 9), ["one, two,", "three."]);
  t.deepEqual(packPhonemes(["one two three."], 8), ["one two", "three."]);
  t.deepEqual(packPhonemes(["abcdefghij"], 4), ["abcd", "efgh", "ij"]);
  t.deepEqual(packPhonemes([], 4), []);
});

test("espeak-ng's sounds get the marks of the text", async (t) => {
  const directory = await privateFolder(t);
  const read = (text: string, voice = "en-us") => phonemize({ text, voice, directory, signal: calm() });
  t.deepEqual(await read("Hello, world!"), ["həlˈO,", "wˈɜɹld!"]);
  t.deepEqual(await read("no mark"), ["nˈO mˈɑɹk."]);
  // espeak-ng ends a clause where the text, as it is cut here, has none.
  t.is((await read("Go etc. Then go, now.")).length, 2);
  const [name = ""] = await read("मेरा नाम Rahul है।", "hi");
  t.regex(name, /ɹˈɑːhʊl hɛː\.$/);
  t.deepEqual(await read("[[w'Vn]] \u0001[[x]]"), await read("w'Vn x"), "it is text, never sounds");
});

/** Finds words in a text with their sounds. */
const soundsOf = (sounds: Readonly<Record<string, string>>) =>
  soundsFinder(
    Object.entries(sounds).map(([word, ipa]) => ({ word, ipa, isCaseSensitive: false })),
    (word) => word,
  );

test("given sounds are those of the engine's notation, with the stress before the vowel and the ending of a possessive", (t) => {
  const written = (ipa: string, text = "x", voice = "en-us"): string =>
    cutAtSounds(text, { voice, findSounds: soundsOf({ x: ipa }) })
      .map(({ text: own, sounds }) => sounds ?? `(${own})`)
      .join(" ");
  t.is(written("/ʃɪˈvɔːn/"), "ʃɪvˈɔːn");
  t.is(written("nuː ˈjɔːk"), "nuː jˈɔːk");
  t.is(written("t͡ʃɪŋ ˈdʒɑːn eɪ"), "t^ʃɪŋ d^ʒˈɑːn e^ɪ");
  t.is(written("wɪn", "Ask x's team x"), "(Ask) wɪnz (team) wɪn");
  t.is(written("ʒat", "x", "fr-fr"), "ʒat");
  t.is(written("ket", "(x)!"), "kɛt");
});

test("words with given sounds are spoken by these, and the others as espeak-ng reads them", async (t) => {
  const directory = await privateFolder(t);
  const findSounds = soundsOf({ Siobhan: "ʃɪˈvɔːn", "New York": "ˈnaka" });
  const reading = { voice: "en-us", directory, signal: calm(), findSounds };
  t.deepEqual(await phonemize({ ...reading, text: "Hello, Siobhan! Hello new york world." }), [
    ...["həlˈO,", "ʃɪvˈɔn!", "həlˈO nˈækæ wˈɜɹld."],
  ]);
  t.deepEqual(await phonemize({ ...reading, text: "Siobhan." }), ["ʃɪvˈɔn."]);
  t.deepEqual(await phonemizeWords(["world", "Siobhan"], { ...reading, text: "" }), ["wˈɜɹld", "ʃɪvˈɔn"]);
});
