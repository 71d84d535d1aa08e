import test from "ava";
import { DomainError } from "#src/errors.ts";
import { joined, openFakeLive, silence, wordsSound } from "./live-support.ts";

/** So many seconds of sound are decided on at once. */
const window = 0.032;
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);
const named = (numbers: readonly number[]): string => numbers.map((number) => `w${number}`).join(" ");

test("an utterance is told while it is spoken, and for good when the silence behind it is complete", async (t) => {
  const live = openFakeLive();
  await live.play(joined([silence(1), wordsSound(upTo(5)), silence(1)]));
  t.is(live.events[0]?.kind, "speech_started");
  t.true(live.partials().length >= 3);
  const [final, ...others] = live.finals();
  t.deepEqual(others, []);
  t.like(final, { id: 1, text: named(upTo(5)), speechFinal: true, fromFinalize: false, replaces: [] });
  const spokenUntil = 1 + 5 * 0.45 - 0.05;
  t.true(final !== undefined && live.cameAt(final) <= spokenUntil + 0.5 + 2 * window);
  t.true(final !== undefined && live.cameAt(final) >= spokenUntil + 0.5 - window);
  t.deepEqual(live.errors, []);
});

test("the final is read as the pause begins, so that it is there when the silence is complete", async (t) => {
  const live = openFakeLive({ readMs: 300 });
  await live.play(joined([wordsSound(upTo(4)), silence(1)]));
  const spokenUntil = 4 * 0.45 - 0.05;
  const [reading] = live.asked.filter(({ effort }) => effort === "final");
  t.true(reading !== undefined && reading.at <= spokenUntil + 0.2);
  const [final] = live.finals();
  t.true(final !== undefined && live.cameAt(final) <= spokenUntil + 0.5 + 2 * window);
});

test("a pause shorter than the silence that ends an utterance parts no words", async (t) => {
  const live = openFakeLive();
  await live.play(joined([wordsSound([1, 2]), silence(0.3), wordsSound([3, 4]), silence(1)]));
  t.deepEqual(
    live.finals().map(({ text }) => text),
    ["w1 w2 w3 w4"],
  );
});

for (const [name, numbers, misread] of [
  // Each reading ends in a word that the next one corrects.
  ["in all later partials", upTo(12), () => false],
  ["where the beginning of a long utterance is read for the last time, and otherwise", upTo(24), isShorter()],
] as const) {
  test(`words that are committed stay the same ${name}`, async (t) => {
    const live = openFakeLive({
      read: (words, { effort, seconds }) => {
        if (effort !== "draft") return words;
        const last = `${words.at(-1) ?? ""}x`;
        return misread(seconds) ? words.map((word) => `${word}y`) : [...words.slice(0, -1), last];
      },
    });
    await live.play(joined([wordsSound(numbers, 0.25), silence(1)]));
    const partials = live.partials();
    t.true(partials.some(({ committed }) => committed > numbers.length / 2));
    for (const [index, partial] of partials.entries()) {
      const { words, committed } = partials[index - 1] ?? { words: [], committed: 0 };
      t.true(partial.committed >= committed);
      t.deepEqual(writtenIn(partial.words.slice(0, committed)), writtenIn(words.slice(0, committed)));
    }
  });
}

const writtenIn = (words: readonly { readonly written: string }[]) => words.map(({ written }) => written);

/** @returns whether a reading is shorter than the one before it */
function isShorter(): (seconds: number) => boolean {
  let before = 0;
  return (seconds) => {
    const isLess = seconds < before;
    before = seconds;
    return isLess;
  };
}

test("a draft reads no more than 12 s, and shows all that was said", async (t) => {
  const live = openFakeLive();
  await live.play(wordsSound(upTo(45)));
  const drafts = live.asked.filter(({ effort }) => effort === "draft");
  t.true(drafts.every(({ seconds }) => seconds <= 12));
  t.is(live.partials().at(-1)?.words[0]?.written, "w1");
  t.true((live.partials().at(-1)?.words.length ?? 0) >= 43);
});

test("speech without a pause is cut, and no word is lost or said twice", async (t) => {
  const live = openFakeLive({ interimResults: false });
  await live.play(joined([wordsSound(upTo(110), 0.25), silence(1)]));
  const finals = live.finals();
  t.true(finals.length >= 3);
  t.is(finals.map(({ text }) => text).join(" "), named(upTo(110)));
  t.deepEqual(
    finals.map(({ speechFinal }) => speechFinal),
    finals.map((_, index) => index === finals.length - 1),
  );
  t.true(live.asked.every(({ seconds }) => seconds <= 24.1));
});

for (const endpointingMs of [0, 10]) {
  test(`no word is lost where ${endpointingMs} ms of silence are to end an utterance`, async (t) => {
    const live = openFakeLive({ endpointingMs });
    await live.play(joined([wordsSound([1, 2], 0.1), silence(0.2), wordsSound([3]), silence(0.2)]));
    t.deepEqual(
      live.finals().map(({ text }) => text),
      ["w1 w2", "w3"],
    );
  });
}

test("without end-pointing only the caller ends an utterance, and gets an answer where there is none", async (t) => {
  const live = openFakeLive({ endpointingMs: null });
  await live.play(joined([wordsSound([1, 2]), silence(3)]));
  t.deepEqual(live.finals(), []);
  live.session.finalize();
  live.session.finalize();
  await live.play(silence(0.1));
  t.deepEqual(
    live.finals().map(({ id, text, fromFinalize }) => ({ id, text, fromFinalize })),
    [
      { id: 1, text: "w1 w2", fromFinalize: true },
      { id: 2, text: "", fromFinalize: true },
    ],
  );
});

test("an end by the caller in the middle of speech parts the words there", async (t) => {
  const live = openFakeLive({ endpointingMs: null });
  await live.play(wordsSound([1, 2]));
  live.session.finalize();
  await live.play(wordsSound([3, 4]));
  await live.session.close();
  t.is(
    live
      .finals()
      .map(({ text }) => text)
      .join(" "),
    "w1 w2 w3 w4",
  );
});

test("finals whose pauses are no longer than those in a piece of a file are read once more as a whole", async (t) => {
  const live = openFakeLive({ endpointingMs: 300, revises: true });
  await live.play(
    joined([wordsSound([1, 2]), silence(1.3), wordsSound([3]), silence(1.6), wordsSound([4]), silence(1)]),
  );
  t.deepEqual(
    live.finals().map(({ id, text, replaces }) => ({ id, text, replaces })),
    [
      { id: 1, text: "w1 w2", replaces: [] },
      { id: 2, text: "w3", replaces: [] },
      { id: 3, text: "w1 w2 w3", replaces: [1, 2] },
      { id: 4, text: "w4", replaces: [] },
    ],
  );
  t.is(live.asked.filter(({ effort }) => effort === "aligned").length, 1);
});

test("a revision is told behind the finals that it replaces, however long these take to read", async (t) => {
  const live = openFakeLive({
    ...{ endpointingMs: 300, revises: true },
    readMs: ({ effort, seconds }) => (effort === "final" && seconds < 1 ? 1_500 : 0),
  });
  await live.play(joined([wordsSound([1, 2, 3]), silence(0.5), wordsSound([4]), silence(3)]));
  t.deepEqual(
    live.finals().map(({ id, text, replaces }) => ({ id, text, replaces })),
    [
      { id: 1, text: "w1 w2 w3", replaces: [] },
      { id: 2, text: "w4", replaces: [] },
      { id: 3, text: "w1 w2 w3 w4", replaces: [1, 2] },
    ],
  );
});

test("a revision that waits is dropped for a newer one", async (t) => {
  const live = openFakeLive({
    ...{ interimResults: false, endpointingMs: 200, revises: true },
    readMs: ({ effort }) => (effort === "aligned" ? 8_000 : 0),
  });
  const pair = (first: number): Int16Array =>
    joined([wordsSound([first]), silence(0.3), wordsSound([first + 1]), silence(1.6)]);
  await live.play(joined([pair(1), pair(3), pair(5), silence(12)]));
  t.deepEqual(
    live.finals().flatMap(({ replaces, text }) => (replaces.length > 0 ? [text] : [])),
    ["w1 w2", "w5 w6"],
  );
  t.deepEqual(live.errors, []);
});

test("interim results of a reading for another purpose are measured from its own beginning", async (t) => {
  const live = openFakeLive({ readMs: 200 });
  const short = wordsSound([1], 0).slice(0, 5_000);
  await live.play(joined([short, silence(0.25), wordsSound([2, 3]), silence(1)]));
  const [first] = live.measured.filter(({ kind }) => kind === "partial");
  t.true(first !== undefined && first.seconds >= 0.2 && first.seconds < 0.3);
});

test("every utterance is read from a third of a second before its voice", async (t) => {
  const live = openFakeLive({ interimResults: false, endpointingMs: 200 });
  const windows = 12;
  const word = wordsSound([1], 0).slice(0, windows * 512);
  const sounds = Array.from({ length: 8 }, (_, index) => [silence((20 + index) * window), word]);
  await live.play(joined([...sounds.flat(), silence(1)]));
  t.deepEqual(
    live.asked.map(({ seconds }) => seconds.toFixed(3)),
    sounds.map(() => (0.3 + windows * window + 0.1).toFixed(3)),
  );
});

test("the end of a session reads the sound behind the last whole window, and counts what was written", async (t) => {
  const live = openFakeLive({ endpointingMs: null });
  const word = wordsSound([1], 0);
  await live.play(word);
  await live.session.close();
  t.is(live.asked.find(({ effort }) => effort === "final")?.seconds, word.length / 16_000);
  t.is(live.session.written, word.length);
  t.is(live.session.behind, 0);
  t.deepEqual(
    live.finals().map(({ text, end }) => ({ text, end })),
    [{ text: "w1", end: word.length / 16_000 }],
  );
});

test("silence and a click give no words and are not read", async (t) => {
  const live = openFakeLive();
  const click = wordsSound([1], 0).slice(0, 1_900);
  await live.play(joined([silence(5), click, silence(5)]));
  t.deepEqual(
    live.finals().map(({ text }) => text),
    [""],
  );
  t.deepEqual(live.partials(), []);
});

test("the language is found by the first speech, and kept", async (t) => {
  let looked = 0;
  const live = openFakeLive({
    language: "auto",
    findLanguage: () => {
      looked += 1;
      return Promise.resolve({ language: "es", probability: 0.97 });
    },
  });
  await live.play(joined([wordsSound(upTo(8)), silence(1), wordsSound([9]), silence(1)]));
  t.is(looked, 1);
  t.true(live.asked.every(({ language }) => language === "es"));
  t.deepEqual(
    live.finals().map(({ language, languageProbability }) => [language, languageProbability]),
    [
      ["es", 0.97],
      ["es", 0.97],
    ],
  );
});

test("where no engine finds languages, speech of an unknown one is read as English", async (t) => {
  const live = openFakeLive({ language: "auto" });
  await live.play(joined([wordsSound([1]), silence(1)]));
  t.deepEqual(
    live.asked.map(({ language }) => language),
    live.asked.map(() => "en"),
  );
  t.like(live.finals()[0], { language: "en", languageProbability: null });
});

for (const [format, text] of [
  ["smart", "25 dogs"],
  ["verbatim", "twenty five dogs"],
] as const) {
  test(`numbers in a final are written as they are asked for: ${format}`, async (t) => {
    const live = openFakeLive({ format, read: () => ["twenty", "five", "dogs"] });
    await live.play(joined([wordsSound([1, 2, 3]), silence(1)]));
    t.is(live.finals()[0]?.text, text);
  });
}

test("an engine that fails ends the session with one error", async (t) => {
  const failure = new DomainError("engine_unavailable");
  const live = openFakeLive({
    read: () => {
      throw failure;
    },
  });
  await live.play(joined([wordsSound([1]), silence(1)]));
  t.deepEqual(live.errors, [failure]);
});

test("the end of a session tells what is open, and resolves when all was told", async (t) => {
  const live = openFakeLive({ revises: true, endpointingMs: 300 });
  await live.play(joined([wordsSound([1]), silence(0.4), wordsSound([2])]));
  await live.session.close();
  t.deepEqual(
    live.finals().map(({ text }) => text),
    ["w1", "w2", "w1 w2"],
  );
});
