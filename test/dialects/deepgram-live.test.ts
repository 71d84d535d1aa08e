import test from "ava";
import { DeepgramClient } from "@deepgram/sdk";
import { WebSocket } from "ws";
import { z } from "zod";
import { finalOf, openFakeLiveWorker } from "#harness/servers/live-worker.ts";
import { openSocket, trySocket } from "#harness/clients/socket-client.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ env: { LIVE_SECRET: "a secret of a test run", LIVE_CONCURRENCY: "50" } });
const worker = await openFakeLiveWorker(service.resources.db, { capacity: 40 });
const { key } = await service.account();
test.after.always(async () => {
  await worker[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const listen = `${service.baseUrl}/deepgram/v1/listen`;
const token = { headers: { authorization: `Token ${key}` } };
const grant = z.object({ access_token: z.string() });
const second = Buffer.alloc(32_000);
const linear16 = "encoding=linear16&sample_rate=16000";

async function open(query: string, protocols: readonly string[] = []) {
  const number = worker.sessions.length;
  const options = protocols.length === 0 ? token : { protocols };
  const client = await openSocket(`${listen}?${query}`, options);
  return { client, heard: await worker.session(number) };
}

test.serial("Deepgram's own client transcribes live, unchanged", async (t) => {
  const client = new DeepgramClient({ apiKey: key, baseUrl: `${service.baseUrl}/deepgram` });
  const number = worker.sessions.length;
  const socket = await client.listen.v1.connect({
    ...{ model: "nova-3", encoding: "linear16", sample_rate: 16_000, interim_results: "true", punctuate: "true" },
    ...{ Authorization: `Token ${key}`, reconnectAttempts: 0 },
  });
  const received: unknown[] = [];
  const closed = Promise.withResolvers<unknown>();
  const metadata = Promise.withResolvers<void>();
  socket.on("message", (message) => {
    received.push(message);
    if (message.type === "Metadata") metadata.resolve();
  });
  socket.on("close", closed.resolve);
  socket.connect();
  await socket.waitForOpen();
  const heard = await worker.session(number);
  t.like(heard.start, { encoding: "pcm_s16le", sample_rate: 16_000, interim_results: true, endpointing_ms: 300 });
  socket.sendMedia(second);
  const words = [{ word: "open", written: "Open", start: 0.2, end: 0.5, confidence: 0.9 }];
  heard.say({ type: "partial", start: 0.2, end: 0.5, text: "Open", words, committed: 0 });
  heard.say(finalOf(1, "Open it.", { start: 0.2, end: 0.8 }));
  socket.sendFinalize({ type: "Finalize" });
  socket.sendCloseStream({ type: "CloseStream" });
  await metadata.promise;
  await closed.promise;
  const [interim, final, finalized, last] = received;
  t.like(interim, { type: "Results", start: 0, duration: 0.5, is_final: false, speech_final: false });
  t.like(final, { type: "Results", start: 0, duration: 0.8, is_final: true, speech_final: true, from_finalize: false });
  t.like(finalized, { type: "Results", start: 0.8, is_final: true, from_finalize: true });
  t.like(last, { type: "Metadata", duration: 1, channels: 1, transaction_key: "deprecated" });
});

test.serial("words are bare without punctuation, and utterances end by their last word", async (t) => {
  const { client, heard } = await open(`${linear16}&utterance_end_ms=1000&vad_events=true`);
  heard.say({ type: "speech_started", at: 0.1 });
  t.like(await client.next("SpeechStarted"), { channel: [0, 1], timestamp: 0.1 });
  heard.say(finalOf(1, "Hello, World.", { start: 0.1, end: 0.9 }));
  const result = await client.next("Results");
  t.like(result, { channel: { alternatives: [{ transcript: "hello world" }] } });
  heard.say({ type: "progress", seconds: 1.5 });
  heard.say({ type: "progress", seconds: 1.95 });
  t.like(await client.next("UtteranceEnd"), { channel: [0, 1], last_word_end: 0.9 });
  client.say({ type: "CloseStream" });
  t.is((await client.closed).code, 1000);
});

test.serial("a text frame that is no message is answered, and the session goes on", async (t) => {
  const { client } = await open(linear16);
  client.socket.send("hello");
  t.like(await client.next("Error"), { variant: "SchemaError", message: "hello" });
  client.say({ type: "Finalize" });
  t.like(await client.next("Results"), { from_finalize: true, is_final: true });
  client.say({ type: "Configure", keyterms: ["one"] });
  t.like(await client.next("ConfigureFailure"), { code: "CONFIGURE_KEYTERMS_NOT_SUPPORTED" });
  client.say({ type: "CloseStream" });
  t.like(await client.next("Metadata"), { duration: 0, channels: 0 });
});

test.serial("a browser shows its key or token as a subprotocol, and one of the names is answered", async (t) => {
  const { client } = await open(linear16, ["token", key, "x-deepgram-session-id", "1"]);
  t.is(client.socket.protocol, "token");
  client.socket.close();
  const granted = await service.call("POST", "/deepgram/v1/auth/grant", { headers: { authorization: `Token ${key}` } });
  const { access_token: temporary } = grant.parse(granted.json);
  const bearer = await open(linear16, ["bearer", temporary]);
  t.is(bearer.client.socket.protocol, "bearer");
  bearer.client.socket.close();
});

test.serial("refusals are Deepgram's, with their sentence in a header", async (t) => {
  const wrong = { headers: { authorization: "Token nonsense" } };
  for (const path of [listen, `${service.baseUrl}/v1/listen`]) {
    const refused = await trySocket(path, wrong);
    t.like(refused, { status: 401, body: { err_code: "INVALID_AUTH" }, headers: { "www-authenticate": "Token" } });
    t.truthy(refused.headers["dg-request-id"]);
    t.is(refused.headers["dg-error"], "The API key is not valid.");
  }
  t.like(await trySocket(`${listen}?encoding=linear16`, token), { status: 400, body: { err_code: "Bad Request" } });
  t.like(await trySocket(`${listen}?encoding=linear16&sample_rate=8001`, token), { status: 400 });
  t.like(await trySocket(`${listen}?endpointing=often`, token), { status: 400 });
  t.like(await trySocket(`${listen}?diarize=true`, token), { status: 400 });
  t.like(await trySocket(`${listen}?language=xx&${linear16}`, token), { status: 400 });
  const plain = await service.call("GET", "/deepgram/v1/listen");
  t.like(plain, { status: 426, json: { err_code: "UPGRADE_REQUIRED" } });
});

test.serial("options without effect are named in a header of the handshake", async (t) => {
  const { client } = await open(`${linear16}&keyterm=a&filler_words=true&no_delay=true`);
  t.is(client.headers["speech-ignored"], "keyterm, filler_words");
  client.socket.close();
});

test.serial("a frame of a mebibyte more is refused by the protocol's own close code", async (t) => {
  const { client } = await open(linear16);
  client.socket.send(Buffer.alloc(1024 * 1024 + 1));
  t.is((await client.closed).code, 1009);
  t.is(client.socket.readyState, WebSocket.CLOSED);
});
