import { readdir } from "node:fs/promises";
import test from "ava";
import { DomainError } from "#src/errors.ts";
import type { SynthesisEngine } from "#workers/speech/engine.ts";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { openFlite } from "#workers/speech/engines/flite/open-flite.ts";
import { normalizeText } from "#workers/speech/text/normalize-text.ts";
import { splitByScript } from "#workers/speech/text/script-runs.ts";
import { openSynthesizer } from "#workers/speech/synthesizer.ts";
import { calm, espeakVoice, fliteVoice, peakOf, privateFolder, saying } from "./synth-support.ts";

const synthesizer = openSynthesizer();

/** Each says a few words; the seconds are the least they can take. */
const scripts = {
  Latin: ["Good morning to you all", 1],
  "Latin, Vietnamese": ["Chào buổi sáng tất cả mọi người", 1],
  "Latin, IPA": ["ŋaŋa ʃəˈloʊ", 0.5],
  Cyrillic: ["Доброе утро всем вам", 1],
  Ukrainian: ["Доброго ранку, їжаче", 1],
  Greek: ["Καλημέρα σε όλους", 1],
  Arabic: ["صباح الخير للجميع", 0.7],
  Persian: ["صبح بخیر به همه", 0.7],
  Hebrew: ["בוקר טוב לכולם", 0.7],
  Devanagari: ["आप सभी को सुप्रभात", 1],
  Bengali: ["সবাইকে শুভ সকাল", 0.7],
  Gurmukhi: ["ਸਾਰਿਆਂ ਨੂੰ ਸ਼ੁਭ ਸਵੇਰ", 0.7],
  Gujarati: ["સૌને સુપ્રભાત", 0.7],
  Oriya: ["ସମସ୍ତଙ୍କୁ ଶୁଭ ସକାଳ", 0.7],
  Tamil: ["அனைவருக்கும் காலை வணக்கம்", 1],
  Telugu: ["అందరికీ శుభోదయం", 0.7],
  Kannada: ["ಎಲ್ಲರಿಗೂ ಶುಭೋದಯ", 0.7],
  Malayalam: ["എല്ലാവർക്കും സുപ്രഭാതം", 0.7],
  Sinhala: ["සැමට සුභ උදෑසනක්", 0.7],
  Thai: ["สวัสดีตอนเช้าทุกคน", 0.7],
  Burmese: ["အားလုံးမင်္ဂလာနံနက်ခင်းပါ", 0.7],
  Georgian: ["დილა მშვიდობისა ყველას", 1],
  Armenian: ["Բարի լույս բոլորին", 0.7],
  Ethiopic: ["ለሁላችሁም እንደምን አደራችሁ", 0.7],
  Hangul: ["모두 좋은 아침입니다", 0.7],
  Kana: ["おはようございます みなさん", 0.7],
  Han: ["大家早上好", 0.7],
  "Han and kana": ["皆さん、お早うございます", 1],
  Khmer: ["អរុណសួស្តី", 3],
  Lao: ["ສະບາຍດີ ຂອບໃຈ", 0.7],
  Tibetan: ["བཀྲ་ཤིས", 3],
  Mongolian: ["ᠮᠣᠩᠭᠣᠯ", 3],
  Cherokee: ["ᏣᎳᎩ", 3],
  Javanese: ["ꦗꦮ", 2],
  Thaana: ["ދިވެހި", 2],
  Gothic: ["𐌰𐍄𐍄𐌰", 3],
  "mathematical letters": ["𝓗𝓮𝓵𝓵𝓸 ｗｏｒｌｄ", 0.5],
  ligatures: ["ﬁne ﷺ", 0.7],
  "Devanagari digits": ["१२३", 0.5],
  "Arabic digits": ["١٢٣", 0.5],
} as const;

for (const [script, [text, leastSeconds]] of Object.entries(scripts)) {
  test(`${script} is audible with an English voice`, async (t) => {
    const pcm = await synthesizer.synthesize(saying(text, { directory: await privateFolder(t) }));
    t.true(pcm.durationSeconds >= leastSeconds, `${pcm.durationSeconds} s`);
    t.true((await peakOf(pcm)) > 0.1);
  });
}

test("what the chosen voice can say it says, mixed scripts go to two voices", async (t) => {
  const directory = await privateFolder(t);
  const speak = (text: string) => synthesizer.synthesize(saying(text, { directory }));
  const [english, hindi, both] = [
    await speak("Good morning"),
    await speak("सुप्रभात"),
    await speak("Good morning सुप्रभात"),
  ];
  for (const { sampleRate } of [english, hindi, both]) t.is(sampleRate, 24_000);
  t.true(Math.abs(both.durationSeconds - english.durationSeconds - hindi.durationSeconds) < 0.2);
});

test("the caller's language decides how a shared script is read", async (t) => {
  const directory = await privateFolder(t);
  const speak = async (language: string, voice = fliteVoice) => {
    const said = await synthesizer.synthesize(saying("Guten Morgen 1984", { directory, language, voice }));
    return said.durationSeconds;
  };
  t.is(await speak("de"), await speak("de", { ...espeakVoice, name: "de" }));
  t.not(await speak("en"), await speak("de"));
});

test("numbers are spoken in languages for which espeak-ng has none", async (t) => {
  const directory = await privateFolder(t);
  for (const [language, text] of [
    ["he", "נולד בשנת "],
    ["tk", "ol doguldy "],
  ] as const) {
    const speak = async (said: string) =>
      (await synthesizer.synthesize(saying(said, { directory, language }))).durationSeconds;
    t.true((await speak(`${text}1984`)) > (await speak(text)) + 0.8, language);
  }
});

test("punctuation alone and blanks alone are a short silence", async (t) => {
  const directory = await privateFolder(t);
  for (const text of ["!!!", "…", " ", "\n", "—", "😀🎉"]) {
    const { durationSeconds } = await synthesizer.synthesize(saying(text, { directory }));
    t.true(durationSeconds >= 0.2 && durationSeconds < 2, `${JSON.stringify(text)}: ${durationSeconds} s`);
  }
});

test("a text with hundreds of changes of script is spoken whole, by one process", async (t) => {
  const directory = await privateFolder(t);
  const { durationSeconds } = await synthesizer.synthesize(saying("नमस्ते hello ".repeat(100), { directory }));
  t.true(durationSeconds > 60, `${durationSeconds} s`);
  t.is((await readdir(directory)).length, 1);
});

test("an engine that answers letters with silence is not believed", async (t) => {
  const espeak = openEspeak();
  const mute: SynthesisEngine = {
    ...openFlite(),
    synthesize: (options) => openFlite().synthesize({ ...options, text: "..." }),
  };
  const careful = openSynthesizer({ engines: [mute, espeak], fallback: espeak });
  const pcm = await careful.synthesize(saying("Good morning", { directory: await privateFolder(t) }));
  t.true((await peakOf(pcm)) > 0.1);
});

test("five thousand letters are spoken in full", async (t) => {
  const directory = await privateFolder(t);
  const text = "ka ".repeat(1_667).slice(0, 5_000);
  const voice = espeakVoice;
  const { durationSeconds } = await synthesizer.synthesize(saying(text, { directory, voice }));
  t.true(durationSeconds > 200, `${durationSeconds} s`);
});

test("an unknown language, an unknown engine and an abort are distinguished", async (t) => {
  const directory = await privateFolder(t);
  const refuse = async (options: Parameters<typeof saying>[1]) =>
    (await t.throwsAsync(synthesizer.synthesize(saying("a", options)), { instanceOf: DomainError }))?.code;
  t.is(await refuse({ directory, language: "xx" }), "language_unsupported");
  t.is(await refuse({ directory, voice: { ...fliteVoice, engine: "none" } }), "engine_unavailable");
  const reason = new Error("the caller left");
  const signal = AbortSignal.any([calm(), AbortSignal.abort(reason)]);
  t.is(await t.throwsAsync(synthesizer.synthesize(saying("a", { directory, signal }))), reason);
});

test("text is cut where its script changes, and signs stay with the letters before them", (t) => {
  t.deepEqual(splitByScript("1. Hello, नमस्ते! 2 Привет"), ["1. Hello, ", "नमस्ते! 2 ", "Привет"]);
  t.deepEqual(splitByScript("カタカナ ひらがな漢字"), ["カタカナ ひらがな", "漢字"]);
  t.deepEqual(splitByScript("123 !"), ["123 !"]);
  t.deepEqual(splitByScript(""), []);
});

test("digits become ASCII, letters lose their dress, Lao becomes Thai, everything else stays", (t) => {
  t.is(normalizeText("१२३ ٤٥٦ ๗๘๙ 𝟘𝟡"), "123 456 789 09");
  t.is(normalizeText("𝓗ｅⓁ ﬁ ½ ª …"), "HeL fi ½ ª …");
  t.is(normalizeText("กำ e\u0301"), "กำ é");
  t.is(normalizeText("ສະບາຍດີ ໑໒ ໜ"), "สะบาญดี 12 หน");
});
