import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { writePiece } from "#workers/speech/engines/pocketsphinx/write-piece.ts";
import { openEngine, pcmOf, fakeProgram } from "./recognition-support.ts";
import { calm, privateFolder } from "./synth-support.ts";

const sentence = "There is a story about the river in the book that I was given.";

interface Answer {
  readonly confidence: number;
  readonly score: number;
}

/**
 * What becomes of a text when the decoder answers so, for every piece in turn, with the word "first" and "second" at 0.2 s
 * and the length of what it was given, in bytes, at 0.1 s.
 */
async function heardOf(t: ExecutionContext, sentences: number, [first, second]: readonly [Answer, Answer]) {
  const binary = await fakeProgram(
    t,
    `while [ "$1" != -cepdir ]; do shift; done
    said=second
    while read -r name; do
      if [ $said = first ]; then said=second score=${second.score} sure=${second.confidence}
      else said=first score=${first.score} sure=${first.confidence}; fi
      size=$(wc -c < "$2/$name.raw")
      echo "$size $said ($name $score)"
      echo "$name 1 0.10 0.10 $size $sure"
      echo "$name 1 0.20 0.10 $said $sure"
    done`,
  );
  const { engine } = await openEngine(t, { binary });
  const audio = await pcmOf(
    t,
    Array.from({ length: sentences }, () => sentence),
  );
  const { words } = await engine.transcribe(audio, { language: "en", signal: calm() });
  return {
    said: words.filter((_, index) => index % 2 === 1).map(({ word }) => word),
    sizes: words.filter((_, index) => index % 2 === 0).map(({ word }) => Number(word)),
    starts: words.slice(0, 2).map(({ start }) => start),
  };
}

const [doubtful, certain] = [0.3, 0.9];

test("a doubtful part is decoded once more, and the better reading counts", async (t) => {
  const better = await heardOf(t, 10, [
    { confidence: doubtful, score: -200 },
    { confidence: doubtful, score: -100 },
  ]);
  const worse = await heardOf(t, 10, [
    { confidence: doubtful, score: -200 },
    { confidence: certain, score: -300 },
  ]);
  t.deepEqual(new Set(better.said), new Set(["second"]));
  t.deepEqual(new Set(worse.said), new Set(["first"]));
  t.true(better.said.length > 1 && better.said.length === worse.said.length, "every piece is there once");
  t.deepEqual(better.sizes, worse.sizes, "only readings of the same length can be compared");
});

test("a certain part is decoded once", async (t) => {
  const { said } = await heardOf(t, 10, [
    { confidence: certain, score: -200 },
    { confidence: certain, score: -100 },
  ]);
  // The answers alternate, so a second reading of any piece would break the order.
  t.deepEqual(
    said,
    said.map((_, index) => (index % 2 === 0 ? "first" : "second")),
  );
});

test("a piece gets silence before it, in which words are at its beginning; a file that is not cut is read as it is", async (t) => {
  const answers = [
    { confidence: doubtful, score: -200 },
    { confidence: certain, score: -100 },
  ] as const;
  const [cut, whole] = [await heardOf(t, 10, answers), await heardOf(t, 1, answers)];
  t.is(cut.starts[0], cut.starts[1]);
  t.deepEqual(whole.said, ["first"]);
  t.true(Math.abs((whole.starts[1] ?? 0) - (whole.starts[0] ?? 0) - 0.1) < 0.001);
});

test("a piece that begins half a frame late ends with its last whole frame", async (t) => {
  const folder = await privateFolder(t);
  const [source, target] = [join(folder, "source.raw"), join(folder, "target.raw")];
  const bytes = Buffer.from(Array.from({ length: 5 * 320 }, (_, index) => 1 + (index % 250)));
  await writeFile(source, bytes);
  await writePiece(source, target, { frames: Uint32Array.from([1, 2, 4]), leadBytes: 480 });
  const kept = Buffer.concat([bytes.subarray(320, 960), bytes.subarray(1280)]);
  t.deepEqual(await readFile(target), Buffer.concat([Buffer.alloc(480), kept.subarray(0, 800)]));
});
