import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import test from "ava";
import { sql } from "kysely";
import {
  AuthenticationError,
  ConnectionError,
  InsufficientCreditsError,
  type LiveEvent,
  LiveSessionError,
  SpeechClient,
} from "#sdk/index.ts";
import { runProgram } from "#sdk/cli/program.ts";
import { finalOf, openFakeLiveWorker } from "#harness/servers/live-worker.ts";
import { countingSound, openBreakingLiveServer } from "#test/support/breaking-live-server.ts";
import { runCommand } from "#test/support/command-line.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ env: { LIVE_SECRET: "a secret of a test run", LIVE_IDLE_SECONDS: "1" } });
const { db } = service.resources;
const worker = await openFakeLiveWorker(db, { capacity: 10 });
const { key } = await service.account();
const client = new SpeechClient({ baseUrl: service.baseUrl, apiKey: key });
test.after.always(async () => {
  await worker[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const second = new Uint8Array(32_000);

test.serial("a live transcription gives typed events while sound is sent, and ends with its charge", async (t) => {
  const session = client.transcribeLive({ language: "en", endpointing_ms: 300, end_of_turn: "silence" });
  session.send(second);
  const seen: LiveEvent[] = [];
  for await (const event of session) {
    seen.push(event);
    const heard = worker.sessions.at(-1);
    if (event.type === "session_ready") {
      session.send(new Int16Array(8_000));
      heard?.say({ type: "speech_started", at: 0.1 });
      heard?.say({ type: "partial", start: 0.1, end: 1, text: "hello", words: [], committed: 0 });
    }
    if (event.type === "partial") heard?.say(finalOf(1, "Hello.", { start: 0.1, end: 1 }));
    if (event.type === "final" && !event.from_finalize) session.finalize();
    if (event.type === "final" && event.from_finalize) session.close();
  }
  t.like(worker.sessions.at(-1)?.start, { endpointing_ms: 300, end_of_turn: "silence" });
  const types = ["session_started", "session_ready", "speech_started", "partial", "final", "final", "session_ended"];
  t.deepEqual(
    seen.map(({ type }) => type),
    types,
  );
  t.like(seen[4], { text: "Hello.", words: [{ written: "Hello." }] });
  t.like(seen.at(-1), { duration_seconds: 1.5, credits_consumed: 2 });
});

test.serial("a temporary token opens a live transcription in place of a key", async (t) => {
  const granted = await fetch(`${service.baseUrl}/deepgram/v1/auth/grant`, {
    ...{ method: "POST", headers: { authorization: `Token ${key}` } },
  });
  const token = /"access_token":"(?<token>[^"]+)"/.exec(await granted.text())?.groups?.["token"] ?? "";
  const page = new SpeechClient({ baseUrl: service.baseUrl });
  const session = page.transcribeLive({ token: () => Promise.resolve(token) });
  session.close();
  t.is((await lastOf(session)).at(-1)?.type, "session_ended");
});

test.serial("a page transcribes live by a token that its server has made, again and again", async (t) => {
  const page = new SpeechClient({ baseUrl: service.baseUrl });
  const token = async () => (await client.api.liveTokens.create({ throwOnError: true })).data.data.token;
  for (let session = 0; session < 2; session += 1) {
    const live = page.transcribeLive({ token });
    live.close();
    t.is((await lastOf(live)).at(-1)?.type, "session_ended");
  }
});

/** All events of a session. */
async function lastOf(session: AsyncIterable<LiveEvent>): Promise<readonly LiveEvent[]> {
  return Array.fromAsync(session);
}

test.serial(
  "a session that is refused says why: the key, the credits, or that the service cannot be reached",
  async (t) => {
    const wrong = new SpeechClient({ baseUrl: service.baseUrl, apiKey: "sk_wrong" });
    await t.throwsAsync(lastOf(wrong.transcribeLive()), { instanceOf: AuthenticationError });
    const poor = await service.account(0);
    await sql`update balances set permanent = 3, subscription = 0 where user_id = ${poor.userId} and pool = 'asr'`.execute(
      db,
    );
    const broke = new SpeechClient({ baseUrl: service.baseUrl, apiKey: poor.key }).transcribeLive();
    t.like(await t.throwsAsync(lastOf(broke), { instanceOf: InsufficientCreditsError }), { remaining: 3 });
    const nowhere = new SpeechClient({ baseUrl: "http://127.0.0.1:9", apiKey: key, maxRetries: 0 });
    await t.throwsAsync(lastOf(nowhere.transcribeLive()), { instanceOf: ConnectionError });
    await t.throwsAsync(lastOf(client.transcribeLive({ model: "none" })), { message: /was refused/ });
  },
);

test.serial("a session that the service ends gives its charge, then throws the reason", async (t) => {
  const seen: LiveEvent[] = [];
  const read = async (): Promise<void> => {
    for await (const event of client.transcribeLive()) seen.push(event);
  };
  t.like(await t.throwsAsync(read, { instanceOf: LiveSessionError }), { code: "request_timeout" });
  t.is(seen.at(-1)?.type, "session_ended");
});

test.serial("`speech listen` prints what the microphone hears, line by line", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "speech-listen-"));
  t.teardown(() => rm(folder, { recursive: true }));
  const recorder = "trap 'exit 0' INT; /usr/bin/head -c 32000 /dev/zero; while :; do /bin/sleep 0.05; done";
  await writeFile(join(folder, "arecord"), `#!/bin/sh\n${recorder}\n`, { mode: 0o755 });
  const env = { SPEECH_URL: service.baseUrl, SPEECH_API_KEY: key, PATH: folder };
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const running = runProgram(["listen", "--language", "en"], { env, stdin, stdout, stderr });
  const heard = await worker.session(worker.sessions.length);
  heard.say(finalOf(1, "Hello.", { start: 0, end: 1 }));
  t.is(String((await once(stdout, "data"))[0]), "Hello.\n");
  stdin.write("\n");
  t.is(await running, 0);
  t.is(await runProgram(["listen"], { env: { ...env, PATH: "/nowhere" }, stdin, stdout, stderr }), 2);
  const refused = { env: { ...env, SPEECH_API_KEY: "sk_wrong" }, stdin: new PassThrough(), stdout, stderr };
  t.is(await runProgram(["listen"], refused), 3);
});

test.serial("without a WebSocket, live transcription says what it needs before anything is recorded", async (t) => {
  const known = Object.getOwnPropertyDescriptor(globalThis, "WebSocket");
  Reflect.deleteProperty(globalThis, "WebSocket");
  t.teardown(() => known !== undefined && Object.defineProperty(globalThis, "WebSocket", known));
  const message = "Live transcription needs a WebSocket: Node 22 or later, or a browser.";
  t.throws(() => client.transcribeLive(), { message });
  const { code, err } = await runCommand(["listen"], { env: { SPEECH_URL: service.baseUrl, SPEECH_API_KEY: key } });
  t.deepEqual([code, err], [1, `speech: ${message}\n`]);
});

test("after a broken connection the session goes on, and gets the sound again that was not final", async (t) => {
  await using server = await openBreakingLiveServer({ resumes: true });
  const session = new SpeechClient({ baseUrl: server.baseUrl, apiKey: "sk" }).transcribeLive();
  const texts: string[] = [];
  for (let from = 0; from < 3; from += 1) session.send(countingSound(from, 1));
  for await (const event of session) {
    if (event.type === "final") texts.push(event.text);
    if (event.type !== "final" || event.id !== "1") continue;
    // Neither the sound nor the command of a time without a connection is lost.
    session.send(countingSound(3, 1));
    session.finalize();
    session.close();
  }
  t.deepEqual(texts, ["One.", "Two."]);
  const [first, again] = server.connections;
  t.deepEqual(first?.query, {});
  t.deepEqual(again?.query, { resume: "again", after: "1" });
  t.deepEqual(again?.commands, ["finalize", "close"]);
  t.deepEqual(Buffer.from(Int16Array.from(again?.samples ?? []).buffer), Buffer.from(countingSound(1, 3)));
});

test("where the service does not resume, a broken connection ends the iteration with an error", async (t) => {
  await using server = await openBreakingLiveServer({ resumes: false });
  const session = new SpeechClient({ baseUrl: server.baseUrl, apiKey: "sk" }).transcribeLive();
  session.send(countingSound(0, 3));
  await t.throwsAsync(lastOf(session), { instanceOf: ConnectionError, message: "The connection broke." });
});
