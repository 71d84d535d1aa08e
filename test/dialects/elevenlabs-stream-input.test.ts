import { once } from "node:events";
import { AudioOutput } from "@elevenlabs/elevenlabs-js/dist/serialization/types/AudioOutput.js";
import test from "ava";
import { decode } from "#harness/audio/decoded.ts";
import { openSocket, type SocketClient, trySocket } from "#harness/clients/socket-client.ts";
import { chargesOf, heldOf, setBalance } from "#harness/payments/credits.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["synthesis"], env: { LIVE_CONCURRENCY: "10" } });
const { resources } = service;
const { key, userId } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const speech = `${service.baseUrl}/elevenlabs/v1/text-to-speech`;
const streamInput = `${speech}/JBFqnCBsd6RMkjVDRZzb/stream-input`;
const shown = { headers: { "xi-api-key": key } };

/** The sound messages of a client, as ElevenLabs' own package reads them. */
const outputsOf = ({ messages }: SocketClient) =>
  messages
    .filter(({ audio }) => typeof audio === "string")
    .map((message) => AudioOutput.parseOrThrow(message, { unrecognizedObjectKeys: "passthrough" }));
const soundOf = (client: SocketClient): Buffer =>
  Buffer.concat(outputsOf(client).map(({ audio }) => Buffer.from(audio, "base64")));
const textsOf = (owner: string) =>
  resources.db
    .selectFrom("speech_requests")
    .select(["input_text", "credits", "status"])
    .where("user_id", "=", owner)
    .orderBy("created_at")
    .execute();

test.serial(
  "a text is spoken while it is written, with the times of its characters, and ends by an empty one",
  async (t) => {
    const client = await openSocket(`${streamInput}?output_format=pcm_16000&sync_alignment=true&auto_mode=true`, shown);
    t.is(client.headers["speech-ignored"], undefined);
    client.say({ text: " ", voice_settings: { stability: 0.5, speed: 1 }, generation_config: {} });
    client.say({ text: "Open the window, please. ", try_trigger_generation: true });
    client.say({ text: "Thank " });
    while (client.messages.length === 0) await once(client.socket, "message");
    client.say({ text: "you.", flush: true });
    client.say({ text: "" });
    t.deepEqual(await client.closed, { code: 1000, reason: "" });
    t.like(client.messages.at(-1), { isFinal: true, audio: null });
    const { seconds } = await decode(soundOf(client), "pcm", 16_000);
    t.true(seconds > 1.5 && seconds < 6, `${seconds} s`);
    const times = outputsOf(client).flatMap(({ alignment }) => alignment ?? []);
    t.is(times.flatMap(({ chars = [] }) => chars).join(""), " Open the window, please. Thank you.");
    for (const { chars = [], charStartTimesMs: starts = [] } of times) {
      t.is(starts.length, chars.length);
      t.true((starts[0] ?? -1) >= 0 && (starts[0] ?? 0) < 500, `${starts[0]}`);
      t.deepEqual(
        starts,
        starts.toSorted((a, b) => a - b),
      );
    }
    const texts = await textsOf(userId);
    t.deepEqual(
      texts.map(({ input_text: text, status }) => [text, status]),
      [
        [" Open the window, please. ", "completed"],
        ["Thank you.", "completed"],
      ],
    );
    const charged = (await chargesOf(resources, userId)).map(([, credits]) => credits);
    t.deepEqual(charged, [26, 10]);
    t.is(await heldOf(resources, userId), 0);
  },
);

test.serial("MP3 of several parts plays, without times unless they are asked for", async (t) => {
  const client = await openSocket(streamInput, shown);
  for (const text of ["The train leaves at seven. ", "We wait for you at the gate. ", ""]) client.say({ text });
  t.is((await client.closed).code, 1000);
  const { codec, seconds } = await decode(soundOf(client), "mp3", 44_100);
  t.is(codec, "mp3");
  t.true(seconds > 2 && seconds < 9, `${seconds} s`);
  t.true(outputsOf(client).every(({ alignment }) => (alignment ?? null) === null));
});

test.serial("a key in the query opens, and refusals are those of the call over HTTP", async (t) => {
  const byQuery = await openSocket(`${streamInput}?authorization=${key}`);
  byQuery.socket.terminate();
  const refused = async (url: string, apiKey = key) => {
    const answer = await trySocket(url, { headers: { "xi-api-key": apiKey } });
    return "status" in answer ? answer : t.fail(`Opened: ${url}`);
  };
  t.like(await refused(streamInput, "nonsense"), { status: 401, body: { detail: { status: "invalid_api_key" } } });
  const nobody = { status: "voice_not_found", message: "The voice 'no body' does not exist." };
  t.like(await refused(`${speech}/no%20body/stream-input`), { status: 404, body: { detail: nobody } });
  t.like(await refused(`${streamInput}?output_format=wav_24000`), { status: 422 });
  t.like(await refused(`${streamInput}?enable_ssml_parsing=true`), { status: 422 });
  t.like(await refused(`${streamInput}?inactivity_timeout=181`), { status: 422 });
  t.like(await refused(`${speech}/${"a".repeat(256)}/stream-input`), { status: 422 });
  const poor = await service.account(0);
  await setBalance(resources, { userId: poor.userId, pool: "tts" }, 0);
  t.like(await refused(streamInput, poor.key), { status: 401, body: { detail: { status: "quota_exceeded" } } });
});

test.serial("a client that has written all of its text hears it, however long that takes", async (t) => {
  const client = await openSocket(`${streamInput}?inactivity_timeout=1`, shown);
  for (let part = 0; part < 10; part += 1) client.say({ text: `Part ${part} of a long text.`, flush: true });
  client.say({ text: "" });
  t.is((await client.closed).code, 1000);
  t.like(client.messages.at(-1), { isFinal: true });
  t.is(await heldOf(resources, userId), 0);
});

test.serial("silence, a binary frame and credits that run out end a session with a message", async (t) => {
  const silent = await openSocket(`${streamInput}?inactivity_timeout=1`, shown);
  t.is((await silent.closed).code, 1008);
  t.like(silent.messages.at(-1), { error: "request_timeout", message: "No message was received in time." });
  const binary = await openSocket(streamInput, shown);
  binary.socket.send(Buffer.alloc(2));
  t.is((await binary.closed).code, 1003);
  t.like(binary.messages.at(-1), { error: "malformed_request", code: 1003 });
  const poor = await service.account(0);
  await setBalance(resources, { userId: poor.userId, pool: "tts" }, 12);
  const client = await openSocket(streamInput, { headers: { "xi-api-key": poor.key } });
  client.say({ text: "Good morning", flush: true });
  client.say({ text: "Good evening", flush: true });
  t.is((await client.closed).code, 1008);
  t.like(client.messages.at(-1), { error: "quota_exceeded" });
  t.deepEqual(
    (await textsOf(poor.userId)).map(({ input_text: text, credits }) => [text, credits]),
    [["Good morning", 12]],
  );
  t.is(await heldOf(resources, poor.userId), 0);
});
