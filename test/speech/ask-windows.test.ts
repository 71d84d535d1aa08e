import test from "ava";
import type { DetectedLanguage } from "#workers/speech/engine.ts";
import { askWindows } from "#workers/speech/recognition/ask-windows.ts";
import { otherLanguages, type Window } from "#workers/speech/recognition/language-sections.ts";

const [seconds, threeHours] = [24, 10_800];
const own = { language: "en", probability: 0.95 };

/** The windows of a recording of three hours, all speech. */
const windows: readonly Window[] = Array.from({ length: threeHours / seconds }, (_, index) => {
  return { start: index * seconds, end: (index + 1) * seconds, speechSeconds: 20, confidence: 0.6 };
});

interface Asked {
  readonly found: readonly (readonly [language: string, start: number, end: number])[];
  readonly questions: number;
  readonly shares: readonly number[];
}

/** Asks windows whose language a fake engine knows, and counts the questions. */
async function asked(
  asking: readonly Window[],
  languageOf: (window: Window) => string | DetectedLanguage | null,
): Promise<Asked> {
  let questions = 0;
  const shares: number[] = [];
  const answers = await askWindows(asking, {
    own,
    onAsked: (share) => shares.push(share),
    ask: async (window) => {
      questions += 1;
      const answer = languageOf(window);
      return typeof answer === "string" ? { language: answer, probability: 0.9 } : answer;
    },
  });
  const found = otherLanguages(answers, "en").map(({ language, start, end }) => [language, start, end] as const);
  return { found, questions, shares };
}

test("three hours of one language cost few questions, whether it is the first one or another", async (t) => {
  const english = await asked(windows, () => "en");
  t.deepEqual(english.found, []);
  t.true(english.questions <= 41, `${english.questions}`);
  const german = await asked(windows, () => "de");
  t.deepEqual(german.found, [["de", 0, threeHours]]);
  t.true(german.questions <= 50, `${german.questions}`);
  t.true(english.shares.every((share, index) => share >= (english.shares[index - 1] ?? 0) && share <= 1));
  t.is(english.shares.length, english.questions);
});

test("a language that changes every ten minutes is found to the window, by a third of the questions", async (t) => {
  const spoken = ["en", "de", "fr", "es"] as const;
  const languageOf = ({ start }: Pick<Window, "start">): string => spoken[Math.floor(start / 600) % 4] ?? "en";
  const { found, questions } = await asked(windows, languageOf);
  const expected = Array.from({ length: 18 }, (_, index) => [languageOf({ start: index * 600 }), index * 600]);
  t.deepEqual(
    found.map(([language, start]) => [language, start]),
    expected.filter(([language]) => language !== "en"),
  );
  t.true(found.every(([, start, end]) => end - start === 600));
  t.true(questions <= 150, `${questions} of ${windows.length}`);
});

test("a short part in another language is found where its words fit badly, and every window of a short recording is asked", async (t) => {
  const isGerman = ({ start }: Window): boolean => start >= 4_800 && start < 4_848;
  const heard = windows.map((window) => (isGerman(window) ? { ...window, confidence: 0.3 } : window));
  const long = await asked(heard, (window) => (isGerman(window) ? "de" : "en"));
  t.deepEqual(long.found, [["de", 4_800, 4_848]]);
  const short = await asked(windows.slice(0, 20), ({ start }) => (start === 240 ? "de" : "en"));
  t.deepEqual(short.found, [["de", 240, 264]]);
  t.is(short.questions, 20);
  t.is((await asked([], () => "de")).questions, 0);
});

test("windows that say too little cost few questions more, and those with little speech none", async (t) => {
  const unsure = { language: "nl", probability: 0.3 };
  const noisy = await asked(windows, () => unsure);
  t.deepEqual(noisy.found, []);
  t.true(noisy.questions <= 41, `${noisy.questions}`);
  const patchy = await asked(windows, ({ start }) =>
    (start / seconds) % 3 === 0 ? unsure : start < 5_400 ? "de" : "fr",
  );
  t.deepEqual(
    patchy.found.map(([language]) => language),
    ["de", "fr"],
  );
  t.true(patchy.questions <= 80, `${patchy.questions}`);
  const quiet = await asked(
    windows.map((window) => ({ ...window, speechSeconds: 2 })),
    () => "de",
  );
  t.is(quiet.questions, 0);
});

test("doubtful windows on both sides of long clear speech are each asked before they count as another language", async (t) => {
  const doubtful = windows.filter(({ start }) => Math.floor(start / 120) % 3 === 0);
  const german = ({ start }: Window): boolean => start < 360 || start >= 10_000;
  const { found } = await asked(doubtful, (window) => (german(window) ? "de" : "en"));
  t.deepEqual(
    found.filter(([, start]) => start >= 360 && start < 10_000),
    [],
  );
});
