import { AudioFormat, CommitStrategy, ElevenLabsClient, RealtimeEvents } from "@elevenlabs/elevenlabs-js";
import test from "ava";
import { openSocket, trySocket } from "#harness/clients/socket-client.ts";
import { finalOf, openFakeLiveWorker } from "#harness/servers/live-worker.ts";
import { startService } from "#test/support/service.ts";

const env = { LIVE_SECRET: "a secret of a test run", LIVE_CONCURRENCY: "50" };
const service = await startService({ env });
const worker = await openFakeLiveWorker(service.resources.db, { capacity: 40, languages: ["de", "en"] });
const { key } = await service.account();
test.after.always(async () => {
  await worker[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const baseUrl = `${service.baseUrl}/elevenlabs`;
const realtime = `${baseUrl}/v1/speech-to-text/realtime?model_id=scribe_v2_realtime`;
const shown = { headers: { "xi-api-key": key } };
/** A tenth of a second of silence at 16 kHz. */
const audio = Buffer.alloc(3_200).toString("base64");
const chunk = { message_type: "input_audio_chunk", audio_base_64: audio, commit: false, sample_rate: 16_000 };

async function open(query = "") {
  const number = worker.sessions.length;
  const client = await openSocket(`${realtime}${query}`, shown);
  return { client, started: await client.next("session_started"), heard: await worker.session(number) };
}

/** The events that the vendor's client tells of, with the next of each. */
async function connect(options: { readonly token?: string; readonly commitStrategy?: CommitStrategy } = {}) {
  const number = worker.sessions.length;
  const client = new ElevenLabsClient({ baseUrl, apiKey: options.token === undefined ? key : "unsent" });
  const connection = await client.speechToText.realtime.connect({
    ...{ modelId: "scribe_v2_realtime", audioFormat: AudioFormat.PCM_24000, sampleRate: 24_000, languageCode: "en" },
    ...{ includeTimestamps: true, ...options },
  });
  const received: unknown[] = [];
  const failed = Promise.withResolvers<never>();
  const next = new Map<string, PromiseWithResolvers<unknown>>();
  const of = (event: string) => {
    const waiting = next.get(event) ?? Promise.withResolvers<unknown>();
    next.set(event, waiting);
    return waiting;
  };
  for (const event of Object.values(RealtimeEvents)) {
    connection.on(event, (data: unknown) => {
      received.push(data);
      of(event).resolve(data);
      if (event === RealtimeEvents.ERROR) failed.reject(new Error(JSON.stringify(data)));
    });
  }
  const wait = (event: string) => Promise.race([of(event).promise, failed.promise]);
  await wait(RealtimeEvents.SESSION_STARTED);
  return { connection, received, wait, heard: await worker.session(number) };
}

test.serial("ElevenLabs' own client transcribes live and commits by hand, unchanged", async (t) => {
  const { connection, received, wait, heard } = await connect();
  t.like(heard.start, { encoding: "pcm_s16le", sample_rate: 24_000, endpointing_ms: null, language: "en" });
  connection.send({ audioBase64: audio });
  heard.say({ type: "partial", start: 0, end: 0.4, text: "Open", words: [], committed: 0 });
  t.like(await wait(RealtimeEvents.PARTIAL_TRANSCRIPT), { text: "Open" });
  heard.say({ ...finalOf(1, "Open it.", { start: 0, end: 0.8 }), speech_final: false });
  connection.commit();
  t.like(await wait(RealtimeEvents.COMMITTED_TRANSCRIPT), { message_type: "committed_transcript", text: "Open it." });
  t.like(await wait(RealtimeEvents.COMMITTED_TRANSCRIPT_WITH_TIMESTAMPS), {
    ...{ text: "Open it.", language_code: "en" },
    words: [
      { text: "Open", start: 0, end: 0.8, type: "word" },
      { text: " ", type: "spacing" },
      { text: "it.", type: "word" },
    ],
  });
  t.like(received, [
    undefined,
    {
      message_type: "session_started",
      config: { sample_rate: 24_000, commit_strategy: "manual", language_code: "en" },
    },
  ]);
  connection.close();
  await wait(RealtimeEvents.CLOSE);
});

test.serial("silence commits with the strategy `vad`, and the rest of an utterance is no commit", async (t) => {
  const { connection, received, wait, heard } = await connect({ commitStrategy: CommitStrategy.VAD });
  t.is(heard.start["endpointing_ms"], 1_500);
  connection.send({ audioBase64: audio });
  heard.say({ ...finalOf(1, "One two", { start: 0, end: 1 }), speech_final: false });
  heard.say(finalOf(2, "three.", { start: 1, end: 2 }));
  t.like(await wait(RealtimeEvents.COMMITTED_TRANSCRIPT), { text: "One two three." });
  t.like(received[2], { message_type: "partial_transcript", text: "One two" });
  connection.close();
});

test.serial("a single-use token opens one session, and no other call", async (t) => {
  const vendor = new ElevenLabsClient({ baseUrl, apiKey: key });
  const { token } = await vendor.tokens.singleUse.create("realtime_scribe");
  const { connection, wait } = await connect({ token });
  connection.close();
  await wait(RealtimeEvents.CLOSE);
  const again = { status: 401, body: { detail: { status: "invalid_api_key" } } };
  t.like(await trySocket(`${realtime}&token=${token}`), again);
  // It comes before a key, as at ElevenLabs.
  t.like(await trySocket(`${realtime}&token=${token}`, shown), again);
  const other = await vendor.tokens.singleUse.create("realtime_scribe");
  const attempts = [1, 2, 3, 4].map(() => trySocket(`${realtime}&token=${other.token}`));
  const opened = (await Promise.all(attempts)).filter((one) => "socket" in one);
  t.is(opened.length, 1);
  for (const { socket } of opened) socket.close();
  t.is((await service.call("POST", "/elevenlabs/v1/single-use-token/other", shown)).status, 422);
});

test.serial("each commit by hand is answered once, an empty one by an empty text", async (t) => {
  const { client, heard } = await open("&commit_strategy=vad");
  client.say({ ...chunk, commit: true });
  t.is((await client.next("committed_transcript"))["text"], "");
  client.say(chunk);
  heard.say({ ...finalOf(1, "One", { start: 0, end: 1 }), speech_final: false });
  await client.next("partial_transcript");
  client.say({ ...chunk, audio_base_64: "", commit: true });
  t.is((await client.next("committed_transcript"))["text"], "One");
  t.false(client.messages.some(({ type }) => type === "committed_transcript_with_timestamps"));
  client.socket.close();
});

test.serial("messages that are not valid are refused by their names, and the session goes on", async (t) => {
  const { client, heard } = await open();
  client.socket.send(Buffer.alloc(10));
  client.say({ ...chunk, audio_base_64: "?" });
  client.say({ ...chunk, sample_rate: 8_000 });
  client.say({ type: "input_audio_chunk" });
  for (let refused = 0; refused < 4; refused += 1) t.like(await client.next("input_error"), { type: "input_error" });
  client.say({ ...chunk, previous_text: "Before." });
  t.is((await client.next("warning"))["warning"], "previous_text has no effect.");
  client.say({ ...chunk, previous_text: "Before." });
  t.is((await client.next("input_error"))["error"], "previous_text only comes with the first chunk.");
  client.say({ ...chunk, commit: true });
  await client.next("committed_transcript");
  t.is(heard.bytes, 2 * 3_200);
  client.socket.close();
});

test.serial("options without effect are named, and settings reach the worker", async (t) => {
  const options = "&audio_format=ulaw_8000&language_code=deu&vad_silence_threshold_secs=0.5&keyterms=a&keyterms=b";
  const { client, started, heard } = await open(`${options}&min_silence_duration_ms=100&no_verbatim=true`);
  t.is(client.headers["speech-ignored"], "vad_silence_threshold_secs, keyterms, no_verbatim");
  t.like(heard.start, { encoding: "mulaw", sample_rate: 8_000, language: "de", endpointing_ms: null });
  t.like(started, { config: { audio_format: "ulaw_8000", sample_rate: 8_000, language_code: "deu" } });
  client.socket.close();
  const vad = await open("&commit_strategy=vad&vad_silence_threshold_secs=0.5");
  t.is(vad.client.headers["speech-ignored"], undefined);
  t.like(vad.heard.start, { endpointing_ms: 500, language: "en" });
  vad.client.socket.close();
});

test.serial("refusals are ElevenLabs', before the handshake", async (t) => {
  t.like(await trySocket(realtime), { status: 401, body: { detail: { status: "needs_authorization" } } });
  const wrong = { headers: { "xi-api-key": "nonsense" } };
  t.like(await trySocket(realtime, wrong), { status: 401, body: { detail: { status: "invalid_api_key" } } });
  for (const [query, field] of [
    ["&audio_format=mp3", "audio_format"],
    ["&commit_strategy=never", "commit_strategy"],
    ["&vad_silence_threshold_secs=0.1", "vad_silence_threshold_secs"],
    ["&vad_threshold=1", "vad_threshold"],
    ["&enable_logging=false", "enable_logging"],
    ["&entity_redaction=all", "entity_redaction"],
    ["&filter_background_audio=true&include_timestamps=true", "filter_background_audio"],
  ] as const) {
    const refused = await trySocket(`${realtime}${query}`, shown);
    t.like(refused, { status: 422, body: { detail: [{ loc: ["query", field] }] } }, query);
  }
  const unheard = await trySocket(`${realtime}&language_code=xx`, shown);
  t.like(unheard, { status: 422, body: { detail: [{ loc: ["body", "language_code"] }] } });
  const without = await trySocket(`${baseUrl}/v1/speech-to-text/realtime`, shown);
  t.like(without, { status: 422, body: { detail: [{ loc: ["query", "model_id"] }] } });
  const plain = await service.call("GET", "/elevenlabs/v1/speech-to-text/realtime");
  t.like(plain, { status: 426, json: { detail: { status: "upgrade_required" } } });
});

test.serial("what ends a session has its name, after all that was not committed", async (t) => {
  const { client, heard } = await open("&include_language_detection=true");
  client.say(chunk);
  heard.say({ ...finalOf(1, "Not yet", { start: 0, end: 1 }), speech_final: false });
  heard.say({ type: "error", code: "too_fast", message: "The sound comes faster than twice real time." });
  t.is((await client.next("committed_transcript"))["text"], "Not yet");
  const timed = await client.next("committed_transcript_with_timestamps");
  t.like(timed, { language_code: "en", words: undefined });
  t.is((await client.next("rate_limited"))["error"], "The sound comes faster than twice real time.");
  t.deepEqual(await client.closed, { code: 1008, reason: "rate_limited" });
});
