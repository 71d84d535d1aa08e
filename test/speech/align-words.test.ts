import { readdir, readFile } from "node:fs/promises";
import test, { type ExecutionContext } from "ava";
import { openAligner, leastMeanConfidence } from "#workers/speech/alignment/align-words.ts";
import { pcmOf } from "./recognition-support.ts";
import { calm, privateFolder } from "./synth-support.ts";

const align = openAligner({ modelDirectory: "/usr/share/pocketsphinx/model/en-us" });

async function samplesOf(t: ExecutionContext, parts: readonly (string | number)[]): Promise<Int16Array> {
  const bytes = await readFile((await pcmOf(t, parts)).path);
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
}

async function alignedIn(t: ExecutionContext, samples: Int16Array, text: string) {
  const directory = await privateFolder(t);
  const found = await align({ samples, words: text.split(" "), directory, signal: calm() });
  t.deepEqual(await readdir(directory), [], "Its files are removed.");
  return found;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

test("each word is found where it is said, in order, silence around it left out", async (t) => {
  const samples = await samplesOf(t, [1, "The old man went home.", 1.5, "Then the rain began."]);
  const seconds = samples.length / 16_000;
  const found = (await alignedIn(t, samples, "The old man went home. Then the rain began.")) ?? [];
  t.is(found.length, 9);
  for (const [index, { start, end }] of found.entries()) {
    t.true(end > start && end <= seconds);
    t.true(start >= (found[index - 1]?.end ?? 0));
  }
  t.true(Math.abs((found[0]?.start ?? 0) - 1.1) < 0.2, "The first word begins after the first second.");
  t.true((found[5]?.start ?? 0) - (found[4]?.end ?? 0) > 1.2, "The pause belongs to no word.");
  t.true(mean(found.map(({ confidence }) => confidence)) > leastMeanConfidence);
});

test("numbers, amounts, abbreviations and words of no dictionary are found as they are spoken", async (t) => {
  const text = "Mr. Zorblatt paid $42.50 for 15% of 902 kubernetes.";
  const found = (await alignedIn(t, await samplesOf(t, [text]), text)) ?? [];
  t.is(found.length, 9);
  t.true(found.every(({ start, end }) => end - start > 0.02));
});

test("a number is found in the words in which it is said", async (t) => {
  for (const [said, expected] of [
    ["room nine oh two is free.", "nine oh two"],
    ["room nine hundred two is free.", "nine hundred two"],
  ] as const) {
    const found = (await alignedIn(t, await samplesOf(t, [said]), "room 902 is free.")) ?? [];
    t.deepEqual(
      found.map(({ spoken }) => spoken),
      [undefined, expected, undefined, undefined],
    );
  }
});

test("a dash between words has no sound and stands where the word before it ends", async (t) => {
  const samples = await samplesOf(t, ["The rain began."]);
  const found = (await alignedIn(t, samples, "The — rain began.")) ?? [];
  t.is(found.length, 4);
  t.is(found[1]?.start, found[0]?.end);
  t.is(found[1]?.end, found[0]?.end);
});

test("what was not said is not found, or found with little confidence", async (t) => {
  const samples = await samplesOf(t, ["The old man went home in the rain."]);
  const other = await alignedIn(t, samples, "Seventeen purple elephants quarrel about mathematics");
  t.true(other === null || mean(other.map(({ confidence }) => confidence)) < leastMeanConfidence);
  t.is(await alignedIn(t, new Int16Array(16_000), "Seventeen purple elephants quarrel about mathematics"), null);
  t.is(await alignedIn(t, samples, "— … !"), null);
});

test("words that look like options or grammar are only words", async (t) => {
  const samples = await samplesOf(t, ["The old man went home."]);
  for (const text of [
    "--help ; <all> = * | { } w0(2)",
    "$(reboot) ../../etc/passwd \u0000 \uD800 q\u0000q z\uD800z",
    "é 漢字 🙂",
  ]) {
    await t.notThrowsAsync(alignedIn(t, samples, text));
  }
  const long = await alignedIn(t, samples, Array.from({ length: 200 }, () => "x".repeat(500)).join(" "));
  t.is(long, null);
});

test("an alignment that is cancelled ends", async (t) => {
  const samples = await samplesOf(t, [20, "Hello."]);
  const signal = AbortSignal.abort(new Error("Cancelled."));
  const directory = await privateFolder(t);
  await t.throwsAsync(align({ samples, words: ["Hello."], directory, signal }), { message: "Cancelled." });
  t.deepEqual(await readdir(directory), []);
});
