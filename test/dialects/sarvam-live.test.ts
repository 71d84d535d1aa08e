import { EventEmitter, once } from "node:events";
import test from "ava";
import { openSocket, trySocket } from "#harness/clients/socket-client.ts";
import { finalOf, openFakeLiveWorker } from "#harness/servers/live-worker.ts";
import { wav } from "#harness/audio/sounds.ts";
import { samplesIn } from "#src/api/dialects/sarvam/message-samples.ts";
import { sarvamClient } from "#test/support/sarvam.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ env: { LIVE_SECRET: "a secret of a test run", LIVE_CONCURRENCY: "50" } });
const worker = await openFakeLiveWorker(service.resources.db, { capacity: 40, languages: ["en", "hi"] });
const { key } = await service.account();
const client = sarvamClient(service.baseUrl, key);
test.after.always(async () => {
  await worker[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const shown = { headers: { "api-subscription-key": key } };
/** A tenth of a second of silence at 16 kHz. */
const samples = Buffer.alloc(3_200);
const audio = samples.toString("base64");
const listen = `${service.baseUrl}/speech-to-text/ws`;
const realtime = `${service.baseUrl}/speech-to-text-realtime/ws`;

/** All that a vendor's client has received. */
function openInbox() {
  const received: unknown[] = [];
  const events = new EventEmitter();
  return {
    take: (message: unknown): void => {
      received.push(message);
      events.emit("message");
    },
    /** Resolves with the messages when there are so many. */
    reach: async (count: number): Promise<readonly unknown[]> => {
      while (received.length < count) await once(events, "message");
      return received;
    },
  };
}

async function open(url: string) {
  const number = worker.sessions.length;
  const socket = await openSocket(url, shown);
  return { socket, heard: await worker.session(number) };
}

test.serial("Sarvam's own client transcribes live, unchanged", async (t) => {
  const number = worker.sessions.length;
  const socket = await client.speechToTextStreaming.connect({
    ...{ "language-code": "hi-IN", model: "saaras:v3", vad_signals: "true", flush_signal: "true" },
    ...{ high_vad_sensitivity: "true", "Api-Subscription-Key": key, reconnectAttempts: 1 },
  });
  const inbox = openInbox();
  socket.on("message", inbox.take);
  await socket.waitForOpen();
  const heard = await worker.session(number);
  t.like(heard.start, { encoding: "pcm_s16le", sample_rate: 16_000, endpointing_ms: 500, language: "hi" });
  socket.transcribe({ audio: Buffer.from(wav(0.1)).toString("base64"), sample_rate: 16_000, encoding: "audio/wav" });
  heard.say({ type: "speech_started", at: 0 });
  heard.say({ ...finalOf(1, "Open it.", { start: 0, end: 0.1 }), language: "hi" });
  const [start, end, data] = await inbox.reach(3);
  t.like(start, { type: "events", data: { signal_type: "START_SPEECH" } });
  t.like(end, { type: "events", data: { signal_type: "END_SPEECH" } });
  t.like(data, { type: "data", data: { transcript: "Open it.", language_code: "hi-IN", language_probability: null } });
  // The header of the WAV file is no sound.
  t.is(heard.bytes, 3_200);
  socket.flush();
  t.like((await inbox.reach(4))[3], { type: "data", data: { transcript: "" } });
  socket.close();
});

test.serial("Sarvam's own client transcribes live with partial transcripts, unchanged", async (t) => {
  const number = worker.sessions.length;
  const socket = await client.speechToTextRealtimeStreaming.connect({
    ...{ language_code: "en-IN", endpointing: "manual", return_timestamps: "true", sample_rate: "8000" },
    ...{ encoding: "mulaw", "Api-Subscription-Key": key, reconnectAttempts: 1 },
    // Node's own WebSocket sends no headers, and this client no subprotocol.
    queryParams: { "api-subscription-key": key },
  });
  const inbox = openInbox();
  socket.on("message", inbox.take);
  await socket.waitForOpen();
  const heard = await worker.session(number);
  socket.sendRealtimeAudioInput({ event: "audio_input", audio });
  heard.say({ type: "partial", start: 0, end: 0.4, text: "Open", words: [], committed: 0 });
  const [begin, partial] = await inbox.reach(2);
  t.like(heard.start, { encoding: "mulaw", sample_rate: 8_000, endpointing_ms: null, language: "en" });
  t.like(begin, { event: "session.begin", config: { turn_detection: "manual", language_code: "en-IN" } });
  t.deepEqual(partial, { event: "transcript.partial", utterance_idx: 0, text: "Open" });
  heard.say({ ...finalOf(1, "Open it.", { start: 0, end: 0.4 }), speech_final: false });
  socket.sendRealtimeSpeechEnd({ event: "speech_end" });
  const [, , final] = await inbox.reach(3);
  t.like(final, { event: "transcript.final", utterance_idx: 0, text: "Open it.", start_s: 0 });
  socket.sendRealtimePing({ event: "ping" });
  t.deepEqual((await inbox.reach(4))[3], { event: "pong" });
  socket.sendRealtimeEnd({ event: "end" });
  t.like((await inbox.reach(5))[4], { event: "session.end", total_utterances: 1 });
  socket.close();
});

test.serial("a key as a subprotocol is answered, and a wrong one refused before the handshake by 403", async (t) => {
  const socket = await openSocket(listen, { protocols: [`api-subscription-key.${key}`] });
  t.is(socket.headers["sec-websocket-protocol"], `api-subscription-key.${key}`);
  socket.socket.close();
  for (const url of [listen, realtime, `${service.baseUrl}/sarvam/text-to-speech/ws`]) {
    const refused = await trySocket(url, { protocols: ["api-subscription-key.nonsense"] });
    t.like(refused, { status: 403, body: { error: { code: "invalid_api_key_error" } } }, url);
  }
});

test.serial("what cannot be had live is refused before the handshake", async (t) => {
  const refused = async (url: string) => {
    const answer = await trySocket(url, shown);
    return "status" in answer ? answer : t.fail(`Opened: ${url}`);
  };
  for (const mode of ["translate", "translit", "codemix"])
    t.like(await refused(`${listen}?mode=${mode}`), { status: 400 });
  t.like(await refused(`${listen}?sample_rate=44100`), { status: 400 });
  t.like(await refused(`${listen}?language-code=sat-IN`), {
    status: 422,
    body: { error: { code: "unprocessable_entity_error" } },
  });
});

test.serial("an unknown language is detected, and silence ends an utterance of several finals", async (t) => {
  const { socket, heard } = await open(`${listen}?language-code=unknown&input_audio_codec=pcm_s16le&keyterms=["a"]`);
  t.is(socket.headers["speech-ignored"], "keyterms");
  t.like(heard.start, { language: "en", endpointing_ms: 1_000 });
  socket.say({ audio: { data: audio, sample_rate: 16_000, encoding: "audio/wav" } });
  heard.say({ ...finalOf(1, "One two", { start: 0, end: 0.05 }), speech_final: false });
  heard.say({ ...finalOf(2, "three.", { start: 0.05, end: 0.1 }), language_probability: 0.9 });
  t.like(await socket.next("data"), {
    data: { transcript: "One two three.", language_code: "en-IN", language_probability: 0.9 },
  });
  socket.socket.close();
});

test.serial("messages that are not valid are answered, and the session goes on", async (t) => {
  const { socket, heard } = await open(listen);
  const stereo = Buffer.from(wav(0.1));
  stereo.writeUInt16LE(2, 22);
  for (const message of [
    ...[{}, { type: "stop" }, { audio: { data: "?" } }, { audio: { data: audio, sample_rate: 8_000 } }],
    { audio: { data: stereo.toString("base64") } },
  ]) {
    socket.say(message);
    t.like(await socket.next("error"), { data: { code: "invalid_request_error" } });
  }
  socket.socket.send(samples);
  await socket.next("error");
  socket.say({ type: "config", prompt: "Names." });
  socket.say({ audio: { data: audio } });
  socket.say({ type: "flush" });
  await socket.next("data");
  t.is(heard.bytes, 3_200);
  socket.socket.close();

  const other = await open(`${realtime}?language_code=auto&silence_duration_ms=700`);
  t.is(other.heard.start["endpointing_ms"], 700);
  other.socket.say({ event: "config.update", mode: "verbatim" });
  t.like(await other.socket.next("error"), { code: "invalid_config", is_fatal: false });
  other.socket.say({ event: "audio_input", audio: "?" });
  t.like(await other.socket.next("error"), { code: "invalid_message", is_fatal: false });
  other.heard.say({ type: "speech_started", at: 0 });
  t.like(await other.socket.next("vad.speech_start"), { utterance_idx: 0 });
  other.heard.say(finalOf(1, "One.", { start: 0, end: 1 }));
  t.like(await other.socket.next("vad.speech_end"), { utterance_idx: 0 });
  t.like(await other.socket.next("transcript.final"), { text: "One.", language: "en-IN" });
  other.socket.say({ event: "end" });
  t.is((await other.socket.closed).code, 1000);
});

test.serial("a worker that fails ends a session by a message and 1011", async (t) => {
  const { socket, heard } = await open(`${realtime}?language_code=en-IN`);
  heard.say({ type: "error", code: "engine_unavailable", message: "Broken." });
  t.like(await socket.next("error"), { is_fatal: true, status_code: 503 });
  t.is((await socket.closed).code, 1011);
});

test("the samples of a message are all of it, or those of the WAV file that it is", (t) => {
  const file = Buffer.from(wav(0.1));
  t.is(samplesIn(file, 16_000)?.length, 3_200);
  t.is(samplesIn(file, 8_000), null);
  t.deepEqual(samplesIn(samples, 16_000), samples);
  t.is(samplesIn(file.subarray(0, 12), 16_000)?.length, 0);
  t.is(samplesIn(file.subarray(0, 30), 16_000), null, "of a header that is cut");
  t.is(samplesIn(file.subarray(0, 1_044), 16_000)?.length, 1_000, "of a file that goes on in the next message");
  t.is(samplesIn(Buffer.alloc(0), 16_000)?.length, 0);
  const unsized = Buffer.from(file);
  unsized.writeUInt32LE(0, 40);
  t.is(samplesIn(unsized, 16_000)?.length, 3_200, "of a file whose size was not known yet");
  t.is(samplesIn(unsized.subarray(0, 44), 16_000)?.length, 0);
});
