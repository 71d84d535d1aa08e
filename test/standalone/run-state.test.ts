import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { readRunState, type RunState, writeRunState } from "#src/standalone/run-state.ts";

test("of notes that are written at once the last one stays", async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), "speech-test-"));
  t.teardown(() => rm(dataDir, { recursive: true }));
  const stateOf = (child: number): RunState => ({
    ...{ pid: 1, parent_pid: 1, port: 8080, database_url: "postgres://localhost/speech", sandbox: false },
    children: [child],
  });
  const children = Array.from({ length: 20 }, (_, index) => index + 1);
  await Promise.all(children.map((child) => writeRunState(dataDir, stateOf(child))));
  t.deepEqual(await readRunState(dataDir), stateOf(20));
  t.deepEqual(await readdir(dataDir), ["run.json"]);
});
