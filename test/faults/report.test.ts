import test from "ava";
import { atLeast, atMost, type Check, exactly } from "#faults/outcome.ts";
import {
  hasPassed,
  renderResult,
  renderRun,
  renderTable,
  type Result,
  resultsAsJson,
  type Run,
} from "#faults/report.ts";
import { slowestRecoverySeconds } from "#faults/audit-triggers.ts";

const counts = { submitted: 200, completed: 198, failed: 2, charged: 198, duplicates: 0, lost: 0 };

const stoodStill = { ...counts, slowestRecoverySeconds: Infinity };

const resultOf = (...checks: Check[]): Result => ({
  name: "workers-killed",
  promise: "nothing is lost",
  seconds: 61.4,
  outcome: { counts: { ...counts, slowestRecoverySeconds: 12.34 }, checks, notes: ["Nobody was hurt."] },
});
const brokenOff: Result = { name: "oversold", promise: "nothing is oversold", seconds: 1, error: "no server" };

const runOf = (...asked: Result[]): Run => ({
  size: "quick",
  stack: "the embedded stack",
  asked: asked.map(({ name }) => name),
  machine: "2 cores, load 0.10 0.20 0.30",
  startedAt: "2026-11-22T08:00:00.000Z",
});

const leftOut: Result = { name: "redis-outage", promise: "nothing hangs", seconds: 0, skipped: "there is no Redis." };

test("a check holds at its bound and not one past it", (t) => {
  t.deepEqual(
    [exactly("lost", 0, 0), exactly("lost", 1, 0), exactly("lowest balance", NaN, 0)].map(({ passed }) => passed),
    [true, false, false],
  );
  const limit = { limit: 90, unit: "s" };
  t.deepEqual(
    [atMost("rest", 90, limit), atMost("rest", 90.1, limit), atMost("rest", NaN, limit)].map(({ passed }) => passed),
    [true, false, false],
  );
  t.deepEqual(
    [atLeast("least", 2, 2), atLeast("least", 1, 2), atLeast("least", NaN, 2)].map(({ passed }) => passed),
    [true, false, false],
  );
});

test("a promise is kept only when every check holds, something was checked, and nothing broke off", (t) => {
  t.true(hasPassed(resultOf(exactly("lost", 0, 0))));
  t.false(hasPassed(resultOf(exactly("lost", 0, 0), exactly("doubled", 1, 0))));
  t.false(hasPassed(resultOf()));
  t.false(hasPassed(brokenOff));
});

test("a skipped scenario breaks no promise and is reported as skipped", (t) => {
  t.true(hasPassed(leftOut));
  t.is(renderResult(leftOut), "redis-outage skipped: there is no Redis.");
  t.regex(renderTable([leftOut]), /redis-outage .* – .* skipped \|$/);
});

test("a scenario whose program is missing was not run, which is neither kept nor left out", (t) => {
  const missing = {
    name: "rolling-restart",
    promise: "nothing is dropped",
    seconds: 0,
    missing: "haproxy is missing.",
  };
  t.false(hasPassed(missing));
  t.is(renderResult(missing), "rolling-restart NOT RUN: haproxy is missing.");
  t.regex(renderTable([missing]), /NOT RUN/);
  t.like(JSON.parse(resultsAsJson(runOf(missing), [missing])), { passed: false, scenarios: [{ passed: false }] });
});

test("a scenario prints its counts in one line, and below it the expected and the actual figures", (t) => {
  t.is(
    renderResult(resultOf(exactly("lost", 0, 0), atMost("rest", 90.04, { limit: 90, unit: "s" }))),
    [
      "workers-killed BROKEN after 61 s: 200 submitted, 198 completed, 2 failed, 198 charged, 0 duplicates, 0 lost, slowest recovery 12.3 s",
      "  ok  lost: 0",
      "  NO  rest: 90.04 s, wanted ≤ 90 s",
      "      Nobody was hurt.",
    ].join("\n"),
  );
  t.is(renderResult(brokenOff), "oversold ERROR after 1 s: no server");
});

test("the table is Markdown with a row for every scenario, those that broke off among them", (t) => {
  const lines = renderTable([resultOf(exactly("lost", 0, 0)), brokenOff]).split("\n");
  const cells = lines.map((line) => line.split("|").map((cell) => cell.trim()));
  t.deepEqual(cells[0]?.slice(1, 4), ["scenario", "submitted", "completed"]);
  t.regex(lines[1] ?? "", /^\| -+ \| -+: \|/);
  t.deepEqual(cells[2]?.slice(1, -1), ["workers-killed", "200", "198", "2", "198", "0", "0", "12.3 s", "kept"]);
  t.deepEqual(cells[3]?.slice(1, -1), ["oversold", "–", "–", "–", "–", "–", "–", "–", "ERROR"]);
  t.is(new Set(lines.map((line) => line.length)).size, 1);
});

test("the JSON report has what was run and whether all of it has passed", (t) => {
  const good = resultOf(exactly("lost", 0, 0));
  const told: unknown = JSON.parse(resultsAsJson(runOf(good), [good]));
  t.like(told, { passed: true, size: "quick", asked: [good.name], scenarios: [{ name: good.name, passed: true }] });
  t.like(JSON.parse(resultsAsJson(runOf(good, brokenOff), [good, brokenOff])), { passed: false });
  t.like(JSON.parse(resultsAsJson(runOf(good, brokenOff), [good])), { passed: false }, "not all of it is over");
  t.like(JSON.parse(resultsAsJson(runOf(good, leftOut), [good, leftOut])), { passed: true });
  t.like(JSON.parse(resultsAsJson(runOf(leftOut), [leftOut])), { passed: false }, "nothing was run");
});

test("the text report has the size of the run and its stack", (t) => {
  const line = "on the embedded stack; 2 cores, load 0.10 0.20 0.30; 2026-11-22T08:00:00.000Z";
  t.is(renderRun(runOf()), `Quick, ${line}`);
  t.is(renderRun({ ...runOf(), size: "full" }), `In full, ${line}`);
});

test("work that never resumed is reported as such, not as nothing to resume", (t) => {
  const result: Result = { ...resultOf(), outcome: { counts: stoodStill, checks: [], notes: [] } };
  t.regex(renderResult(result), /slowest recovery never$/);
  t.regex(renderTable([result]), / never \| BROKEN/);
  const told = { counts: { slowestRecoverySeconds: "never" } };
  t.like(JSON.parse(resultsAsJson(runOf(result), [result])), { scenarios: [{ outcome: told }] });
});

test("recovery is the longest time from a fault to the next completion", (t) => {
  const at = (...times: number[]) => times.map((atMs) => ({ requestId: "", atMs }));
  t.is(slowestRecoverySeconds([1_000, 5_000], at(500, 2_000, 4_000, 9_000, 9_500)), 4);
  t.is(slowestRecoverySeconds([1_000, 10_000], at(3_000)), 2, "what had ended by then has nothing to recover");
  t.is(slowestRecoverySeconds([], at(3_000)), null);
});
