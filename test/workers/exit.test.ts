import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import test from "ava";

const run = promisify(execFile);
const project = join(import.meta.dirname, "../..");

/** A program that a listening socket keeps alive. */
const program = (ending: string): readonly string[] => [
  "--input-type=module",
  "-e",
  `import { createServer } from "node:net";
   import { exitWithin } from "#src/platform/shutdown.ts";
   createServer().listen(0, "127.0.0.1", () => ${ending});`,
];

test("a process that something left open keeps alive ends all the same, as a good one", async (t) => {
  await t.notThrowsAsync(run(process.execPath, program("exitWithin(50)"), { cwd: project, timeout: 20_000 }));
  await t.throwsAsync(run(process.execPath, program("undefined"), { cwd: project, timeout: 2_000 }));
});
