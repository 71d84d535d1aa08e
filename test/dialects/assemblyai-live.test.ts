import test from "ava";
import { AssemblyAI } from "assemblyai";
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

const address = `${service.baseUrl}/assemblyai/v3/ws`;
const bare = { headers: { authorization: key } };
const second = Buffer.alloc(32_000);

async function open(query = "") {
  const number = worker.sessions.length;
  const client = await openSocket(`${address}?${query}`, bare);
  return { client, heard: await worker.session(number), begin: await client.next("Begin") };
}

const wordOf = (written: string, start: number) => ({
  ...{ word: written.replaceAll(/[.,]/g, ""), written, start, end: start + 0.3, confidence: 0.9 },
});

test.serial("a session begins, tells turns word by word, and ends by Terminate", async (t) => {
  const { client, heard, begin } = await open("sample_rate=16000&encoding=pcm_s16le&format_turns=true");
  t.like(begin, { configuration: { model: "universal-streaming-english" } });
  t.like(heard.start, { encoding: "pcm_s16le", sample_rate: 16_000, endpointing_ms: 400, format: "smart" });
  client.socket.send(second);
  const words = [wordOf("Open", 0.1), wordOf("it.", 0.5)];
  heard.say({ type: "partial", start: 0.1, end: 0.8, text: "Open it.", words, committed: 1 });
  t.like(await client.next("Turn"), {
    ...{ turn_order: 0, end_of_turn: false, turn_is_formatted: false, transcript: "open", utterance: "" },
    words: [
      { text: "open", start: 100, end: 400, word_is_final: true },
      { text: "it", start: 500, end: 800, word_is_final: false },
    ],
  });
  heard.say(finalOf(1, "Open it.", { start: 0.1, end: 0.8 }));
  t.like(await client.next("Turn"), {
    ...{ turn_order: 0, end_of_turn: true, turn_is_formatted: true, transcript: "Open it.", utterance: "Open it." },
  });
  heard.say(finalOf(2, "Thanks.", { start: 0.8, end: 1 }));
  t.like(await client.next("Turn"), { turn_order: 1, transcript: "Thanks." });
  client.say({ type: "Terminate" });
  t.like(await client.next("Termination"), { audio_duration_seconds: 1 });
  t.is((await client.closed).code, 1000);
});

test.serial("parts of one turn are joined until it ends, and ForceEndpoint ends it", async (t) => {
  const { client, heard } = await open("language_detection=true");
  client.socket.send(second);
  heard.say({ ...finalOf(1, "One two.", { start: 0, end: 0.4 }), speech_final: false });
  t.like(await client.next("Turn"), { end_of_turn: false, transcript: "one two", turn_order: 0 });
  heard.say({ ...finalOf(2, "Three.", { start: 0.4, end: 0.8 }), language_probability: 0.8 });
  t.like(await client.next("Turn"), {
    ...{ end_of_turn: true, transcript: "one two three", turn_is_formatted: false },
    ...{ language_code: "en", language_confidence: 0.8 },
  });
  heard.say({ ...finalOf(3, "Four.", { start: 0.8, end: 0.9 }), speech_final: false });
  t.like(await client.next("Turn"), { turn_order: 1, end_of_turn: false });
  client.say({ type: "ForceEndpoint" });
  t.like(await client.next("Turn"), { turn_order: 1, end_of_turn: true, transcript: "four" });
  client.say({ type: "UpdateConfiguration", format_turns: true, keyterms_prompt: ["a"] });
  const { warning } = await client.next("Warning");
  t.is(warning, "Options without effect in a session that is open: keyterms_prompt.");
  heard.say(finalOf(4, "Five.", { start: 0.9, end: 1 }));
  t.like(await client.next("Turn"), { turn_order: 2, transcript: "Five.", turn_is_formatted: true });
  client.say({ type: "KeepAlive" });
  client.say({ type: "Terminate" });
  await client.next("Termination");
});

test.serial("a message that is none ends the session with 3006, after its reason", async (t) => {
  const { client } = await open();
  client.socket.send("hello");
  t.like(await client.next("Error"), { error_code: 3006 });
  t.is((await client.closed).code, 3006);
});

test.serial("refusals come before the session, as the REST calls have them", async (t) => {
  for (const path of [address, `${service.baseUrl}/v3/ws`]) {
    const refused = await trySocket(path, { headers: { authorization: "nonsense" } });
    t.like(refused, { status: 401, body: { error: "The API key is not valid." } });
  }
  for (const query of ["sample_rate=1", "encoding=mp3", "speaker_labels=true", "redact_pii=true", "language_codes=en"])
    t.like(await trySocket(`${address}?${query}`, bare), { status: 400 }, query);
});

test.serial("options without effect are named in the handshake", async (t) => {
  const { client } = await open(
    "keyterms_prompt=%5B%22a%22%5D&max_turn_silence=1280&continuous_partials=true&prompt=b",
  );
  t.is(client.headers["speech-ignored"], "keyterms_prompt, prompt");
  client.socket.close();
});

test.serial("a token opens one session, and no other call", async (t) => {
  const assembly = new AssemblyAI({ apiKey: key, streamingBaseUrl: `${service.baseUrl}/assemblyai` });
  const token = await assembly.streaming.createTemporaryToken({ expires_in_seconds: 60 });
  const client = await openSocket(`${address}?token=${token}`, {});
  await client.next("Begin");
  client.socket.close();
  t.like(await trySocket(`${address}?token=${token}`, {}), { status: 401 });
  const other = await assembly.streaming.createTemporaryToken({ expires_in_seconds: 60 });
  const listed = await service.call("GET", "/v2/transcript", { key: other });
  t.is(listed.status, 403);
  const late = await service.call("GET", "/v3/token?expires_in_seconds=601", { key });
  t.is(late.status, 400);
});
