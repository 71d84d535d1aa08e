import { spawn } from "node:child_process";
import { once } from "node:events";
import test, { type ExecutionContext } from "ava";
import type { EngineStatus } from "#workers/speech/engine.ts";
import { residentBytesOf } from "#workers/speech/process/resident-memory.ts";
import { startHost } from "#workers/speech/process/start-host.ts";
import type { ProcessEvent } from "#workers/speech/process/engine-process.ts";
import { openProcessPool, type PoolOptions } from "#workers/speech/process/process-pool.ts";
import { until } from "./recognition-support.ts";
import { calm } from "./synth-support.ts";

type Options = Partial<PoolOptions<unknown, unknown>> & {
  readonly refusal?: string;
  readonly memoryMb?: number;
  readonly loadTimeoutMs?: number;
};

/** A pool of one host of the fake program, closed when the test is over, and what happened to it. */
function openHosts(t: ExecutionContext, options: Options = {}) {
  const { refusal = null, memoryMb = 400, loadTimeoutMs = 20_000, ...pooled } = options;
  const events: ProcessEvent[] = [];
  const log = (): void => undefined;
  const program = new URL("./fake-host.ts", import.meta.url);
  const pool = openProcessPool({
    ...{ name: "host of fake", processes: 1, onAbort: "finish", log, observe: (event) => events.push(event) },
    start: () => startHost({ name: "fake", program, models: { refusal }, memoryMb, loadTimeoutMs, log }),
    ...pooled,
  });
  t.teardown(() => pool.close());
  const ask = (does: string, timeoutMs = 20_000) => pool.run({}, { request: { does }, timeoutMs, signal: calm() });
  const endings = () => events.flatMap((event) => (event.kind === "ended" ? [event.ending] : []));
  const isIn = (state: EngineStatus["state"]) => () => pool.status().state === state;
  return { pool, ask, events, endings, isIn };
}

test("an engine is starting until its first process is ready, and its events are reported with times", async (t) => {
  const { pool, ask, events, isIn } = openHosts(t);
  t.deepEqual(pool.status(), { state: "starting" });
  await ask("go on");
  t.true(isIn("ready")());
  const [pid = 0] = pool.pids();
  await pool.close();
  t.deepEqual(
    events.map(({ kind }) => kind),
    ["started", "ready", "served", "ended"],
  );
  const [started, ready, served, ended] = events;
  t.like(started, { pid });
  t.true(ready?.kind === "ready" && ready.pid === pid && ready.loadSeconds > 0);
  t.true(served?.kind === "served" && served.waitSeconds > 0 && served.workSeconds >= 0);
  t.like(ended, { pid, ending: "closed", detail: "" });
  t.deepEqual(pool.pids(), []);
});

test("an engine that two processes in a row could not start is unavailable, with the reason", async (t) => {
  const reason = "The model is torn. Install it again.";
  const { pool, events, endings, isIn } = openHosts(t, { refusal: reason, longestWaitMs: 60_000 });
  await until(isIn("unavailable"));
  t.deepEqual(pool.status(), { state: "unavailable", reason });
  t.deepEqual(endings().slice(0, 2), ["died", "died"]);
  t.true(events.some((event) => event.kind === "ended" && event.detail === reason));
});

test("the exit reasons of processes are distinguished", async (t) => {
  const slow = openHosts(t, { loadTimeoutMs: 1 });
  await until(() => slow.endings().length > 0);
  t.is(slow.endings()[0], "not_loaded");
  await slow.pool.close();

  const hung = openHosts(t);
  await hung.ask("go on");
  await t.throwsAsync(hung.ask("hang", 300));
  await until(() => hung.endings().length === 1);
  await t.throwsAsync(hung.ask("crash"));
  await until(() => hung.endings().length === 3);
  t.deepEqual(hung.endings(), ["timed_out", "died", "died"]);
  await hung.pool.close();

  if (process.platform !== "linux") return t.log("Memory is not known here.");
  // Node alone holds more than this, and less than twice as much.
  const heavy = openHosts(t, { memoryMb: 60 });
  await heavy.ask("go on").catch(() => undefined);
  await until(() => heavy.endings().length > 0);
  t.true(["recycled", "out_of_memory"].includes(heavy.endings()[0] ?? ""));
});

test("models without work are unloaded, and loaded again with the next request", async (t) => {
  const { pool, ask, endings, isIn } = openHosts(t, { idleMs: 300 });
  await ask("go on");
  const [first = 0] = pool.pids();
  t.true(first > 0);
  await until(isIn("idle"));
  t.deepEqual(pool.pids(), []);
  t.like(await ask("go on"), { does: "go on" });
  t.true(isIn("ready")());
  t.not(pool.pids()[0], first);
  t.deepEqual(endings(), ["idle"]);
});

test("an engine that is unavailable stays so without work", async (t) => {
  const { pool, isIn } = openHosts(t, { refusal: "The model is torn.", idleMs: 3_000, longestWaitMs: 60_000 });
  await until(isIn("unavailable"));
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  t.like(pool.status(), { state: "unavailable" });
});

test("an engine that starts with its first request is idle until then", async (t) => {
  const { pool, ask, events } = openHosts(t, { startsOnUse: true });
  t.deepEqual(pool.status(), { state: "idle" });
  t.deepEqual(events, []);
  t.like(await ask("go on"), { does: "go on" });
  t.deepEqual(pool.status(), { state: "ready" });
});

test("what a process holds in memory is known while it runs", async (t) => {
  if (process.platform !== "linux") {
    t.pass("It is not known here.");
    return;
  }
  const { pool, ask } = openHosts(t);
  await ask("go on");
  const [bytes = 0, ...others] = await residentBytesOf(pool.pids());
  t.deepEqual(others, []);
  t.true(bytes > 40 * 2 ** 20 && bytes < 1024 * 2 ** 20, `${bytes}`);
  t.deepEqual(await residentBytesOf([]), []);
});

test("what a process holds in memory counts with its children", async (t) => {
  if (process.platform !== "linux") {
    t.pass("It is not known here.");
    return;
  }
  const script = `'${process.execPath}' -e 'console.log("ready"); setInterval(() => undefined, 60_000)' & wait`;
  const shell = spawn("sh", ["-c", script], { detached: true, stdio: ["ignore", "pipe", "inherit"] });
  const { pid = 0 } = shell;
  t.teardown(() => process.kill(-pid, "SIGKILL"));
  await once(shell.stdout, "data");
  const [bytes = 0] = await residentBytesOf([pid]);
  t.true(bytes > 20 * 2 ** 20, `${bytes}: the shell alone holds some megabytes, Node much more`);
});

test("an abort kills the process of its request where the pool says so, and the next request is done", async (t) => {
  const { pool, ask, endings } = openHosts(t, { onAbort: "kill" });
  await ask("go on");
  const [first = 0] = pool.pids();
  const abort = new AbortController();
  const reason = new Error("no caller waits any more");
  const hung = pool.run({}, { request: { does: "hang" }, timeoutMs: 60_000, signal: abort.signal });
  abort.abort(reason);
  t.is(await t.throwsAsync(hung), reason);
  t.like(await ask("go on"), { does: "go on" });
  t.not(pool.pids()[0], first);
  t.deepEqual(endings(), ["aborted"]);
});
