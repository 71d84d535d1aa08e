import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { speech } from "#harness/audio/sounds.ts";
import { modelsDirectory } from "#harness/service/models.ts";
import { overlapModel } from "#src/domain/speech/speakers.ts";
import { wavHeaderBytes } from "#src/domain/speech/wav-header.ts";
import { overlapsOf, overlapWindows } from "#workers/speech/voices/speakers/find-overlaps.ts";
import { openSpeakers } from "#workers/speech/voices/speakers/open-speakers.ts";
import { calm, privateFolder } from "./synth-support.ts";

const second = 16_000;

test("windows of 10 s begin every 5 s, the last one ends with the recording, and those without speech are left out", (t) => {
  const all = [[0, 60 * second]] as const;
  const starts = (length: number, ranges: readonly (readonly [number, number])[] = all) =>
    overlapWindows(length, ranges).map(([from, to]) => [from / second, to / second]);
  t.deepEqual(starts(4 * second), [[0, 4]]);
  t.deepEqual(starts(10 * second), [[0, 10]]);
  t.deepEqual(starts(12 * second), [
    [0, 10],
    [2, 12],
  ]);
  t.deepEqual(starts(21 * second, [[20 * second, 21 * second]]), [[11, 21]]);
  t.deepEqual(starts(21 * second, []), []);
});

/** A window in which people speak at once between these seconds. */
function windowWith(from: number, start: number, end: number) {
  const overlap = Float32Array.from({ length: 589 }, (_, frame) => {
    const at = from + (495 + 270 * frame) / second;
    return at >= start && at < end ? 0.9 : 0.1;
  });
  return { from: from * second, overlap };
}

const near = (one: number | undefined, other: number): boolean => Math.abs((one ?? NaN) - other) < 0.03;

test("an overlap is what the windows that hear it have on average, in seconds of the recording", (t) => {
  const [found, ...others] = overlapsOf([windowWith(0, 6, 7), windowWith(5, 6, 7), windowWith(10, 6, 7)]);
  t.true(near(found?.start, 6) && near(found?.end, 7), JSON.stringify(found));
  t.deepEqual(others, []);
  t.deepEqual(overlapsOf([windowWith(0, 6, 7), windowWith(5, 20, 21)]), [], "one of two windows has heard it");
  t.deepEqual(overlapsOf([windowWith(0, 3, 3.1)]), [], "too short");
  t.deepEqual(overlapsOf([]), []);
});

const models = {
  encoder: { loader: "ge2e", path: join(modelsDirectory, "ge2e-speaker-encoder", "encoder.onnx") },
  vad: join(modelsDirectory, "silero-vad", "silero_vad.onnx"),
  overlaps: join(modelsDirectory, overlapModel, "segmentation.onnx"),
} as const;

const one = "Good morning. I would like to open the window, since it is so very warm in here today.";
const other = "Then we may have lunch under the trees, as we did when the children were small and the garden was new.";

/** One voice for some seconds, both of them at once, and the other one alone. */
async function dialogue(overlapSeconds: number) {
  const [first, last] = await Promise.all(
    [await speech(one, "slt"), await speech(other, "rms")].map(async (wav) => {
      const bytes = Buffer.from(wav).subarray(wavHeaderBytes);
      return new Int16Array(Uint8Array.from(bytes).buffer);
    }),
  );
  if (first === undefined || last === undefined) throw new Error("Nothing was spoken.");
  const begin = first.length - overlapSeconds * second;
  const mixed = new Int16Array(begin + last.length);
  for (const [at, sample] of first.entries()) mixed[at] = sample / 2;
  for (const [at, sample] of last.entries()) mixed[begin + at] = (mixed[begin + at] ?? 0) + sample / 2;
  return { mixed, start: begin / second, end: first.length / second };
}

test("two voices at once are found where they are, and none where they take turns", async (t) => {
  const missing = [models.encoder.path, models.vad, models.overlaps].filter((path) => !existsSync(path));
  if (missing.length > 0) {
    t.log(`Not run: ${missing.join(", ")} missing.`);
    t.pass();
    return;
  }
  const speakers = openSpeakers({ models, idleMs: null, log: (line) => t.log(line) });
  t.teardown(() => speakers.close());
  const directory = await privateFolder(t);
  const follow = async (samples: Int16Array) => {
    const path = join(directory, "sound.raw");
    await writeFile(path, Buffer.from(samples.buffer));
    const audio = { path, sampleRate: second, durationSeconds: samples.length / second };
    const owner = { account: "one", file: audio };
    return speakers.follow(audio, { count: { least: 1, most: 30 }, owner, signal: calm() });
  };
  const { mixed, start, end } = await dialogue(2.5);
  const { overlaps } = await follow(mixed);
  const heard = (overlaps ?? []).reduce(
    (sum, span) => sum + Math.max(0, Math.min(span.end, end) - Math.max(span.start, start)),
    0,
  );
  const all = (overlaps ?? []).reduce((sum, span) => sum + span.end - span.start, 0);
  t.true(heard > 1 && all - heard < 0.5, JSON.stringify({ overlaps, start, end }));
  const turns = await follow((await dialogue(0)).mixed);
  t.deepEqual(turns.overlaps, []);
});
