import test from "ava";
import { Deepgram, DeepgramClient } from "@deepgram/sdk";
import { z } from "zod";
import { decode } from "#harness/audio/decoded.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { uuidOf } from "#src/domain/stable-uuid.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["synthesis"] });
const { key } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const clientOf = (apiKey: string) => new DeepgramClient({ apiKey, baseUrl: `${service.baseUrl}/deepgram` });
const { audio } = clientOf(key).speak.v1;
const refusal = z.object({ err_msg: z.string() });
const bytesOf = z.instanceof(Uint8Array);
const text = "The train leaves at seven. We wait for you at the gate.";

type Options = Omit<Parameters<typeof audio.generate>[0], "text">;

async function speak(options: Options = {}) {
  const { data, rawResponse } = await audio.generate({ text, ...options }).withRawResponse();
  return { bytes: new Uint8Array(await data.arrayBuffer()), headers: rawResponse.headers };
}

test("a call that names only a voice has no language of its own", async (t) => {
  for (const model of [undefined, "aura-asteria-en", "aura-2-viktoria-de", "harper"]) {
    const { headers } = await speak(model === undefined ? {} : { model });
    const path = `/v1/speech/requests/${headers.get("x-request-id")}`;
    const language = model === "aura-2-viktoria-de" ? "de" : "en";
    t.like((await service.call("GET", path, { key })).json, { data: { language_tag: null, language } }, model);
  }
});

/** The options, our name of the format, the type of the answer, and its codec as ffmpeg has it, with its Hz. */
const forms = [
  [{}, "mp3", "audio/mpeg", "mp3", 24_000],
  [{ encoding: "mp3", bit_rate: 32_000, sample_rate: 22_050 }, "mp3", "audio/mpeg", "mp3", 22_050],
  [{ encoding: "linear16", container: "none", sample_rate: 8_000 }, "pcm", "audio/pcm", "pcm_s16le", 8_000],
  [{ encoding: "mulaw", container: "none" }, "mulaw", "audio/pcmu", "pcm_mulaw", 8_000],
  [{ encoding: "alaw", container: "none" }, "alaw", "audio/pcma", "pcm_alaw", 8_000],
  [{ encoding: "flac" }, "flac", "audio/flac", "flac", 24_000],
  [{ encoding: "opus" }, "ogg", "audio/ogg", "opus", 48_000],
  [{ encoding: "aac" }, "aac", "audio/aac", "aac", 24_000],
] as const;

for (const [options, format, type, codec, sampleRate] of forms) {
  test(`speak.v1.audio.generate speaks as asked: ${JSON.stringify(options)}`, async (t) => {
    const { bytes, headers } = await speak(options);
    t.is(headers.get("content-type"), type);
    t.is(headers.get("transfer-encoding"), "chunked");
    const decoded = await decode(bytes, format, sampleRate);
    t.deepEqual([decoded.codec, decoded.sampleRate], [codec, sampleRate]);
    t.true(decoded.seconds > 2 && decoded.seconds < 9, `${decoded.seconds} s`);
  });
}

/** The options, the format of what is behind the header, and the number of its encoding (RFC 2361), with its Hz. */
const filed = [
  [{ encoding: "linear16" }, "pcm", 1, 24_000],
  [{ encoding: "mulaw" }, "mulaw", 7, 8_000],
  [{ encoding: "alaw", sample_rate: 16_000, container: "wav" }, "alaw", 6, 16_000],
] as const;

for (const [options, format, tag, sampleRate] of filed) {
  test(`samples come in a WAV file whose length is open: ${JSON.stringify(options)}`, async (t) => {
    const { bytes, headers } = await speak(options);
    t.is(headers.get("content-type"), "audio/wav");
    const header = Buffer.from(bytes.subarray(0, 44));
    t.is(header.toString("latin1", 0, 4) + header.toString("latin1", 36, 40), "RIFFdata");
    t.deepEqual([header.readUInt16LE(20), header.readUInt32LE(24)], [tag, sampleRate]);
    t.is(header.readUInt32LE(40), 0xff_ff_ff_ff);
    const { seconds } = await decode(bytes.subarray(44), format, sampleRate);
    t.true(seconds > 2 && seconds < 9, `${seconds} s`);
  });
}

test("the headers tell of the call and its voice, and the characters are what it costs", async (t) => {
  const { headers } = await speak({ model: "aura-2-thalia-en" });
  t.is(headers.get("dg-model-name"), "aura-2-thalia-en");
  t.is(headers.get("dg-model-uuid"), uuidOf("model/aura-2-thalia-en"));
  t.is(headers.get("dg-char-count"), `${text.length}`);
  const id = headers.get("dg-request-id");
  const request = await service.call("GET", `/v1/speech/requests/${id}`, { key });
  t.like(request.json, { data: { text, credits_consumed: text.length } });
});

test("a voice's name of any characters is spoken, and is percent-encoded in the header", async (t) => {
  for (const model of ["aura-2-björk-de", "aura-2-名-de", "aura-2-a%20b c-de"]) {
    const { headers, bytes } = await speak({ model, tag: "night" });
    t.true(bytes.length > 0);
    t.is(headers.get("dg-model-name"), encodeURI(model));
  }
  t.is((await speak({ tag: "day" })).headers.get("dg-model-name"), "aura-asteria-en");
});

test("a voice's name that breaks the line is refused", async (t) => {
  await t.throwsAsync(async () => audio.generate({ text, model: "aura-2-a\nb-de" }), {
    instanceOf: Deepgram.BadRequestError,
  });
});

test("the audio can be read while it arrives", async (t) => {
  const stream = (await audio.generate({ text, encoding: "linear16", container: "none" })).stream();
  if (stream === null) return t.fail("There is no body.");
  let bytes = 0;
  for await (const chunk of stream.values()) bytes += bytesOf.parse(chunk).length;
  t.true(bytes > 2 * 2 * 24_000);
});

test("a voice of a language that is not known by name is spoken by the default voice of that language", async (t) => {
  const { headers } = await speak({ model: "aura-2-nobody-de" });
  const request = await service.call("GET", `/v1/speech/requests/${headers.get("dg-request-id")}`, { key });
  t.like(request.json, { data: { language: "de" } });
});

test("a speed changes how long it takes to say", async (t) => {
  const lengthAt = async (speed: number) =>
    (await speak({ speed, encoding: "linear16", container: "none" })).bytes.length;
  t.true((await lengthAt(0.7)) > 1.5 * (await lengthAt(1.5)));
});

test("invalid input is refused with a sentence and costs nothing", async (t) => {
  const account = await service.account();
  const own = clientOf(account.key).speak.v1.audio;
  const refused = async (options: Parameters<typeof audio.generate>[0]) => {
    const error = await t.throwsAsync(async () => own.generate(options), { instanceOf: Deepgram.BadRequestError });
    return refusal.parse(error?.body).err_msg;
  };
  t.is(await refused({ text, model: "nobody" }), "The voice 'nobody' does not exist.");
  t.is(await refused({ text, encoding: "mp3", container: "wav" }), "container: Input should be 'none'");
  t.regex(
    await refused({ text, encoding: "mulaw", sample_rate: 44_100 }),
    /^sample_rate: Input should be 8000 or 16000/,
  );
  t.regex(await refused({ text, encoding: "flac", bit_rate: 32_000 }), /^bit_rate: flac has no bit rate/);
  t.regex(await refused({ text, encoding: "midi" }), /^encoding: Input should be 'linear16', /);
  t.regex(await refused({ text, speed: 9 }), /^speed: Input should be less than or equal to 2/);
  t.regex(await refused({ text: "" }), /^text: String should have at least 1 character/);
  t.regex(await refused({ text: "a".repeat(5001) }), /^text: String should have at most 5000 characters/);
  t.regex(await refused({ text, callback: "https://example.com" }), /^callback: Audio is not sent to an address/);
  t.deepEqual(await chargesOf(service.resources, account.userId), []);
});
