import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { Agent } from "node:https";
import { createOpenAI } from "@ai-sdk/openai";
import { experimental_streamTranscribe as streamTranscribe } from "ai";
import test from "ava";
import OpenAI from "openai";
import { OpenAIRealtimeWS } from "openai/realtime/ws";
import type { RealtimeClientEvent } from "openai/resources/realtime/realtime";
import OpenAI6 from "openai-6";
import { OpenAIRealtimeWS as OpenAI6RealtimeWS } from "openai-6/realtime/ws";
import { z } from "zod";
import { finalOf, openFakeLiveWorker } from "#harness/servers/live-worker.ts";
import { openSocket, type SocketOptions, trySocket } from "#harness/clients/socket-client.ts";
import { readyEngines } from "#src/domain/engines/manifest.ts";
import { registerEngines } from "#src/domain/engines/register-engines.ts";
import { manifestOf } from "#test/support/engine-manifests.ts";
import { startService } from "#test/support/service.ts";

const env = { LIVE_SECRET: "a secret of a test run", LIVE_CONCURRENCY: "50" };
const service = await startService({ env });
const worker = await openFakeLiveWorker(service.resources.db, { capacity: 40, languages: ["de", "en"] });
const { key } = await service.account();
test.after.always(async () => {
  await worker[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const baseURL = `${service.baseUrl}/openai/v1`;
const realtime = `${baseURL}/realtime?intent=transcription`;
const shown = { headers: { authorization: `Bearer ${key}` } };
/** A tenth of a second of silence. */
const audio = Buffer.alloc(4_800).toString("base64");
const append = { type: "input_audio_buffer.append", audio };
const manual = { audio: { input: { turn_detection: null } } };
const named = z.looseObject({ item_id: z.string() });
const transcribed = "conversation.item.input_audio_transcription";

/** Opens a session and sends its first sound, which the worker begins with. */
async function open(session: object = {}, options: SocketOptions = shown) {
  const number = worker.sessions.length;
  const client = await openSocket(realtime, options);
  await client.next("session.created");
  client.say({ type: "session.update", session: { type: "transcription", ...session } });
  const updated = await client.next("session.updated");
  client.say(append);
  return { client, updated, heard: await worker.session(number) };
}

const wordsOf = (text: string) =>
  text.split(" ").map((written) => ({ word: written, written, start: 0, end: 1, confidence: 0.9 }));
const partialOf = (text: string, committed: number) => ({
  ...{ type: "partial", start: 0, end: 1, text, words: wordsOf(text), committed },
});

/** The client opens TLS only; here something before the service would end it. */
class PlainAgent extends Agent {
  override createConnection() {
    return connect(Number(new URL(service.baseUrl).port), "127.0.0.1");
  }
}

const options = { agent: new PlainAgent() };
/** The vendor's client in the major versions that are in use, of which 6 always names a model. */
const clients = {
  "6 transcribes live with model": () =>
    new OpenAI6RealtimeWS({ model: "gpt-transcribe", options }, new OpenAI6({ apiKey: key, baseURL })),
  "7 transcribes live with model": () =>
    new OpenAIRealtimeWS({ model: "gpt-transcribe", options }, new OpenAI({ apiKey: key, baseURL })),
  "7 transcribes live with intent": () =>
    new OpenAIRealtimeWS({ intent: "transcription", options }, new OpenAI({ apiKey: key, baseURL })),
} as const;

/** The members that all versions of the client have. */
interface RealtimeClient {
  on(name: "event", listener: (event: { readonly type: string; readonly transcript?: string }) => void): unknown;
  on(name: "error", listener: (error: Error) => void): unknown;
  send(event: RealtimeClientEvent): void;
  close(): void;
}

for (const [which, openClient] of Object.entries(clients)) {
  test.serial(`OpenAI's own client ${which}, unchanged`, async (t) => {
    const number = worker.sessions.length;
    const sdk: RealtimeClient = openClient();
    const received: string[] = [];
    const completed = Promise.withResolvers<string>();
    sdk.on("error", completed.reject);
    const input = { transcription: { model: "gpt-transcribe", language: "en" } };
    sdk.on("event", ({ type, transcript = "" }) => {
      received.push(type);
      if (type === "session.created") {
        sdk.send({ type: "session.update", session: { type: "transcription", audio: { input } } });
      }
      if (type === "session.updated") sdk.send({ type: "input_audio_buffer.append", audio });
      if (type === `${transcribed}.completed`) completed.resolve(transcript);
    });
    const heard = await worker.session(number);
    t.like(heard.start, { encoding: "pcm_s16le", sample_rate: 24_000, endpointing_ms: 500, language: "en" });
    heard.say({ type: "speech_started", at: 0.2 });
    heard.say(finalOf(1, "Open it.", { start: 0.2, end: 0.8 }));
    t.is(await completed.promise, "Open it.");
    t.deepEqual(received, [
      ...["session.created", "session.updated", "input_audio_buffer.speech_started"],
      ...["input_audio_buffer.speech_stopped", "input_audio_buffer.committed", "conversation.item.added"],
      ...["conversation.item.done", `${transcribed}.delta`, `${transcribed}.completed`],
    ]);
    sdk.close();
  });
}

test.serial("the AI SDK, which shows its key as a subprotocol, gets all of its sound as one transcript", async (t) => {
  const number = worker.sessions.length;
  const openai = createOpenAI({ baseURL, apiKey: key });
  const sound = new TransformStream<Uint8Array, Uint8Array>();
  const writer = sound.writable.getWriter();
  const result = streamTranscribe({
    model: openai.transcription("gpt-live-transcribe"),
    audio: sound.readable,
    inputAudioFormat: { type: "audio/pcm", rate: 16_000 },
  });
  const text = Promise.resolve(result.text);
  await writer.write(Buffer.alloc(4_800));
  const heard = await worker.session(number);
  t.like(heard.start, { sample_rate: 16_000, endpointing_ms: null });
  heard.say({ ...finalOf(1, "All of it.", { start: 0, end: 0.1 }), speech_final: false });
  await writer.close();
  t.is(await text, "All of it.");
});

test.serial("a commit by hand is answered by one transcript of all that came before it", async (t) => {
  const { client, heard, updated } = await open(manual);
  t.like(updated, { session: { audio: { input: { turn_detection: null, format: { rate: 24_000 } } } } });
  t.is(heard.start["endpointing_ms"], null);
  heard.say(partialOf("One two", 1));
  const delta = await client.next(`${transcribed}.delta`);
  t.is(delta["delta"], "One");
  heard.say({ ...finalOf(1, "One two", { start: 0, end: 1 }), speech_final: false });
  t.is((await client.next(`${transcribed}.delta`))["delta"], " two");
  client.say({ type: "input_audio_buffer.commit", event_id: "mine" });
  const committed = await client.next("input_audio_buffer.committed");
  t.is(committed["previous_item_id"], null);
  const completed = await client.next(`${transcribed}.completed`);
  const { item_id: id } = named.parse(committed);
  t.like(completed, { item_id: id, transcript: "One two", usage: { type: "duration", seconds: 0.1 } });
  t.is(delta["item_id"], id);
  t.false(client.messages.some(({ type }) => type.includes("speech_st")));
  client.say({ type: "input_audio_buffer.commit", event_id: "empty" });
  t.like(await client.next("error"), { error: { code: "input_audio_buffer_commit_empty", event_id: "empty" } });
  client.say(append);
  client.say({ type: "input_audio_buffer.commit" });
  t.is((await client.next("input_audio_buffer.committed"))["previous_item_id"], id);
  client.socket.close();
});

test.serial("what is cleared has no transcript, and an update after the first sound is refused", async (t) => {
  const { client, heard } = await open(manual);
  heard.say({ ...finalOf(1, "Not this.", { start: 0, end: 1 }), speech_final: false });
  await client.next(`${transcribed}.delta`);
  client.say({ type: "input_audio_buffer.clear" });
  await client.next("input_audio_buffer.cleared");
  client.say(append);
  client.say({ type: "input_audio_buffer.commit" });
  t.is((await client.next(`${transcribed}.completed`))["transcript"], "");
  client.say({ type: "session.update", session: manual });
  await client.next("session.updated");
  client.say({ type: "session.update", session: { audio: { input: { format: { type: "audio/pcmu" } } } } });
  t.like(await client.next("error"), { error: { code: "invalid_value", param: "session" } });
  client.socket.close();
});

test.serial("messages that are not valid are refused by their event, and the session goes on", async (t) => {
  const client = await openSocket(realtime, shown);
  client.socket.send(Buffer.alloc(10));
  t.like(await client.next("error"), { error: { code: "invalid_json" } });
  client.say({ type: "response.create", event_id: "one" });
  t.like(await client.next("error"), { error: { code: "invalid_value", param: "type", event_id: "one" } });
  client.say({ type: "input_audio_buffer.append", audio: "?" });
  t.like(await client.next("error"), { error: { param: "audio" } });
  client.say({ type: "session.update", session: { type: "realtime" }, event_id: "two" });
  t.like(await client.next("error"), { error: { type: "invalid_request_error", event_id: "two" } });
  client.say({ type: "session.update", session: { audio: { input: { format: { type: "audio/ogg" } } } } });
  t.like(await client.next("error"), { error: { param: "session.audio.input.format.type" } });
  client.say({ type: "session.update", session: { audio: { input: { format: { type: "audio/pcm", rate: 8_001 } } } } });
  t.like(await client.next("error"), { error: { param: "session.audio.input.format.rate" } });
  const transcription = { language: "xx" };
  client.say({ type: "session.update", session: { audio: { input: { transcription } } }, event_id: "three" });
  t.like(await client.next("error"), { error: { code: "language_unsupported", event_id: "three" } });
  const older = { input_audio_format: "g711_ulaw", input_audio_transcription: { model: "whisper-1", language: "de" } };
  client.say({ type: "transcription_session.update", session: older });
  await client.next("transcription_session.updated");
  const number = worker.sessions.length;
  client.say(append);
  t.like((await worker.session(number)).start, { encoding: "mulaw", sample_rate: 8_000, language: "de" });
  client.socket.close();
});

test.serial("a model that does not read English waits for the language until the first sound", async (t) => {
  const manifest = manifestOf("fake", { languages: ["de"], detectsLanguage: false });
  await registerEngines(service.resources, randomUUID(), readyEngines([manifest]));
  // The registry is asked every five seconds at most.
  for (;;) {
    const tried = await trySocket(`${service.baseUrl}/v1/speech/live?model=fake&language=en`, shown);
    if ("status" in tried) break;
    tried.say({ type: "close" });
    await tried.closed;
  }
  const number = worker.sessions.length;
  const early = await openSocket(`${baseURL}/realtime?model=fake`, shown);
  early.say(append);
  t.like(await early.next("error"), { error: { code: "language_unsupported" } });
  await early.closed;
  const client = await openSocket(`${baseURL}/realtime?model=fake`, shown);
  const update = (language: string) =>
    client.say({ type: "session.update", session: { audio: { input: { transcription: { language } } } } });
  update("en");
  t.like(await client.next("error"), { error: { code: "language_unsupported" } });
  update("de");
  await client.next("session.updated");
  client.say(append);
  t.like((await worker.session(number)).start, { model: "fake", language: "de" });
  client.socket.close();
});

test.serial("options without effect are named when they are sent", async (t) => {
  const { client, updated } = await open({
    include: ["item.input_audio_transcription.logprobs"],
    audio: { input: { noise_reduction: { type: "near_field" }, transcription: { prompt: "Names" } } },
  });
  t.deepEqual(updated["speech_ignored"], [
    "include",
    "audio.input.noise_reduction",
    "audio.input.transcription.prompt",
  ]);
  client.socket.close();
});

test.serial("a client secret opens a session with the settings that it was made with", async (t) => {
  const openai = new OpenAI({ apiKey: key, baseURL });
  const made = await openai.realtime.clientSecrets.create({
    expires_after: { anchor: "created_at", seconds: 60 },
    session: {
      type: "transcription",
      audio: { input: { transcription: { language: "de" } } },
    },
  });
  t.true(made.value.startsWith("ek_"));
  t.true(Math.abs(made.expires_at - Date.now() / 1000 - 60) < 5);
  const number = worker.sessions.length;
  const protocols = ["realtime", `openai-insecure-api-key.${made.value}`];
  const client = await openSocket(`${service.baseUrl}/v1/realtime?model=gpt-transcribe`, { protocols });
  t.is(client.socket.protocol, "realtime");
  client.say(append);
  t.is((await worker.session(number)).start["language"], "de");
  client.socket.close();
});

test.serial("refusals are OpenAI's, before the handshake", async (t) => {
  const wrong = { headers: { authorization: "Bearer nonsense" } };
  for (const path of [realtime, `${service.baseUrl}/v1/realtime?model=gpt-transcribe`])
    t.like(await trySocket(path, wrong), { status: 401, body: { error: { code: "invalid_api_key" } } });
  t.like(await trySocket(`${baseURL}/realtime`, shown), { status: 400, body: { error: { param: "model" } } });
  t.like(await trySocket(`${realtime}&call_id=1`, shown), { status: 400, body: { error: { param: "call_id" } } });
  t.like(await trySocket(`${baseURL}/realtime?intent=conversation`, shown), { status: 400 });
  const plain = await service.call("GET", "/openai/v1/realtime");
  t.like(plain, { status: 426, json: { error: { code: "upgrade_required" } } });
});

test.serial("an error that ends a session is told before its close frame", async (t) => {
  const { client, heard } = await open();
  heard.say({ type: "error", code: "too_fast", message: "The sound comes faster than twice real time." });
  t.like(await client.next("error"), { error: { code: "rate_limit_exceeded", event_id: null } });
  t.is((await client.closed).code, 1008);
});
