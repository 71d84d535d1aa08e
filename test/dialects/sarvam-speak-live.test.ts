import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import test from "ava";
import { z } from "zod";
import { createSpeakCodec } from "#src/api/dialects/sarvam/speak-codec.ts";
import { decode } from "#harness/audio/decoded.ts";
import { openSocket } from "#harness/clients/socket-client.ts";
import { chargesOf, heldOf, setBalance } from "#harness/payments/credits.ts";
import { sarvamClient } from "#test/support/sarvam.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["synthesis"], env: { LIVE_CONCURRENCY: "10" } });
const { resources } = service;
test.after.always(() => service[Symbol.asyncDispose]());

const speak = `${service.baseUrl}/text-to-speech/ws`;
const shown = (key: string) => ({ headers: { "api-subscription-key": key } });
const samples = {
  language_code: "en-IN",
  speaker: "anushka",
  output_audio_codec: "linear16",
  speech_sample_rate: 16_000,
};

const audioMessage = z.object({ type: z.literal("audio"), data: z.object({ audio: z.string() }) });
/** The sound in messages. */
const soundIn = (messages: readonly unknown[]): Buffer =>
  Buffer.concat(
    messages.flatMap((message) => {
      const { data } = audioMessage.safeParse(message);
      return data === undefined ? [] : [Buffer.from(data.data.audio, "base64")];
    }),
  );

const textsOf = (userId: string) =>
  resources.db
    .selectFrom("speech_requests")
    .select(["input_text", "credits", "status", "language"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();

test("Sarvam's own client has a text spoken while it writes it, unchanged", async (t) => {
  const { key, userId } = await service.account();
  const socket = await sarvamClient(service.baseUrl, key).textToSpeechStreaming.connect({
    ...{ model: "bulbul:v2", send_completion_event: "true", "Api-Subscription-Key": key, reconnectAttempts: 1 },
  });
  const received: unknown[] = [];
  const events = new EventEmitter();
  socket.on("message", (message) => {
    received.push(message);
    if (message.type !== "audio") events.emit("told");
  });
  await socket.waitForOpen();
  socket.configureConnection({ type: "config", data: { language_code: "en-IN", speaker: "anushka" } });
  const told = once(events, "told");
  socket.ping();
  for (const word of ["The ", "train ", "leaves ", "at ", "seven."]) socket.convert(word);
  socket.flush();
  await told;
  t.like(received.at(-1), { type: "event", data: { event_type: "final" } });
  t.like(received[0], { type: "audio", data: { content_type: "audio/mpeg" } });
  const { codec, seconds } = await decode(soundIn(received), "mp3", 22_050);
  t.is(codec, "mp3");
  t.true(seconds > 0.8 && seconds < 5, `${seconds} s`);
  socket.close();
  t.like(await textsOf(userId), [{ input_text: "The train leaves at seven.", status: "completed", credits: 26 }]);
  t.deepEqual(
    (await chargesOf(resources, userId)).map(([, credits]) => credits),
    [26],
  );
});

test("a sentence sounds before the next is complete, and a further config holds for what comes after it", async (t) => {
  const { key, userId } = await service.account();
  const client = await openSocket(`${speak}?send_completion_event=true`, shown(key));
  client.say({ type: "config", data: { ...samples, dict_id: null, temperature: null } });
  client.say({ type: "text", data: { text: "We met at the gate. And then" } });
  await client.next("audio");
  client.say({ type: "text", data: { text: " we went home." } });
  client.say({ type: "flush" });
  await client.next("event");
  t.true(soundIn(client.messages).length > 16_000 * 2);
  client.say({ type: "config", data: { ...samples, language_code: "hi-IN", target_language_code: "en-IN" } });
  client.say({ type: "text", data: { text: "नमस्ते।" } });
  client.say({ type: "flush" });
  await client.next("event");
  client.socket.close();
  t.is(client.messages.filter((message) => !audioMessage.safeParse(message).success).length, 2);
  const texts = await textsOf(userId);
  t.deepEqual(
    texts.map(({ input_text: text, language }) => [text, language]),
    [
      ["We met at the gate. ", "en"],
      ["And then we went home.", "en"],
      ["नमस्ते।", "hi"],
    ],
  );
  t.is(await heldOf(resources, userId), 0);
});

/** The protocol as a session uses it: what it is asked to do with messages, and what it shows of what is done. */
function createConversation() {
  const codec = createSpeakCodec({ requestId: randomUUID(), hasEvents: true, isStrict: false, model: undefined });
  const say = (type: string, data?: object) =>
    codec.read({ isBinary: false, data: Buffer.from(JSON.stringify({ type, data })) }).map((input) => input.type);
  const chunk = { content: Buffer.from("sound"), sentence: 0, characters: 4, words: null };
  const sound = () => JSON.stringify(codec.present({ type: "sound", context: "", chunk }));
  const flushed = () => codec.present({ type: "flushed", context: "" }).length;
  return { codec, say, sound, flushed };
}

test("settings hold for what is written behind them, though earlier text is still to be spoken", (t) => {
  const { codec, say, sound, flushed } = createConversation();
  t.deepEqual(say("config", { output_audio_codec: "mp3", pace: 1 }), []);
  t.deepEqual(say("text", { text: "One." }), ["text"]);
  t.deepEqual(say("config", { output_audio_codec: "wav", pace: 1.5 }), ["flush"]);
  t.deepEqual(say("config", { output_audio_codec: "flac", pace: 2 }), [], "nothing was written since");
  t.deepEqual(say("text", { text: "Two." }), ["text"]);
  t.deepEqual(say("flush"), ["flush"]);
  t.deepEqual(say("config", { output_audio_codec: "aac", pace: 0.5 }), []);
  t.regex(sound(), /"content_type":"audio\/mpeg"/);
  t.is(codec.settings().pace, 1);
  t.is(flushed(), 0, "the client has not asked for it");
  t.regex(sound(), /"content_type":"audio\/flac"/);
  t.is(codec.settings().pace, 2);
  t.is(flushed(), 1);
  t.regex(sound(), /"content_type":"audio\/aac"/);
  t.deepEqual(say("config", { output_audio_codec: "mp3" }), []);
  t.regex(sound(), /"content_type":"audio\/mpeg"/, "at once where nothing waits");
});

test("a flush has one final, when text was written before it", (t) => {
  const { say, flushed } = createConversation();
  say("config", {});
  t.deepEqual(say("flush"), []);
  say("text", { text: "One." });
  t.deepEqual(say("config", {}), ["flush"]);
  t.deepEqual(say("flush"), ["flush"]);
  t.deepEqual(say("flush"), []);
  t.deepEqual([flushed(), flushed()], [0, 1]);
});

const faults: readonly (readonly [title: string, messages: readonly object[], sentence: RegExp])[] = [
  ["no config", [{ type: "text", data: { text: "Hello." } }], /first message is config/],
  ["no message", [{ type: "say" }], /config, text, flush or ping/],
  ["a language that is not spoken", [{ type: "config", data: { language_code: "sat-IN" } }], /^language_code: /],
  [
    "a rate that the codec has not",
    [{ type: "config", data: { ...samples, output_audio_codec: "mulaw", speech_sample_rate: 48_000 } }],
    /^speech_sample_rate: /,
  ],
  [
    "a speaker that is not there",
    [
      { type: "config", data: { ...samples, speaker: "nobody" } },
      { type: "text", data: { text: "Hello." } },
      { type: "flush" },
    ],
    /'nobody' does not exist/,
  ],
];

for (const [title, messages, sentence] of faults) {
  test(`${title}: the session ends with a sentence, and nothing is charged`, async (t) => {
    const { key, userId } = await service.account();
    const client = await openSocket(speak, shown(key));
    for (const message of messages) client.say(message);
    const error = await client.next("error");
    t.like(error, { data: { code: 400 } });
    t.regex(JSON.stringify(error), new RegExp(sentence.source.replace("^", '"message":"')));
    t.true((await client.closed).code > 1000);
    t.deepEqual(await chargesOf(resources, userId), []);
  });
}

test("an account without credits is told so, and the socket is closed by 1003", async (t) => {
  const { key, userId } = await service.account();
  await setBalance(resources, { userId, pool: "tts" }, 3);
  const client = await openSocket(speak, shown(key));
  client.say({ type: "config", data: samples });
  client.say({ type: "text", data: { text: "Too dear." } });
  client.say({ type: "flush" });
  t.like(await client.next("error"), { data: { code: 429 } });
  t.is((await client.closed).code, 1003);
  t.is(await heldOf(resources, userId), 0);
});
