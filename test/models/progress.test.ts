import { stripVTControlCharacters } from "node:util";
import test from "ava";
import { progressOn } from "#src/models/progress.ts";

/** The lines that a download of 100 MB writes, seen at these numbers of megabytes. */
function written(isTTY: boolean, ...seen: readonly number[]): string {
  let text = "";
  const progress = progressOn({ isTTY, write: (part: string) => (text += part) });
  progress.say("Begin.");
  for (const megabytes of seen) progress.show("model", megabytes * 1e6, 100e6);
  return text;
}

test("a terminal shows one bar that grows, and a line of its own when it has ended", (t) => {
  const lines = stripVTControlCharacters(written(true, 0, 50, 100, 180, 100)).split("\r");
  t.deepEqual(lines.slice(2), [
    `model: 0.0 MB of 100 MB [${".".repeat(30)}]`,
    `model: 50 MB of 100 MB [${"#".repeat(15)}${".".repeat(15)}]`,
    `model: 100 MB of 100 MB [${"#".repeat(30)}]\n`,
  ]);
});

test("amounts can be of something else than bytes", (t) => {
  let text = "";
  const progress = progressOn({ write: (part: string) => (text += part) }, String);
  for (const done of [1, 50, 100]) progress.show("voices", done, 100);
  t.is(text, "voices: 1 of 100\nvoices: 50 of 100\nvoices: 100 of 100\n");
});

test("elsewhere a line is written for each quarter, and never one twice", (t) => {
  const lines = written(false, 0, 1, 30, 29, 180, 100);
  t.is(lines, "Begin.\nmodel: 0.0 MB of 100 MB\nmodel: 30 MB of 100 MB\nmodel: 100 MB of 100 MB\n");
});
