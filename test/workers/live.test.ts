import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import test, { type ExecutionContext } from "ava";
import { openPostgres } from "#src/platform/postgres/postgres.ts";
import { findInstalledModel } from "#src/models/installed.ts";
import {
  type LiveWorkerSession,
  openLiveWorkerSession,
  RefusedError,
  startOfSession,
} from "#harness/clients/live-worker-client.ts";
import { lightModels, modelsDirectory } from "#harness/service/models.ts";
import { type ServiceProcess, startProcess } from "#harness/service/service-process.ts";
import { until } from "#harness/until.ts";
import { createTestDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";

const run = promisify(execFile);
const secret = "a secret of the live workers";
const slots = 2;
const bytesPerSecond = 32_000;
const clip = new URL("../../workers/speech/recognition/test-clip.raw", import.meta.url);
const clipText = "How old is the bridge?";

interface LiveWorker {
  readonly worker: ServiceProcess;
  open(): Promise<LiveWorkerSession>;
  /** The row by which the API finds it. */
  row(): Promise<{
    address: string;
    capacity: number;
    used: number;
    draining: boolean;
    languages: string[];
    models: string[];
  }>;
  readonly address: string;
}

/** A live worker with a database of its own; null where the models are not installed. */
async function startLive(t: ExecutionContext, env: Readonly<Record<string, string>> = {}): Promise<LiveWorker | null> {
  t.timeout(120_000);
  if ((await findInstalledModel(modelsDirectory, "moonshine-tiny-en")) === null) {
    t.log("The models are not installed.");
    t.pass();
    return null;
  }
  const { clusterUrl, redisUrl } = testEnvironment();
  const database = await createTestDatabase(clusterUrl, redisUrl);
  const dataDir = await mkdtemp(join(tmpdir(), "speech-live-"));
  const db = openPostgres({ url: database.url, poolSize: 1, name: "speech-live-test" });
  const worker = await startProcess("live", {
    ...{ DATABASE_URL: database.url, DATA_DIR: dataDir, MODELS_DIR: modelsDirectory, SPEECH_MODELS: lightModels },
    ...{ LIVE_SECRET: secret, LIVE_SLOTS: `${slots}`, TRANSCRIPTION_DECODERS: "1", LOG_LEVEL: "silent", ...env },
    ...(redisUrl !== null && { REDIS_URL: redisUrl }),
  });
  t.teardown(async () => {
    await worker.kill();
    await db.destroy();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const row: LiveWorker["row"] = () => db.selectFrom("live_workers").selectAll().executeTakeFirstOrThrow();
  const { address } = await row();
  return { worker, row, address, open: () => openLiveWorkerSession({ address, secret }) };
}

const silence = (seconds: number): Buffer => Buffer.alloc(seconds * bytesPerSecond);

async function heard(session: LiveWorkerSession): Promise<string> {
  session.send({ type: "close" });
  await session.next("ended");
  const finals = session.messages.filter(({ type, text }) => type === "final" && text !== "");
  return finals.map(({ text }) => String(text)).join(" ");
}

async function hearsClip(live: LiveWorker): Promise<string> {
  const session = await live.open();
  session.send(startOfSession);
  session.sendSound(await readFile(clip));
  session.sendSound(silence(1));
  return heard(session);
}

test("speech becomes words over the connection of the API, which finds the process by its row", async (t) => {
  const live = await startLive(t);
  if (live === null) return;
  t.like(await live.row(), { capacity: slots, draining: false, models: ["moonshine-tiny-en"] });
  t.deepEqual((await live.row()).languages, ["auto", "en"]);
  const session = await live.open();
  session.send(startOfSession);
  t.like(await session.next("ready"), { model: "moonshine-tiny-en", language: "en" });
  session.sendSound(await readFile(clip));
  session.sendSound(silence(1));
  const started = await session.next("speech_started");
  t.true(typeof started["at"] === "number" && started["at"] < 0.5);
  const final = await session.next("final");
  t.like(final, { id: 1, text: clipText, speech_final: true, from_finalize: false, replaces: [], language: "en" });
  session.send({ type: "finalize" });
  t.like(await session.next("final"), { text: "", from_finalize: true });
  t.is(await heard(session), clipText);
  t.is(await session.closed, 1000);
  const ended = session.messages.at(-1);
  t.is(ended?.["seconds"], ((await readFile(clip)).length + bytesPerSecond) / bytesPerSecond);
});

for (const { name, encoding, args, rate } of [
  { name: "Opus in WebM", encoding: "container", args: ["-c:a", "libopus", "-f", "webm"], rate: 48_000 },
  { name: "µ-law at 8 kHz", encoding: "mulaw", args: ["-f", "mulaw"], rate: 8_000 },
  { name: "floats at 44.1 kHz", encoding: "pcm_f32le", args: ["-f", "f32le"], rate: 44_100 },
] as const) {
  test(`${name} is decoded while it comes`, async (t) => {
    const live = await startLive(t);
    if (live === null) return;
    const input = ["-v", "error", "-f", "s16le", "-ar", "16000", "-ac", "1", "-i", clip.pathname];
    const command = [...input, "-af", "apad=pad_dur=1", "-ar", `${rate}`, ...args, "pipe:1"];
    const { stdout } = await run("ffmpeg", command, { encoding: "buffer" });
    const session = await live.open();
    session.send({ ...startOfSession, encoding, sample_rate: rate });
    // Frames of a length that parts samples.
    for (let from = 0; from < stdout.length; from += 1_111) session.sendSound(stdout.subarray(from, from + 1_111));
    // The model reads other words of telephone sound before this one.
    t.regex(await heard(session), /bridge[.?]$/i);
  });
}

test("a caller without the secret, of another path, or beyond the slots is refused before the connection", async (t) => {
  const live = await startLive(t);
  if (live === null) return;
  const { address } = live;
  const statusOf = async (opening: Promise<unknown>): Promise<number> => {
    const error = await t.throwsAsync(opening, { instanceOf: RefusedError });
    return error.status;
  };
  t.is(await statusOf(openLiveWorkerSession({ address, secret: "another" })), 401);
  t.is(await statusOf(openLiveWorkerSession({ address, secret }, { path: "/" })), 404);
  const sessions = await Promise.all([live.open(), live.open()]);
  t.is(await statusOf(live.open()), 503);
  const signal = new AbortController().signal;
  t.true(await until(async () => (await live.row()).used === slots, { withinMs: 20_000, signal }));
  // One that vanishes frees its slot.
  for (const session of sessions) session.vanish();
  t.true(await until(async () => (await live.row()).used === 0, { withinMs: 20_000, signal }));
  t.is(await hearsClip(live), clipText);
});

test("what is not of the protocol ends its session with a reason, and no other", async (t) => {
  const live = await startLive(t, { LIVE_SLOTS: "20" });
  if (live === null) return;
  const other = await live.open();
  other.send(startOfSession);
  await other.next("ready");
  const codeAfter = async (act: (session: LiveWorkerSession) => void): Promise<readonly unknown[]> => {
    const session = await live.open();
    act(session);
    const code = await session.closed;
    return [session.messages.at(-1)?.["code"], code];
  };
  const invalid = ["invalid_message", 1011];
  t.deepEqual(await codeAfter((session) => session.sendText("no JSON")), invalid);
  t.deepEqual(await codeAfter((session) => session.sendSound(silence(1))), invalid);
  t.deepEqual(await codeAfter((session) => session.send({ type: "finalize" })), invalid);
  t.deepEqual(await codeAfter((session) => session.send({ ...startOfSession, sample_rate: 8_001 })), invalid);
  const twice = (session: LiveWorkerSession): void => {
    session.send(startOfSession);
    session.send(startOfSession);
  };
  t.deepEqual(await codeAfter(twice), invalid);
  const foreign = { ...startOfSession, language: "xx" };
  t.deepEqual(await codeAfter((session) => session.send(foreign)), ["language_unsupported", 1011]);
  const unknown = { ...startOfSession, model: "unknown" };
  t.deepEqual(await codeAfter((session) => session.send(unknown)), ["engine_unavailable", 1011]);
  const garbage = (session: LiveWorkerSession): void => {
    session.send({ ...startOfSession, encoding: "container" });
    session.sendSound(Buffer.from("These bytes are in no container."));
  };
  t.deepEqual(await codeAfter(garbage), ["unsupported_audio", 1011]);
  const [, tooLong] = await codeAfter((session) => session.sendSound(Buffer.alloc(1024 * 1024 + 1)));
  t.is(tooLong, 1009);
  const tooFast = (session: LiveWorkerSession): void => {
    session.send(startOfSession);
    for (let second = 0; second < 60; second += 1) session.sendSound(silence(1));
  };
  t.deepEqual(await codeAfter(tooFast), ["too_fast", 1011]);
  other.sendSound(await readFile(clip));
  other.sendSound(silence(1));
  t.is(await heard(other), clipText);
});

test("a process that is asked to end takes no more sessions, and tells the last words of those that it has", async (t) => {
  const live = await startLive(t, { DRAIN_SECONDS: "2" });
  if (live === null) return;
  const session = await live.open();
  session.send({ ...startOfSession, endpointing_ms: null });
  session.sendSound(await readFile(clip));
  await session.next("speech_started");
  const stopped = live.worker.stop();
  const signal = new AbortController().signal;
  t.true(await until(async () => (await live.row()).draining, { withinMs: 20_000, signal }));
  await t.throwsAsync(live.open(), { instanceOf: RefusedError });
  t.like(await session.next("final"), { text: clipText });
  await session.next("ended");
  t.is(await session.closed, 1000);
  await stopped;
  t.is(live.worker.exitCode(), 0);
  await t.throwsAsync(live.row());
});

test("the connections of a process that is killed break at once", async (t) => {
  const live = await startLive(t);
  if (live === null) return;
  const session = await live.open();
  session.send(startOfSession);
  await session.next("ready");
  await live.worker.kill();
  t.is(await session.closed, 1006);
});
