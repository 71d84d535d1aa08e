import test from "ava";
import { classifyTranscript } from "#workers/speech/recognition/hallucinations.ts";
import { joinSentences } from "#workers/speech/recognition/join-sentences.ts";
import { languageOf } from "#workers/speech/recognition/whisper-codes.ts";
import { bareWord, wordsIn } from "#workers/speech/alignment/transcript-words.ts";
import { joinWords } from "#workers/speech/text/scripts.ts";
import { wordsOfTokens } from "#workers/speech/alignment/words-of-tokens.ts";

/** Tokens, a tenth of a second apart. */
const wordsOf = (
  tokens: readonly string[],
  more: { durations?: readonly number[]; logProbs?: readonly number[] } = {},
) =>
  wordsOfTokens({
    text: tokens.join("").replaceAll("▁", " ").trim(),
    tokens,
    timestamps: tokens.map((_, index) => index / 10),
    ...{ durations: [], logProbs: [], ...more },
  });
const written = (tokens: readonly string[]) => wordsOf(tokens)?.map((word) => word.written);

test("tokens become words at the spaces of the vocabulary, with the punctuation behind them", (t) => {
  t.deepEqual(written([" How", " o", "ld", " is", " it", "?"]), ["How", "old", "is", "it?"]);
  t.deepEqual(written(["▁don", "'", "t", "▁", "go", "▁—", "▁now"]), ["don't", "go —", "now"]);
  t.deepEqual(written([" ", "h", "i", " ", "y", "o", "u", " "]), ["hi", "you"]);
  t.deepEqual(written(["▁«", "Bon", "jour", "▁»"]), ["«Bonjour »"]);
  t.deepEqual(written(["▁he", "▁said", ":", "▁“", "Go", "!", "”"]), ["he", "said:", "“Go!”"]);
  t.deepEqual(written(["▁$", "4", "2", ".", "5"]), ["$42.5"]);
  t.deepEqual(written(["▁नी", "चे", "▁ऊपर", "।"]), ["नीचे", "ऊपर।"]);
  t.deepEqual(written(["。"]), []);
});

test("where a script has no spaces every token is a word, and other words beside it are whole", (t) => {
  t.deepEqual(written(["今", "日", "は", "、", "晴", "れ", "。"]), ["今", "日", "は、", "晴", "れ。"]);
  t.deepEqual(written(["我", "用", "▁i", "phone", "吗"]), ["我", "用", "iphone", "吗"]);
  t.deepEqual(written(["ส", "วั", "ส", "ด", "ี"]), ["ส", "วั", "ส", "ดี"], "a sign belongs to its letter");
  t.deepEqual(written(["▁안녕", "하세요", "▁여러분"]), ["안녕하세요", "여러분"]);
});

test("a word ends with its last token, with the next word, or soon after", (t) => {
  t.deepEqual(
    wordsOf(["▁a", "b", "▁c"])?.map(({ start, end }) => [start, Math.round(end * 100) / 100]),
    [
      [0, 0.2],
      [0.2, 0.6],
    ],
  );
  const [first] = wordsOf(["▁a", "▁b"], { durations: [0.04, 0.08] }) ?? [];
  t.is(first?.end, 0.04);
});

test("a word's confidence is the mean probability of its tokens", (t) => {
  const words = wordsOf(["▁a", "b", "▁c"], { logProbs: [Math.log(0.9), Math.log(0.4), 0] });
  t.deepEqual(
    words?.map(({ confidence }) => confidence?.toFixed(3)),
    ["0.600", "1.000"],
  );
  t.true(wordsOf(["▁a"])?.every(({ confidence }) => confidence === null));
});

test("tokens without times, and tokens that are not the text, give no words", (t) => {
  const none = { text: "", tokens: [], timestamps: [], durations: [], logProbs: [] };
  t.is(wordsOfTokens(none), null);
  t.is(wordsOfTokens({ ...none, text: "a", tokens: ["a"] }), null);
  t.is(wordsOfTokens({ ...none, text: "ü", tokens: ["<0xC3>", "<0xBC>"], timestamps: [0, 0.1] }), null);
});

test("a text without times is parted into words in every script, and joined as it was", (t) => {
  t.deepEqual(wordsIn("今日は「晴れ」。 OK?"), ["今", "日", "は「", "晴", "れ」。", "OK?"]);
  t.deepEqual(wordsIn("ราคา 25 บาท"), ["ร", "า", "ค", "า", "25", "บ", "า", "ท"]);
  t.deepEqual(wordsIn("कितने बजे हैं?").map(bareWord), ["कितने", "बजे", "हैं"]);
  t.is(joinWords(["今", "日", "は、", "晴", "れ。"]), "今日は、晴れ。");
  t.is(joinWords(["How", "old?"]), "How old?");
  t.is(joinWords(["我", "用", "iPhone", "吗"]), "我用 iPhone 吗");
});

test("sentences end at the marks of their script", (t) => {
  const timed = (text: string) =>
    wordsIn(text).map((word, index) => ({ written: word, start: index / 5, end: index / 5 + 0.2, confidence: 1 }));
  const sentences = (text: string) => joinSentences(timed(text)).map((segment) => segment.text);
  t.deepEqual(sentences("今日は晴れ。明日は雨？"), ["今日は晴れ。", "明日は雨？"]);
  t.deepEqual(sentences("कितने बजे हैं? पता नहीं। ठीक है।"), ["कितने बजे हैं?", "पता नहीं।", "ठीक है।"]);
});

test("speech in other scripts is not taken for too fast, and a loop is", (t) => {
  t.is(classifyTranscript("पुल कितना पुराना है मुझे बताइए", 1.2), "good");
  t.is(classifyTranscript("今天天气很好我们去公园吧", 1.5), "good");
  t.is(classifyTranscript("今".repeat(8), 3), "doubtful");
  t.is(classifyTranscript("今天天气很好我们去公园吧今天天气很好我们去公园吧", 1), "doubtful");
});

test("the languages that models name are primary tags", (t) => {
  t.deepEqual(["<|zh|>", "en", "jw", "<|yue|>", "<|nospeech|>", ""].map(languageOf), [
    "zh",
    "en",
    "jv",
    "yue",
    null,
    null,
  ]);
});
