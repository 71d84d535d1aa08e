import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { runTests } from "#test/support/run-tests.ts";

const root = join(import.meta.dirname, "../..");
const configuration = `
import { observeRun } from ${JSON.stringify(join(root, "test/support/test-report.ts"))};
export default { files: ["*.test.js"], workerThreads: false, utilizeParallelBuilds: false, nonSemVerExperiments: { observeRunsFromConfig: true }, observeRun };
`;
/** A test of this title passes when it is run for the second time. */
const passingLater = (title: string): string => `
test(${JSON.stringify(title)}, (t) => {
  const path = ${JSON.stringify(title.replaceAll(/\W/g, "-"))};
  t.true(existsSync(path) || writeFileSync(path, ""));
});`;
const head = 'import { existsSync, writeFileSync } from "node:fs";\nimport test from "ava";\n';

/** Runs the test files of a project of their own. */
async function runProject(t: ExecutionContext, files: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const project = await mkdtemp(join(tmpdir(), "speech-runner-"));
  t.teardown(() => rm(project, { recursive: true }));
  await symlink(join(root, "node_modules"), join(project, "node_modules"));
  await writeFile(join(project, "package.json"), '{ "type": "module" }');
  await writeFile(join(project, "ava.config.js"), configuration);
  for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), head + text);
  const lines: string[] = [];
  const result = await runTests({
    args,
    command: "npm test",
    environment: {},
    project,
    signal: AbortSignal.timeout(120_000),
    output: "ignore",
    say: (text) => lines.push(text.trim()),
  });
  return { ...result, lines };
}

test("a test that fails and passes when its file is repeated is listed as flaky, and the run passes", async (t) => {
  const { exitCode, lines, seconds } = await runProject(t, {
    "one.test.js": `test("steady", (t) => t.pass());${passingLater("it's 50 * 2")}`,
  });
  t.is(exitCode, 0);
  t.deepEqual(lines, [
    "Once more, alone: one.test.js, for it's 50 * 2",
    "1 passed, 0 failed",
    "FLAKY: 1 failed first and passed when their files were repeated alone:",
    "one.test.js › it's 50 * 2",
  ]);
  t.deepEqual(Object.keys(seconds), ["one.test.js"]);
});

test("a test that needs the one before it passes when its file is repeated", async (t) => {
  const { exitCode, lines } = await runProject(t, {
    "one.test.js": `let prepared = false;
test.serial("first", (t) => { prepared = true; t.pass(); });
test.serial("later", (t) => { t.true(prepared); t.true(existsSync("later") || writeFileSync("later", "")); });`,
  });
  t.is(exitCode, 0);
  t.is(lines.at(-1), "one.test.js › later");
});

test("a test that fails twice fails the run, with the command that repeats its file", async (t) => {
  const { exitCode, lines } = await runProject(t, {
    "its own.test.js": `test("never", (t) => t.fail());test("nor now", (t) => t.fail());test("steady", (t) => t.pass());`,
  });
  t.is(exitCode, 1);
  t.deepEqual(lines, [
    "Once more, alone: its own.test.js, for never; nor now",
    "Failed:",
    "its own.test.js › never",
    "its own.test.js › nor now",
    "To repeat what failed:",
    "npm test -- 'its own.test.js'",
    "1 passed, 2 failed",
  ]);
});

test("a file that breaks outside its tests is repeated whole", async (t) => {
  const { exitCode, lines } = await runProject(t, { "one.test.js": `test("begun", async () => process.exit(0));` });
  t.is(exitCode, 1);
  t.deepEqual(lines, [
    "Once more, alone: one.test.js, for its process",
    "Failed:",
    "one.test.js",
    "To repeat what failed:",
    "npm test -- one.test.js",
    "0 passed, 1 failed",
  ]);
});

test("a test that is run alone already is not repeated", async (t) => {
  const files = { "one.test.js": `test("never", (t) => t.fail());` };
  const { exitCode, lines } = await runProject(t, files, ["--match=never"]);
  t.is(exitCode, 1);
  t.deepEqual(lines, [
    "Failed:",
    "one.test.js › never",
    "To repeat what failed:",
    "npm test -- one.test.js",
    "0 passed, 1 failed",
  ]);
});

test("a run that hung has failed, whatever else was flaky in it", async (t) => {
  const files = {
    "flaky.test.js": passingLater("later"),
    "hung.test.js": `test("begun", (t) => t.pass());setInterval(() => undefined, 1_000);await new Promise(() => undefined);`,
  };
  const { exitCode, lines } = await runProject(t, files, ["--timeout=5s"]);
  t.is(exitCode, 1);
  t.true(lines.some((line) => line.endsWith("and ava itself failed")));
});

test("a file that hangs after a test with a long limit is ended and repeated alone", async (t) => {
  const { exitCode, lines } = await runProject(t, {
    "hung.test.js": `import { limitFile } from ${JSON.stringify(join(root, "test/support/file-limit.ts"))};
limitFile(0.1);
test("long", (t) => { t.timeout(600_000); t.pass(); });
test.after.always(async () => {
  if (existsSync("hung-once")) return;
  writeFileSync("hung-once", "");
  setInterval(() => undefined, 1_000);
  await new Promise(() => undefined);
});`,
  });
  t.is(exitCode, 0);
  t.deepEqual(lines.slice(0, 3), [
    "Once more, alone: hung.test.js, for its process",
    "1 passed, 0 failed",
    "FLAKY: 1 failed first and passed when their files were repeated alone:",
  ]);
});

test("a run in which ava finds nothing to run has failed", async (t) => {
  const { exitCode, lines } = await runProject(t, {});
  t.is(exitCode, 1);
  t.deepEqual(lines, ["0 passed, 0 failed, and ava itself failed"]);
});
