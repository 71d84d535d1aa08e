import test from "ava";
import { openSocket, type SocketOptions, trySocket } from "#harness/clients/socket-client.ts";
import { openFakeLiveWorker } from "#harness/servers/live-worker.ts";
import { turnModel } from "#src/domain/live/queries.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ env: { LIVE_SECRET: "a secret of a test run", LIVE_CONCURRENCY: "20" } });
const { db } = service.resources;
const worker = await openFakeLiveWorker(db, { capacity: 20 });
const { key } = await service.account();
test.after.always(async () => {
  await worker[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const shown: SocketOptions = { headers: { authorization: `Bearer ${key}` } };
const native = `${service.baseUrl}/v1/speech/live`;
const realtime = `${service.baseUrl}/openai/v1/realtime?intent=transcription`;

const register = (models: readonly string[]) =>
  db
    .updateTable("live_workers")
    .set({ models: [...models] })
    .where("id", "=", worker.id)
    .execute();
const withModel = () => register(["fake", turnModel]);
const withoutModel = () => register(["fake"]);

test.serial("ends of turns by the model are refused where a worker does not have it", async (t) => {
  await withoutModel();
  const refused = await trySocket(`${native}?end_of_turn=smart`, shown);
  t.like(refused, { status: 404, body: { code: "model_not_found", field: "end_of_turn" } });
  t.is(worker.sessions.length, 0);
});

test.serial("the model for ends of turns transcribes nothing", async (t) => {
  await withModel();
  const refused = await trySocket(`${native}?model=${turnModel}`, shown);
  t.like(refused, { status: 404, body: { code: "model_not_found" } });
});

for (const [query, endpointing_ms] of [
  ["end_of_turn=smart", 3_000],
  ["end_of_turn=smart&endpointing_ms=1200", 1_200],
  ["end_of_turn=smart&endpointing_ms=0", null],
] as const) {
  test.serial(`?${query}: the worker waits for an unfinished turn for ${endpointing_ms ?? "ever"}`, async (t) => {
    await withModel();
    const number = worker.sessions.length;
    const client = await openSocket(`${native}?${query}`, shown);
    const { start } = await worker.session(number);
    t.like(start, { end_of_turn: "smart", endpointing_ms });
    client.socket.terminate();
  });
}

test.serial("a session that the model ends goes on where a worker does not have it", async (t) => {
  await withModel();
  const number = worker.sessions.length;
  const first = await openSocket(`${native}?end_of_turn=smart`, shown);
  const { resume_token: token } = await first.next("session_started");
  await worker.session(number);
  await withoutModel();
  first.socket.terminate();
  const next = await openSocket(`${native}?resume=${String(token)}`, shown);
  t.like((await worker.session(number + 1)).start, { end_of_turn: "smart" });
  next.say({ type: "close" });
  t.is((await next.closed).code, 1000);
});

test.serial("without the option, silence ends a turn", async (t) => {
  await withModel();
  const number = worker.sessions.length;
  const client = await openSocket(native, shown);
  t.like((await worker.session(number)).start, { end_of_turn: "silence", endpointing_ms: 500 });
  client.socket.terminate();
});

/** Sends these settings and the first sound to a session of OpenAI's protocol. */
async function openRealtime(turn_detection: object) {
  const number = worker.sessions.length;
  const client = await openSocket(realtime, shown);
  await client.next("session.created");
  client.say({ type: "session.update", session: { type: "transcription", audio: { input: { turn_detection } } } });
  const updated = await client.next("session.updated");
  client.say({ type: "input_audio_buffer.append", audio: Buffer.alloc(4_800).toString("base64") });
  const { start } = await worker.session(number);
  client.socket.terminate();
  return { start, ignored: updated["speech_ignored"] };
}

for (const [eagerness, endpointing_ms] of [
  ["low", 8_000],
  ["medium", 4_000],
  ["high", 2_000],
  ["auto", 4_000],
] as const) {
  test.serial(
    `OpenAI's semantic_vad asks the model, and waits ${endpointing_ms} ms with eagerness ${eagerness}`,
    async (t) => {
      await withModel();
      const { start, ignored } = await openRealtime({ type: "semantic_vad", eagerness });
      t.like(start, { end_of_turn: "smart", endpointing_ms });
      t.is(ignored, undefined);
    },
  );
}

const inTurns = (name: string): string => `audio.input.turn_detection.${name}`;

test.serial("OpenAI's semantic_vad is said to have no effect where a worker does not have the model", async (t) => {
  await withoutModel();
  const { start, ignored } = await openRealtime({ type: "semantic_vad", eagerness: "high", silence_duration_ms: 700 });
  t.like(start, { end_of_turn: "silence", endpointing_ms: 700 });
  t.deepEqual(ignored, [inTurns("type"), inTurns("eagerness")]);
});

test.serial("options of the other way to end a turn are said to have no effect", async (t) => {
  await withModel();
  const server = await openRealtime({ type: "server_vad", eagerness: "high", silence_duration_ms: 700 });
  t.like(server.start, { end_of_turn: "silence", endpointing_ms: 700 });
  t.deepEqual(server.ignored, [inTurns("eagerness")]);
  const semantic = await openRealtime({ type: "semantic_vad", silence_duration_ms: 700 });
  t.like(semantic.start, { end_of_turn: "smart", endpointing_ms: 4_000 });
  t.deepEqual(semantic.ignored, [inTurns("silence_duration_ms")]);
});

test.serial(
  "a client secret for semantic_vad says that it has no effect where a worker does not have the model",
  async (t) => {
    const input = { turn_detection: { type: "semantic_vad", eagerness: "high" } };
    const make = () =>
      service.call("POST", "/openai/v1/realtime/client_secrets", { key, json: { session: { audio: { input } } } });
    await withModel();
    const semantic = await make();
    t.deepEqual([semantic.status, semantic.headers.get("speech-ignored")], [200, null]);
    await withoutModel();
    const ignored = ["type", "eagerness"].map((name) => `session.${inTurns(name)}`).join(", ");
    t.is((await make()).headers.get("speech-ignored"), ignored);
  },
);
