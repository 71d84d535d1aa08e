import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { z } from "zod";
import { freePort } from "#test/support/backing-services.ts";
import { audioForm, openClient } from "#test/support/client.ts";
import { speech } from "#test/support/sounds.ts";

const root = join(import.meta.dirname, "../..");
const startTimeoutMs = 90_000;

interface Installation {
  readonly process: ChildProcess;
  readonly baseUrl: string;
  /** What it has printed so far. */
  readonly output: () => string;
  stop(): Promise<number | null>;
}

/** Only what a shell would pass on: none of the variables that point the tests at their own servers. */
const environment = (dataDir: string, port: number): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "",
  HOME: dataDir,
  DATA_DIR: join(dataDir, "data"),
  PORT: String(port),
});

function launch(dataDir: string, port: number): Installation {
  const child = spawn(process.execPath, ["src/standalone.ts"], {
    cwd: root,
    env: environment(dataDir, port),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  return {
    process: child,
    baseUrl: `http://localhost:${port}`,
    output: () => output,
    stop: async () => {
      const ended = once(child, "exit");
      // A terminal sends Ctrl-C to npm and to us, and npm passes on its own.
      child.kill("SIGINT");
      child.kill("SIGINT");
      await ended;
      return child.exitCode;
    },
  };
}

async function untilReady(installation: Installation): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  while (!installation.output().includes("Ctrl-C stops it")) {
    if (installation.process.exitCode !== null || performance.now() > deadline) throw new Error(installation.output());
    await sleep(100);
  }
}

async function admin(dataDir: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ["src/admin.ts", ...args], { cwd: root, env: environment(dataDir, 0) });
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  await once(child, "close");
  return output.trim();
}

const requestId = z.object({ request_id: z.uuid() });
const status = z.object({ status: z.string() });

test("one command brings the service up; killed outright and started again it has lost nothing", async (t) => {
  t.timeout(5 * 60_000);
  const dataDir = await mkdtemp(join(tmpdir(), "speech-standalone-"));
  t.teardown(() => rm(dataDir, { recursive: true, force: true }));
  const port = await freePort();

  const first = launch(dataDir, port);
  await untilReady(first);
  t.regex(first.output(), /heard {3}\w+ \w+/, "it prints what it heard of its own sentence");
  const key = await admin(dataDir, ["create-key", "--email", "you@example.com", "--name", "laptop"]);
  const client = openClient(first.baseUrl);
  const listed = await client.call("GET", "/v1/speech/requests", { key });
  t.is(listed.data(z.object({ total: z.int() })).total, 0, "the start-up check leaves no rows");

  const audio = await speech("The train will leave at seven in the morning.");
  const ids: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    const headers = { prefer: "respond-async" };
    const answer = await client.call("POST", "/v1/speech/transcriptions", { key, form: audioForm(audio), headers });
    ids.push(answer.data(requestId).request_id);
  }
  const ended = once(first.process, "exit");
  first.process.kill("SIGKILL");
  await ended;

  const second = launch(dataDir, port);
  await untilReady(second);
  for (const id of ids) {
    const deadline = performance.now() + startTimeoutMs;
    let state = "";
    while (state !== "completed" && performance.now() < deadline) {
      await sleep(200);
      state = (await client.call("GET", `/v1/speech/requests/${id}`, { key })).data(status).status;
    }
    t.is(state, "completed");
  }

  const third = launch(dataDir, port);
  await once(third.process, "exit");
  t.regex(third.output(), /already runs on this data folder/);
  t.is(third.process.exitCode, 1);
  t.is(await second.stop(), 0, "Ctrl-C stops it in order");
  await t.throwsAsync(readFile(join(dataDir, "data", "run.json")), { code: "ENOENT" });
  await t.throwsAsync(readFile(join(dataDir, "data", "postgres", "data", "postmaster.pid")), { code: "ENOENT" });
});

test("a taken port and an unwritable folder are each one clear sentence", async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), "speech-standalone-"));
  t.teardown(() => rm(dataDir, { recursive: true, force: true }));
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  t.teardown(() => taken.close());
  const address = taken.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const onTakenPort = launch(dataDir, port);
  await once(onTakenPort.process, "close");
  t.regex(onTakenPort.output(), new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 cannot be used.*\n$`));

  const inDevice = launch("/dev/null", await freePort());
  await once(inDevice.process, "close");
  t.regex(inDevice.output(), /^The data folder \/dev\/null\/data cannot be written to\..*\n$/);
});
