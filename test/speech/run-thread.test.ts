import test from "ava";
import { DomainError } from "#src/errors.ts";
import { runThread } from "#workers/speech/process/run-thread.ts";
import { calm } from "./synth-support.ts";

const program = (source: string): URL => new URL(`data:text/javascript,${encodeURIComponent(source)}`);
const endless = program("for (;;);");

test("a thread has no variable of ours", async (t) => {
  const seen = program('import w from "node:worker_threads";w.parentPort.postMessage(process.env)');
  t.deepEqual(await runThread(seen, null, { signal: calm(), timeoutMs: 10_000 }), {});
});

test("a thread that computes for too long is ended at its deadline", async (t) => {
  const error = await t.throwsAsync(runThread(endless, null, { signal: calm(), timeoutMs: 200 }), {
    instanceOf: DomainError,
  });
  t.is(error?.code, "engine_timeout");
});

test("an abort ends a thread and is thrown", async (t) => {
  const [caller, reason] = [new AbortController(), new Error("the caller left")];
  const running = runThread(endless, null, { signal: caller.signal, timeoutMs: 60_000 });
  caller.abort(reason);
  t.is(await t.throwsAsync(running), reason);
  t.is(await t.throwsAsync(runThread(endless, null, { signal: caller.signal, timeoutMs: 60_000 })), reason);
});

test("a thread that ends without an answer makes the engine unavailable, which is tried again", async (t) => {
  const ended = runThread(program("process.exit(3)"), null, { signal: calm(), timeoutMs: 10_000 });
  const error = await t.throwsAsync(ended, { instanceOf: DomainError });
  t.is(error?.code, "engine_unavailable");
  t.true(error?.transient);
});
