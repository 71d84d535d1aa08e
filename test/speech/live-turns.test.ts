import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { modelsDirectory } from "#harness/service/models.ts";
import { logMelBands, logMelOf } from "#workers/speech/audio/log-mel.ts";
import { openTurnDetector } from "#workers/speech/live/turn-host.ts";
import { joined, openFakeLive, silence, wordsSound } from "./live-support.ts";

const window = 0.032;
const judgeAfter = 0.2;
const wordSeconds = 0.45;

test("a speaker who has finished is not waited for, and one who has not is", async (t) => {
  const live = openFakeLive({
    ...{ endOfTurn: "smart", endpointingMs: 3_000 },
    judge: (words) => (words.length >= 4 ? 0.9 : 0.1),
  });
  await live.play(joined([wordsSound([1, 2]), silence(2), wordsSound([3, 4]), silence(1)]));
  const [final, ...others] = live.finals();
  t.deepEqual(others, []);
  t.like(final, { text: "w1 w2 w3 w4", speechFinal: true, fromFinalize: false });
  const spokenUntil = 4 * wordSeconds + 2 - 0.05;
  t.true(final !== undefined && live.cameAt(final) >= spokenUntil + judgeAfter);
  t.true(final !== undefined && live.cameAt(final) <= spokenUntil + judgeAfter + 3 * window);
  t.is(live.judged.length, 2);
  t.deepEqual(live.errors, []);
});

test("a speaker who seems not to have finished is waited for as long as the silence that was asked for", async (t) => {
  const live = openFakeLive({ endOfTurn: "smart", endpointingMs: 1_000, judge: () => 0.49 });
  await live.play(joined([wordsSound([1]), silence(2)]));
  const [final] = live.finals();
  const spokenUntil = wordSeconds - 0.05;
  t.true(final !== undefined && live.cameAt(final) >= spokenUntil + 1 - window);
  t.is(live.judged.length, 1);
});

test("without a limit only a speaker who has finished ends an utterance", async (t) => {
  const live = openFakeLive({ endOfTurn: "smart", endpointingMs: null, judge: (words) => Number(words.length > 1) });
  await live.play(joined([wordsSound([1]), silence(5), wordsSound([2]), silence(0.5)]));
  t.deepEqual(
    live.finals().map(({ text }) => text),
    ["w1 w2"],
  );
});

test("no more than the last 8 s of an utterance are judged", async (t) => {
  const live = openFakeLive({ endOfTurn: "smart", interimResults: false, judge: () => 1 });
  await live.play(joined([wordsSound(Array.from({ length: 24 }, (_, index) => index + 1)), silence(1)]));
  t.deepEqual(live.judged, [8]);
});

test("where the model cannot be asked, silence ends the utterance", async (t) => {
  const live = openFakeLive({
    endOfTurn: "smart",
    judge: () => {
      throw new Error("The host has died.");
    },
  });
  await live.play(joined([wordsSound([1]), silence(1)]));
  t.deepEqual(
    live.finals().map(({ text }) => text),
    ["w1"],
  );
  t.deepEqual(live.errors, []);
});

test("no one is asked unless the session wants it", async (t) => {
  const live = openFakeLive({ judge: () => 1 });
  await live.play(joined([wordsSound([1]), silence(1)]));
  t.deepEqual(live.judged, []);
});

const clip = new Int16Array(
  Uint8Array.from(readFileSync(new URL("../../workers/speech/recognition/test-clip.raw", import.meta.url))).buffer,
);

/** Values that `WhisperFeatureExtractor(chunk_length=8)` of transformers 5 gives with `do_normalize` for the clip behind zeros. */
const reference = [
  [0, 0, 0.31816],
  [79, 0, -0.05782],
  [0, 1, 0.31816],
  [0, 799, 0.38965],
  [40, 799, -0.05782],
  [79, 799, -0.05782],
  [10, 798, -0.05782],
  [37, 765, -0.05782],
  [40, 651, 0.02027],
  [60, 681, 0.74886],
  [76, 728, 1.30365],
  [2, 709, 1.66692],
  [11, 617, -0.05782],
  [65, 605, -0.05782],
  [75, 773, 1.13015],
  [19, 750, 0.50508],
  [24, 767, 0.07672],
  [69, 707, 0.71008],
  [33, 763, -0.05782],
  [21, 665, 1.31858],
] as const;

test("the features of a sound are those of transformers", (t) => {
  const features = logMelOf(clip, 8);
  t.is(features.length, logMelBands * 800);
  for (const [band, frame, value] of reference) {
    const found = features[band * 800 + frame] ?? Number.NaN;
    t.true(Math.abs(found - value) < 1e-4, `band ${band}, frame ${frame}: ${found} instead of ${value}`);
  }
});

test("of a longer sound the end is heard", (t) => {
  t.deepEqual(logMelOf(joined([clip, clip]), 1), logMelOf(clip.slice(-16_000), 1));
});

test("Smart Turn tells a whole question from one that breaks off", async (t) => {
  const turn = join(modelsDirectory, "smart-turn-v3.2", "smart-turn.onnx");
  if (!existsSync(turn)) {
    t.log("Not run: MODELS_DIR has no smart-turn-v3.2.");
    t.pass();
    return;
  }
  const detector = openTurnDetector({ turn, idleMs: null, log: (message) => t.log(message) });
  t.teardown(() => detector.close());
  const stream = { owner: { account: "account", file: {} }, signal: new AbortController().signal };
  t.true((await detector.judge({ samples: clip }, stream)) > 0.9);
  t.true((await detector.judge({ samples: clip.slice(0, 0.8 * clip.length) }, stream)) < 0.1);
});

test("a missing file of Smart Turn is said with the command that installs it", async (t) => {
  const logged: string[] = [];
  const detector = openTurnDetector({
    turn: "/nonexistent/smart-turn.onnx",
    idleMs: null,
    log: (one) => logged.push(one),
  });
  t.teardown(() => detector.close());
  const stream = { owner: { account: "account", file: {} }, signal: new AbortController().signal };
  await t.throwsAsync(detector.judge({ samples: clip }, stream));
  t.true(logged.some((line) => line.includes("npm run models -- verify smart-turn-v3.2")));
});
