import { spawnSync } from "node:child_process";
import { appendFile, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { keepLogsShort, rotateLog } from "#src/standalone/rotate-logs.ts";

const moduleUrl = import.meta.resolve("#src/standalone/rotate-logs.ts");

async function emptyFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "speech-logs-"));
  t.teardown(() => rm(folder, { recursive: true }));
  return folder;
}

test("a log that grows without end stays within its limits, and its writer continues", async (t) => {
  const folder = await emptyFolder(t);
  const path = join(folder, "api.log");
  await using log = await open(path, "a", 0o600);
  using _ = keepLogsShort([path, join(folder, "absent.log")], { maxBytes: 1000, kept: 2 });
  for (let round = 1; round <= 4; round += 1) {
    await log.write(`round ${round} ${"x".repeat(2000)}\n`);
    while ((await stat(path)).size > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await log.write("the last line\n");
  t.deepEqual((await readdir(folder)).toSorted(), ["api.log", "api.log.1", "api.log.2"]);
  t.is(await readFile(path, "utf8"), "the last line\n");
  t.regex(await readFile(`${path}.1`, "utf8"), /^round 4 /);
  t.regex(await readFile(`${path}.2`, "utf8"), /^round 3 /);
  t.is((await stat(`${path}.1`)).mode & 0o777, 0o600);
});

test("a copy that fails, as on a full disk, costs no older log and leaves no file behind", async (t) => {
  const folder = await emptyFolder(t);
  const path = join(folder, "api.log");
  await writeFile(path, "x".repeat(65_536));
  await writeFile(`${path}.1`, "newest");
  await writeFile(`${path}.2`, "older");
  // A file that grows over the limit fails as one that finds no room does.
  const script = `await (await import(${JSON.stringify(moduleUrl)})).rotateLog(${JSON.stringify(path)}, 2);`;
  const limited = ["-c", 'ulimit -f 8; exec "$@"', "sh", process.execPath, "--input-type=module", "--eval", script];
  for (let round = 0; round < 3; round += 1) {
    const { status, stderr } = spawnSync("sh", limited, { encoding: "utf8" });
    t.is(status, 1, stderr);
    t.regex(stderr, /EFBIG/);
  }
  t.deepEqual((await readdir(folder)).toSorted(), ["api.log", "api.log.1", "api.log.2"]);
  t.is((await stat(path)).size, 65_536);
  t.is(await readFile(`${path}.1`, "utf8"), "newest");
  t.is(await readFile(`${path}.2`, "utf8"), "older");
});

test("what the run before has logged is kept as the newest of the older files", async (t) => {
  const path = join(await emptyFolder(t), "api.log");
  for (const run of ["first", "second", "third"]) {
    await writeFile(path, run);
    await rotateLog(path, 2);
  }
  await appendFile(path, "now");
  const texts = await Promise.all([path, `${path}.1`, `${path}.2`].map((file) => readFile(file, "utf8")));
  t.deepEqual(texts, ["now", "third", "second"]);
});
