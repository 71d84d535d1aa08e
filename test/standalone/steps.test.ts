import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { step } from "#src/standalone/steps.ts";

function output(isTTY: boolean) {
  const written: string[] = [];
  return { written, output: { isTTY, write: (text: string) => written.push(text) } };
}

test("a short step is one line, and a long one says how long it took", async (t) => {
  const short = output(false);
  t.is(await step("Opening", async () => 7, short.output), 7);
  t.deepEqual(short.written, ["Opening …\n"]);
  const long = output(false);
  await step("Waiting", () => sleep(2_100), long.output);
  t.is(long.written.length, 2);
  t.regex(long.written[1] ?? "", /^Waiting … \d+ s, done\n$/);
});

test("on a terminal the line counts the seconds and ends with the step, also when that fails", async (t) => {
  const { written, output: terminal } = output(true);
  const failing = step("Waiting", () => sleep(2_100).then(() => Promise.reject(new Error("no"))), terminal);
  await t.throwsAsync(failing, { message: "no" });
  t.is(written[0], "\r\u001B[2KWaiting …");
  t.true(written.length > 2, "it is written again every second");
  t.regex(written.at(-1) ?? "", /^\r\u001B\[2KWaiting … \d+ s\n$/);
});
