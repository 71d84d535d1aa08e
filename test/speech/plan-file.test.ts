import { truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { DomainError } from "#src/errors.ts";
import { cpuTimeSinceMs } from "#test/support/cpu-time.ts";
import { findCuts, maxWholeSeconds } from "#workers/speech/engines/pocketsphinx/find-cuts.ts";
import { planFile } from "#workers/speech/engines/pocketsphinx/plan-file.ts";
import { planPieces } from "#workers/speech/engines/pocketsphinx/plan-pieces.ts";
import { readSoundLevels } from "#workers/speech/audio/sound-levels.ts";
import type { PcmFile } from "#workers/speech/engine.ts";
import { runThread } from "#workers/speech/process/run-thread.ts";
import { pcmOf } from "./recognition-support.ts";
import { calm, privateFolder } from "./synth-support.ts";

const sentence = "There is a story about the river in the book that I was given.";

/** Takes far longer than a test may. */
async function endlessFile(t: ExecutionContext): Promise<PcmFile> {
  const path = join(await privateFolder(t), "endless.raw");
  const durationSeconds = 1000 * 3600;
  await writeFile(path, "");
  await truncate(path, durationSeconds * 32_000);
  return { path, sampleRate: 16_000, durationSeconds };
}

test("a long file is planned in a thread of its own as it would be here", async (t) => {
  const audio = await pcmOf(t, [1, ...Array.from({ length: 6 }, () => sentence), 2, sentence, 1.5, sentence, 3]);
  t.true(audio.durationSeconds > maxWholeSeconds);
  const levels = await readSoundLevels(audio.path);
  const plan = await planFile(audio, { signal: calm() });
  t.deepEqual(plan, await planPieces(levels, await findCuts(audio.path, levels)));
  t.true(plan.pieces.length > 1 && plan.kept.length < levels.length);
});

test("a short file needs no thread and no time for one; a long one is ended at its deadline", async (t) => {
  const short = await pcmOf(t, [sentence]);
  t.is((await planFile(short, { signal: calm(), timeoutMs: 0 })).pieces.length, 1);
  const long = await endlessFile(t);
  const error = await t.throwsAsync(planFile(long, { signal: calm(), timeoutMs: 1000 }), { instanceOf: DomainError });
  t.is(error?.code, "engine_timeout");
});

test("an abort ends the planning and is thrown", async (t) => {
  const long = await endlessFile(t);
  const [caller, reason] = [new AbortController(), new Error("the caller left")];
  const planned = planFile(long, { signal: caller.signal });
  setTimeout(() => caller.abort(reason), 300);
  t.is(await t.throwsAsync(planned), reason);
  t.is(await t.throwsAsync(planFile(long, { signal: caller.signal })), reason);
});

test("where the planning breaks off the engine is not available, which is tried again", async (t) => {
  const absent = { path: join(await privateFolder(t), "absent.raw"), sampleRate: 16_000, durationSeconds: 3600 };
  const error = await t.throwsAsync(planFile(absent, { signal: calm() }), { instanceOf: DomainError });
  t.is(error?.code, "engine_unavailable");
  t.true(error?.transient);
});

test("a thread that computes has no variable of ours and shares no time with this one", async (t) => {
  const long = await endlessFile(t);
  const before = process.threadCpuUsage();
  await t.throwsAsync(planFile(long, { signal: calm(), timeoutMs: 1500 }));
  const ownMs = cpuTimeSinceMs(before);
  t.true(ownMs < 500, `${ownMs} ms of this thread`);
  const seen = new URL(
    'data:text/javascript,import w from "node:worker_threads";w.parentPort.postMessage(process.env)',
  );
  t.deepEqual(await runThread(seen, null, { signal: calm(), timeoutMs: 10_000 }), {});
});
