import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import test from "ava";

const suite = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, "../../faults/main.ts"), ...args]);

test("a command that leaves nothing to run has not passed", async (t) => {
  const failed = await t.throwsAsync(suite("--embedded", "--only", "redis-outage"));
  t.like(failed, { code: 2, stderr: "Nothing of what was asked for can be run here.\n" });
});

test("a report that cannot be written is said before anything is run", async (t) => {
  const failed = await t.throwsAsync(suite("--embedded", "--only", "redis-outage", "--json", "/nowhere/report.json"));
  t.like(failed, { code: 1, stdout: "" });
});
