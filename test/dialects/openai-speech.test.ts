import test from "ava";
import OpenAI from "openai";
import { z } from "zod";
import { decode } from "#harness/audio/decoded.ts";
import { chargesOf, heldOf } from "#harness/payments/credits.ts";
import { speechEvents } from "#src/api/dialects/openai/speech-events.ts";
import { DomainError } from "#src/errors.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["synthesis"] });
const { key, userId } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const openai = new OpenAI({ baseURL: `${service.baseUrl}/openai/v1`, apiKey: key });
const sentences = ["The train leaves at seven.", "We wait for you at the gate.", "Will you bring the tickets?"];
const input = sentences.join(" ");
const asked = { model: "gpt-4o-mini-tts", voice: "alloy", input } as const;

const voiceList = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) });
const delta = z.object({ type: z.literal("speech.audio.delta"), audio: z.base64() });

/** The content of each format: our name, and ffmpeg's name of its codec. */
const formats = {
  mp3: { type: "audio/mpeg", name: "mp3", codec: "mp3" },
  opus: { type: "audio/ogg", name: "ogg", codec: "opus" },
  aac: { type: "audio/aac", name: "aac", codec: "aac" },
  flac: { type: "audio/flac", name: "flac", codec: "flac" },
  wav: { type: "audio/wav", name: "wav", codec: "pcm_s16le" },
  pcm: { type: "audio/pcm", name: "pcm", codec: "pcm_s16le" },
} as const;

/** The samples of a streamed WAV file, which ffmpeg calls broken: its header says that their number is not known. */
const wavHeaderBytes = 44;
function withoutHeader(content: Uint8Array): Uint8Array {
  const unknown = 0xff_ff_ff_ff;
  if (Buffer.from(content).readUInt32LE(wavHeaderBytes - 4) !== unknown) throw new Error("This is no streamed WAV.");
  return content.subarray(wavHeaderBytes);
}

for (const format of ["mp3", "opus", "aac", "flac", "wav", "pcm"] as const) {
  const { type, name, codec } = formats[format];
  test(`audio.speech.create speaks in ${format}`, async (t) => {
    const response = await openai.audio.speech.create({ ...asked, response_format: format });
    t.is(response.headers.get("content-type"), type);
    t.is(response.headers.get("transfer-encoding"), "chunked");
    const content = new Uint8Array(await response.arrayBuffer());
    const decoded = await (name === "wav"
      ? decode(withoutHeader(content), "pcm", 24_000)
      : decode(content, name, 24_000));
    t.is(decoded.codec, codec);
    if (format !== "opus") t.is(decoded.sampleRate, 24_000);
    t.true(decoded.seconds > 3 && decoded.seconds < 12, `${decoded.seconds} s`);
  });
}

test("the format is MP3 when none is named, and `instructions` change nothing", async (t) => {
  const response = await openai.audio.speech.create({ ...asked, model: "tts-1", instructions: "Whisper." });
  t.is(response.headers.get("content-type"), "audio/mpeg");
  t.is((await decode(new Uint8Array(await response.arrayBuffer()), "mp3", 24_000)).codec, "mp3");
});

test("a French text without a language is spoken in French, and the answer says so; an English one stays English", async (t) => {
  const bonjour = "Bonjour, je voudrais réserver une table pour deux personnes ce soir.";
  const french = await openai.audio.speech.create({ ...asked, input: bonjour });
  t.is(french.headers.get("speech-language"), "fr");
  const english = await openai.audio.speech.create({ ...asked, input: "Good evening, a table for two please." });
  t.is(english.headers.get("speech-language"), "en");
});

test("a voice may be a name of OpenAI, one of ours, an id, or an object with an id; a speed beyond ours is the nearest", async (t) => {
  const { data } = await service
    .call("GET", "/openai/v1/audio/voices", { key })
    .then(({ json }) => voiceList.parse(json));
  const ray = data.find(({ name }) => name === "Ray");
  const lengths = await Promise.all(
    [
      { voice: "echo", speed: 1 },
      { voice: "Ray", speed: 1 },
      { voice: ray?.id ?? "", speed: 2 },
      { voice: { id: ray?.id ?? "" }, speed: 4 },
    ].map(async (more) => {
      const response = await openai.audio.speech.create({ ...asked, ...more, response_format: "pcm" });
      return (await response.arrayBuffer()).byteLength;
    }),
  );
  const [echo = 0, named = 0, twice = 0, clamped = 0] = lengths;
  t.is(echo, named, "both speak by the default voice");
  t.is(twice, clamped);
  t.true(named > 1.7 * twice, lengths.join());
});

test("`language`, which OpenAI does not have, speaks another language", async (t) => {
  const german = { ...asked, input: "Guten Morgen.", language: "de" };
  const response = await openai.audio.speech.create(german);
  t.is(response.status, 200);
  const id = response.headers.get("x-request-id");
  const request = await service.call("GET", `/v1/speech/requests/${id}`, { key });
  t.like(request.json, { data: { language: "de", text: "Guten Morgen." } });
});

test("a body is read while it is being spoken, and its call has the id of the request", async (t) => {
  const many = Array.from({ length: 12 }, (_, at) => `Number ${at}. ${input}`).join(" ");
  const response = await openai.audio.speech.create({ ...asked, input: many, response_format: "pcm" });
  const id = response.headers.get("x-request-id");
  const arrivals: number[] = [];
  const body: ReadableStream<Uint8Array> | null = response.body;
  if (body === null) throw new Error("There is no body.");
  const started = performance.now();
  let statusAtFirst: unknown = null;
  for await (const part of body) {
    t.true(part.length > 0);
    arrivals.push(performance.now() - started);
    statusAtFirst ??= (await service.call("GET", `/v1/speech/requests/${id}`, { key })).json;
  }
  t.like(statusAtFirst, { data: { status: "processing" } });
  t.true(arrivals.length > 5, `${arrivals.length} parts`);
  const [[charged] = []] = (await chargesOf(service.resources, userId)).filter(([request]) => request === id);
  t.is(charged, id ?? "");
});

test("`stream_format: sse` sends the same audio as events, and the characters at the end", async (t) => {
  const plain = await openai.audio.speech.create({ ...asked, response_format: "pcm" });
  const response = await openai.audio.speech.create({ ...asked, response_format: "pcm", stream_format: "sse" });
  t.is(response.headers.get("content-type"), "text/event-stream; charset=utf-8");
  const events = (await response.text())
    .split("\n\n")
    .filter((event) => event !== "")
    .map((event): unknown => JSON.parse(event.replace(/^data: /, "")));
  const audio = Buffer.concat(events.slice(0, -1).map((event) => Buffer.from(delta.parse(event).audio, "base64")));
  t.true(audio.equals(Buffer.from(await plain.arrayBuffer())));
  const usage = { input_tokens: input.length, output_tokens: 0, total_tokens: input.length };
  t.deepEqual(events.at(-1), { type: "speech.audio.done", usage });
});

test("`null` in an optional field is as if it were absent, and OpenAI's headers change nothing", async (t) => {
  const { status, headers } = await service.call("POST", "/openai/v1/audio/speech", {
    key,
    json: {
      ...{ ...asked, instructions: null, response_format: null, speed: null },
      ...{ stream_format: null, language: null },
    },
    headers: { "OpenAI-Organization": "org-1", "OpenAI-Project": "proj_1", "OpenAI-Beta": "assistants=v2" },
  });
  t.deepEqual([status, headers.get("content-type")], [200, "audio/mpeg"]);
  const missing = await service.call("POST", "/openai/v1/audio/speech", { key, json: { ...asked, input: null } });
  t.like(missing.json, { error: { param: "input", code: "missing_required_parameter" } });
});

test("an error after the first byte of `sse` is its last event", async (t) => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.from("sound");
    throw await Promise.resolve(new DomainError("audio_too_long"));
  }
  const call = { characters: 5, requestId: crypto.randomUUID(), path: "/openai/v1/audio/speech" };
  const [sound, last] = await Array.fromAsync(speechEvents(broken(), call));
  t.regex(sound ?? "", /^data: \{"type":"speech\.audio\.delta"/);
  t.regex(last ?? "", /^event: error\ndata: \{"error":\{.*"param":"input","code":"audio_too_long"\}\}\n\n$/);
});

test("every text is charged once, by its characters", async (t) => {
  const account = await service.account();
  const client = new OpenAI({ baseURL: `${service.baseUrl}/v1`, apiKey: account.key });
  const response = await client.audio.speech.create({ ...asked, stream_format: "audio" });
  await response.arrayBuffer();
  const charges = await chargesOf(service.resources, account.userId);
  t.deepEqual(charges, [[response.headers.get("x-request-id") ?? "", input.length]]);
  t.is(await heldOf(service.resources, account.userId), 0);
  t.regex(response.headers.get("openai-processing-ms") ?? "", /^\d+$/);
  t.regex(response.headers.get("x-ratelimit-remaining-requests") ?? "", /^\d+$/);
});
