import test, { type ExecutionContext } from "ava";
import { DomainError } from "#src/errors.ts";
import { startHost } from "#workers/speech/process/start-host.ts";
import { openProcessPool } from "#workers/speech/process/process-pool.ts";
import { until } from "./recognition-support.ts";
import { calm } from "./synth-support.ts";

/** Hosts of the fake program, closed when the test is over. */
function openHosts(
  t: ExecutionContext,
  { refusal, processes = 1 }: { readonly refusal?: string; readonly processes?: number } = {},
) {
  const logged: string[] = [];
  const log = (message: string): unknown => logged.push(message);
  const program = new URL("./fake-host.ts", import.meta.url);
  const host = {
    name: "fake",
    program,
    models: { refusal: refusal ?? null },
    memoryMb: 400,
    loadTimeoutMs: 20_000,
    log,
  };
  const pool = openProcessPool({
    name: "host of fake",
    processes,
    onAbort: "finish",
    log,
    start: () => startHost(host),
  });
  t.teardown(() => pool.close());
  const ask = (does: string, options: { readonly samples?: Int16Array; readonly timeoutMs?: number } = {}) => {
    const { timeoutMs = 20_000, ...rest } = options;
    return pool.run({}, { request: { does, ...rest }, timeoutMs, signal: calm() });
  };
  const codeOf = async (does: string, timeoutMs?: number) => {
    const error = await t.throwsAsync(ask(does, timeoutMs === undefined ? {} : { timeoutMs }), {
      instanceOf: DomainError,
    });
    return [error?.code, error?.message ?? ""] as const;
  };
  return { ask, codeOf, logged, pool };
}

test("a host takes samples as they are, with nothing of ours around it", async (t) => {
  const { ask, logged } = openHosts(t);
  const reply = await ask("negate", { samples: Int16Array.of(1, -2, 32_767) });
  const uid = process.getuid?.();
  const names = ["PATH", "LANG", "HOME", "TMPDIR", "ORT_DISABLE_TELEMETRY"];
  t.like(reply, { does: "negate", samples: Int16Array.of(-1, 2, -32_767), names });
  if (uid !== 0) t.like(reply, { uid });
  t.deepEqual(logged, []);
});

test("a host that ends with a request is replaced, and the request is tried once more only", async (t) => {
  const { ask, codeOf, logged } = openHosts(t);
  const [code] = await codeOf("crash");
  t.is(code, "engine_unavailable");
  t.like(await ask("go on"), { does: "go on" });
  t.is(logged.length, 2);
  t.regex(logged[0] ?? "", /A host of fake ended by itself, 1 in a row\..*exit code 255/);
});

test("a request whose host is killed is done by the next one, and an idle host that is killed is replaced", async (t) => {
  const { ask, pool, logged } = openHosts(t);
  await ask("begin");
  const [first = 0] = pool.pids();
  process.kill(first, "SIGSTOP");
  const reply = ask("go on");
  process.kill(first, "SIGKILL");
  t.like(await reply, { does: "go on" });
  const [second = 0] = pool.pids();
  t.not(second, first);
  process.kill(second, "SIGKILL");
  await until(() => pool.status().state === "ready" && !pool.pids().includes(second));
  t.is(logged.length, 2);
});

test("the log says once what a host complained of before it ended", async (t) => {
  const { codeOf, logged } = openHosts(t);
  t.is((await codeOf("complain"))[0], "engine_unavailable");
  await until(() => logged.length >= 2);
  t.regex(logged[0] ?? "", /1 in a row.*the model is torn/);
  t.notRegex(logged.slice(1).join(), /torn/);
});

test("what fails in a host says why, and the host goes on", async (t) => {
  const { ask, codeOf, logged } = openHosts(t);
  t.deepEqual(await codeOf("fail"), ["engine_unavailable", "fake: too much noise"]);
  t.like(await ask("go on"), { does: "go on" });
  t.deepEqual(logged, []);
});

test("a host that does not answer is killed at the deadline, and the next request is done", async (t) => {
  const { ask, codeOf } = openHosts(t);
  await ask("begin");
  const [code] = await codeOf("hang", 300);
  t.is(code, "engine_timeout");
  t.like(await ask("go on"), { does: "go on" });
});

test("a host that sends no valid message is ended", async (t) => {
  const { ask, codeOf, logged } = openHosts(t);
  const [code] = await codeOf("babble");
  t.is(code, "engine_unavailable");
  t.regex(logged.join(), /fake sent an invalid message/);
  t.like(await ask("go on"), { does: "go on" });
});

test("a host that refuses to work makes its engine unavailable at once, with the reason, and is tried again", async (t) => {
  const { codeOf, logged } = openHosts(t, { refusal: "The model is torn. Install it again.", processes: 2 });
  const startedMs = performance.now();
  t.deepEqual(await codeOf("anything"), ["engine_unavailable", "The model is torn. Install it again."]);
  t.deepEqual(await codeOf("anything"), ["engine_unavailable", "The model is torn. Install it again."]);
  t.true(performance.now() - startedMs < 20_000);
  await until(() => logged.length >= 4);
  t.regex(logged[0] ?? "", /The model is torn/);
});
