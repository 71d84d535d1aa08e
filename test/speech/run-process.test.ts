import { tmpdir } from "node:os";
import test from "ava";
import { DomainError } from "#src/errors.ts";
import { runProcess } from "#workers/speech/process/run-process.ts";

const limits = () => ({ signal: new AbortController().signal, timeoutMs: 5_000, maxOutputBytes: 1_000_000 });

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Resolves once the process is gone; the test's own timeout ends a wait in vain. */
const gone = async (pid: number): Promise<void> => {
  while (isAlive(pid)) await new Promise((resolve) => setImmediate(resolve));
};

test("input goes in, output and exit code come out", async (t) => {
  const result = await runProcess("sh", ["-c", "cat; pwd; echo oops >&2; exit 3"], {
    ...limits(),
    stdin: "नमस्ते\n",
    cwd: tmpdir(),
  });
  t.is(result.exitCode, 3);
  t.true(result.stdout.toString("utf8").startsWith("नमस्ते\n"));
  t.is(result.stderr, "oops\n");
});

test("arguments never pass through a shell", async (t) => {
  const result = await runProcess("printf", ["%s", "$(id); `id`"], limits());
  t.is(result.stdout.toString("utf8"), "$(id); `id`");
});

test("the child sees no variable of ours", async (t) => {
  const result = await runProcess("env", [], limits());
  const names = result.stdout
    .toString("utf8")
    .trim()
    .split("\n")
    .map((line) => line.split("=")[0]);
  t.is(names.length, 2);
  t.true(names.includes("LANG") && names.includes("PATH"));
});

test("a missing command names the one that installs it", async (t) => {
  const error = await t.throwsAsync(runProcess("no-such-engine", [], limits()), { instanceOf: DomainError });
  t.is(error?.code, "engine_unavailable");
  t.regex(error?.message ?? "", /apt-get install -y no-such-engine/);
});

test("the deadline ends the child and its children", async (t) => {
  const script = 'sleep 60 & echo $! > "$0"; wait';
  const pidFile = `${tmpdir()}/run-process-${process.pid}.pid`;
  const error = await t.throwsAsync(runProcess("sh", ["-c", script, pidFile], { ...limits(), timeoutMs: 300 }), {
    instanceOf: DomainError,
  });
  t.is(error?.code, "engine_timeout");
  const { stdout } = await runProcess("cat", [pidFile], limits());
  await gone(Number(stdout.toString("utf8")));
  await runProcess("rm", [pidFile], limits());
});

test("an abort ends the child and rejects with the signal's reason", async (t) => {
  const controller = new AbortController();
  const reason = new Error("the caller left");
  const running = runProcess("sleep", ["60"], { ...limits(), signal: controller.signal });
  controller.abort(reason);
  t.is(await t.throwsAsync(running), reason);
  t.is(await t.throwsAsync(runProcess("true", [], { ...limits(), signal: controller.signal })), reason);
});

test("output past the limit ends the child", async (t) => {
  const error = await t.throwsAsync(runProcess("yes", [], { ...limits(), maxOutputBytes: 10_000 }), {
    instanceOf: DomainError,
  });
  t.is(error?.code, "engine_unavailable");
});

test("a child that never reads its input is no error", async (t) => {
  const result = await runProcess("true", [], { ...limits(), stdin: "x".repeat(1_000_000) });
  t.is(result.exitCode, 0);
});
