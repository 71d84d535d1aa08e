import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { startDeadline } from "#workers/speech/process/patient-deadline.ts";

const timeoutMs = 10;

/** The milliseconds after which a deadline says that it has passed, by whether the machine is overloaded at each look. */
const passedAfter = (looks: Iterator<boolean>): Promise<number> =>
  new Promise((resolve) => startDeadline(timeoutMs, resolve, () => looks.next().value === true));

test("a deadline passes at its time where the machine has time for all", async (t) => {
  t.is(await passedAfter([false].values()), timeoutMs);
});

test("a deadline is put off while the machine is overloaded", async (t) => {
  t.is(await passedAfter([true, true, false].values()), 3 * timeoutMs);
});

test("a deadline is put off four times at most, and passes once", async (t) => {
  const passed: number[] = [];
  const timer = startDeadline(
    timeoutMs,
    (ms) => passed.push(ms),
    () => true,
  );
  t.teardown(() => clearInterval(timer));
  while (passed.length === 0) await sleep(timeoutMs);
  await sleep(3 * timeoutMs);
  t.deepEqual(passed, [5 * timeoutMs]);
});

test("a deadline that is ended before does not pass", async (t) => {
  let passed = false;
  clearInterval(
    startDeadline(
      timeoutMs,
      () => (passed = true),
      () => false,
    ),
  );
  await sleep(3 * timeoutMs);
  t.false(passed);
});
