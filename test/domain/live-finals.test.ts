import test from "ava";
import { type FinalResult, transcriptOf } from "#src/domain/live/finals.ts";

const facts = { confidence: 0.9, language: "en", model: "whisper-base", confidence_source: "model" } as const;

/** A final whose words take a second each, from a time. */
function finalAt(start: number, text: string, written = text.split(" ")): FinalResult {
  const words = written.map((word, index) => ({
    ...{ word: word.toLowerCase(), written: word, start: start + index, end: start + index + 1 },
    confidence: index % 2 === 0 ? 0.9 : 0.8,
  }));
  return {
    ...{ id: String(start), start, end: start + words.length, text, words, ...facts },
    ...{ language_probability: null, speech_final: true, from_finalize: false, replaces: [] },
  };
}

test("a final of several sentences is a segment for each, with its own times and confidence", (t) => {
  const { segments, text, words } = transcriptOf([
    finalAt(2, "Good morning. This is Dr. Lee. Come in."),
    finalAt(20, "Yes."),
  ]);
  t.deepEqual(segments, [
    { id: 0, start: 2, end: 4, text: "Good morning.", confidence: 0.85 },
    { id: 1, start: 4, end: 8, text: "This is Dr. Lee.", confidence: 0.85 },
    { id: 2, start: 8, end: 10, text: "Come in.", confidence: 0.85 },
    { id: 3, start: 20, end: 21, text: "Yes.", confidence: 0.9 },
  ]);
  t.is(text, "Good morning. This is Dr. Lee. Come in. Yes.");
  t.is(words.length, 9);
});

test("sentences of a script without spaces stay without them", (t) => {
  const { segments } = transcriptOf([finalAt(0, "早上好。请进。", ["早上好。", "请进。"])]);
  t.deepEqual(
    segments.map(({ text }) => text),
    ["早上好。", "请进。"],
  );
});

test("a final whose words do not make up its text, or that has none, stays whole", (t) => {
  const { segments } = transcriptOf([finalAt(0, "One. Two.", ["One."]), finalAt(5, "Three. Four.", [])]);
  t.deepEqual(
    segments.map(({ text }) => text),
    ["One. Two.", "Three. Four."],
  );
});
