import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import test from "ava";
import { createTestDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";
import { startProcess } from "#harness/service/service-process.ts";

const run = promisify(execFile);
const project = join(import.meta.dirname, "../..");

/** A program that a listening socket keeps alive. */
const program = (ending: string): readonly string[] => [
  "--input-type=module",
  "-e",
  `import { createServer } from "node:net";
   import { openShutdown } from "#src/platform/shutdown.ts";
   createServer().listen(0, "127.0.0.1", () => { ${ending} });`,
];

test("a process that something left open keeps alive ends all the same, as a good one", async (t) => {
  const ending = "using shutdown = openShutdown({ drainMs: 0, shutdownTimeoutMs: 1_000 });";
  await t.notThrowsAsync(run(process.execPath, program(ending), { cwd: project, timeout: 20_000 }));
  await t.throwsAsync(run(process.execPath, program(""), { cwd: project, timeout: 2_000 }));
});

test("a process whose end hangs for longer than all its time exits, as a bad one", async (t) => {
  t.timeout(60_000);
  const ending = `
    globalThis.shutdown = openShutdown({ drainMs: 100, shutdownTimeoutMs: 100 });
    process.kill(process.pid, "SIGTERM");`;
  const began = performance.now();
  const error = await t.throwsAsync(run(process.execPath, program(ending), { cwd: project }));
  t.like(error, { code: 1 });
  t.true(performance.now() - began > 5_000);
});

for (const name of ["api", "synthesis", "maintenance", "live"] as const) {
  test(`the process ${name} ends when it is asked to, as a good one, though Redis never said a word`, async (t) => {
    const silence = createServer((socket: Socket) => void socket.on("error", () => undefined)).listen(0, "127.0.0.1");
    await once(silence, "listening");
    const address = silence.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const database = await createTestDatabase(testEnvironment().clusterUrl, null);
    const dataDir = await mkdtemp(join(tmpdir(), "speech-exit-"));
    const started = await startProcess(name, {
      PORT: "0",
      LOG_LEVEL: "silent",
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      REDIS_URL: `redis://127.0.0.1:${port}`,
    });
    t.teardown(async () => {
      await started.kill();
      silence.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    });
    t.timeout(60_000);
    await started.stop();
    t.is(started.exitCode(), 0);
  });
}
