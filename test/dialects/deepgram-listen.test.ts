import { createHash } from "node:crypto";
import test from "ava";
import { Deepgram, DeepgramClient } from "@deepgram/sdk";
import { z } from "zod";
import { encoded, speech } from "#harness/audio/sounds.ts";
import { openHostSettings, openRecordingServer } from "#harness/outbound/recording-server.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["transcription"], env: openHostSettings });
const { key } = await service.account();

const clientOf = (apiKey: string) => new DeepgramClient({ apiKey, baseUrl: `${service.baseUrl}/deepgram` });
const { media } = clientOf(key).listen.v1;
const recording = await speech("Please open the window. Thank you very much.");
const samples = recording.slice(44);
const sha256 = createHash("sha256").update(recording).digest("hex");
const server = await openRecordingServer(recording);
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function listen(...call: Parameters<typeof media.transcribeFile>) {
  const answer = await media.transcribeFile(...call);
  if (!("results" in answer)) throw new Error("The work was only accepted.");
  return answer;
}

const bestOf = ({ results }: Awaited<ReturnType<typeof listen>>) => results.channels[0]?.alternatives?.[0];

/** Words have it when punctuation is asked for; the client's types do not know. */
const written = z.object({ punctuated_word: z.string() });
const body = z.object({ err_msg: z.string() });

/** The sentence of a call that is refused as not valid. */
async function refusal(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Deepgram.BadRequestError)) throw new Error(`Not refused as not valid: ${String(error)}`);
  return body.parse(error.body).err_msg;
}

test("listen.v1.media.transcribeFile returns the words, with punctuation only on request", async (t) => {
  const plain = await listen(recording, { model: "nova-3", tag: ["one", "two"], extra: "trace:a:b" });
  const { transcript = "", words = [], confidence = 0, paragraphs } = bestOf(plain) ?? {};
  t.regex(transcript, /^[a-z' ]*window[a-z' ]*thank you[a-z' ]*$/);
  t.is(words.map(({ word }) => word).join(" "), transcript);
  t.true(confidence > 0 && confidence <= 1);
  t.is(paragraphs, undefined);
  t.false(words.some((word) => "punctuated_word" in word));
  t.like(plain.metadata, { sha256, channels: 1, tags: ["one", "two"], extra: { trace: "a:b" } });
  t.true(Math.abs(plain.metadata.duration - (recording.length - 44) / 32_000) < 0.05);
  const [model = ""] = plain.metadata.models;
  t.like(plain.metadata.model_info[model], { version: "1" });
});

test("punctuation, paragraphs and utterances are returned on request", async (t) => {
  const formatted = await listen(recording, { smart_format: true, utterances: true, language: "en-US" });
  const { transcript = "", words = [], paragraphs } = bestOf(formatted) ?? {};
  t.is(words.map((word) => written.parse(word).punctuated_word).join(" "), transcript);
  t.regex(transcript, /[A-Z].*\.$/);
  t.is(paragraphs?.transcript?.trim(), transcript);
  const [paragraph] = paragraphs?.paragraphs ?? [];
  t.is(paragraph?.num_words, words.length);
  t.is(paragraph?.sentences?.map((sentence) => sentence.text).join(" "), transcript);
  const utterances = formatted.results.utterances ?? [];
  t.is(utterances.map((utterance) => utterance.transcript).join(" "), transcript);
  t.deepEqual(
    utterances.flatMap((utterance) => utterance.words ?? []).map(({ word }) => word),
    words.map(({ word }) => word),
  );
});

test("samples without a header are read by their encoding and rate, and their hash is that of the body", async (t) => {
  const queryParams = { sample_rate: 16_000, channels: 1 };
  const answer = await listen(samples, { encoding: "linear16" }, { queryParams });
  t.regex(bestOf(answer)?.transcript ?? "", /window/);
  t.is(answer.metadata.sha256, createHash("sha256").update(samples).digest("hex"));
  const telephone = await encoded(recording, "ulaw", ["-ar", "8000", "-f", "mulaw"]);
  const called = await listen(telephone, { encoding: "mulaw" }, { queryParams: { sample_rate: 8_000 } });
  t.true(Math.abs(called.metadata.duration - answer.metadata.duration) < 0.05);
});

test("files of other kinds are read, whatever encoding is named", async (t) => {
  t.regex(bestOf(await listen(recording, { encoding: "linear16" }))?.transcript ?? "", /window/);
  const asSamples = { queryParams: { sample_rate: 44_100, channels: 2 } };
  t.regex(bestOf(await listen(recording, { encoding: "linear16" }, asSamples))?.transcript ?? "", /window/);
  const flac = await encoded(recording, "flac");
  t.regex(bestOf(await listen(flac, { encoding: "flac" }))?.transcript ?? "", /window/);
  const ogg = await encoded(recording, "ogg", ["-c:a", "libopus"]);
  t.regex(bestOf(await listen(ogg, {}))?.transcript ?? "", /window/);
});

test("what the service cannot do is refused with a sentence, and costs nothing", async (t) => {
  const { key: ownKey, userId } = await service.account();
  const own = clientOf(ownKey).listen.v1.media;
  const refused = (...[options, more]: [Parameters<typeof media.transcribeFile>[1], object?]) =>
    refusal(own.transcribeFile(recording, options, { queryParams: { ...more } }));
  t.regex(await refused({ multichannel: true, diarize: true }), /^diarize: It cannot be sent beside multichannel/);
  t.regex(await refused({ redact: "pii" }), /^redact.*: pii is not redacted, names .* Send some of: pci, /);
  t.regex(
    await refused({ callback: "https://127.0.0.1/" }),
    /^callback: The address leads to a network that is not allowed/,
  );
  const unrated = own.transcribeFile(samples, { encoding: "linear16" });
  t.is(await refusal(unrated), "sample_rate: Field required");
  t.regex(await refused({ encoding: "amr-nb" }), /^encoding: Input should be 'linear16', /);
  t.regex(await refused({}, { utterances: "perhaps" }), /^utterances: Input should be a valid boolean/);
  t.regex(await refused({ language: "xx" }), /No installed engine reads 'xx'\. Send one of: .*en/);
  t.regex(await refused({ detect_language: true }), /No installed engine detects the language\. Send one of: .*en/);
  t.regex(
    await refusal(own.transcribeFile(Buffer.from("This is a text."), {})),
    /^The file could not be read as audio\. Send WAV/,
  );
  t.is(await refusal(own.transcribeFile(Buffer.alloc(0), {})), "The file is empty.");
  t.deepEqual(await chargesOf(service.resources, userId), []);
});

test("transcribeUrl fetches the recording, and says why it cannot", async (t) => {
  const url = server.at("/good.wav?signature=a%2Fb");
  const answer = await media.transcribeUrl({ url, model: "nova-3", smart_format: true });
  if (!("results" in answer)) throw new Error("The work was only accepted.");
  t.regex(bestOf(answer)?.transcript ?? "", /window.*thank you/is);
  t.like(answer.metadata, { sha256: createHash("sha256").update(url).digest("hex"), channels: 1 });
  t.true(server.asked.some((one) => one.url === "/good.wav?signature=a%2Fb"));
  t.regex(await refusal(media.transcribeUrl({ url: server.at("/none.wav") })), /The server answered 404/);
  t.regex(await refusal(media.transcribeUrl({ url: "https://127.0.0.1/a.wav" })), /not allowed/);
  t.regex(await refusal(media.transcribeUrl({ url: "recording.wav" })), /no URL/);
  const raw = { queryParams: { encoding: "linear16", sample_rate: 16_000 } };
  t.regex(await refusal(media.transcribeUrl({ url: server.at("/good.wav?raw") }, raw)), /^encoding: .*as the body/);
  t.false(server.asked.some((one) => one.url === "/good.wav?raw"));
});

test("`language=multi` detects the language, and so does `detect_language` unless it is false", async (t) => {
  for (const detects of [true, "True", "1", "yes", "de"]) {
    const call = media.transcribeFile(recording, {}, { queryParams: { detect_language: detects } });
    t.regex(await refusal(call), /No installed engine detects the language/, String(detects));
  }
  t.regex(await refusal(media.transcribeFile(recording, { language: "multi" })), /detects the language/);
});

const notAsked = [
  { detect_language: "False", redact: "false", callback: "", diarize_model: "null" },
  { detect_language: "0", redact: "False", callback: "false", diarize: "False" },
  { detect_language: "no", multichannel: "0" },
  { detect_language: "" },
];

for (const queryParams of notAsked) {
  test(`what is false or empty is not asked for: ${JSON.stringify(queryParams)}`, async (t) => {
    const answer = await listen(recording, {}, { queryParams });
    t.regex(bestOf(answer)?.transcript ?? "", /window/);
    t.is(answer.results.channels[0]?.detected_language, undefined);
  });
}

test("`numerals` and `paragraphs` are returned without the rest of `smart_format`", async (t) => {
  const numbers = bestOf(await listen(recording, { numerals: true }));
  t.is(numbers?.paragraphs, undefined);
  t.is(numbers?.transcript, numbers?.transcript?.toLowerCase());
  const parted = bestOf(await listen(recording, { paragraphs: true }));
  t.is(parted?.paragraphs?.transcript?.trim(), parted?.transcript);
  t.regex(parted?.transcript ?? "", /[A-Z].*\.$/);
});

test("a recording that curl sends without a type is read", async (t) => {
  const { status, json } = await service.call("POST", "/deepgram/v1/listen", {
    ...{ key, body: recording },
    headers: { authorization: `Token ${key}`, "content-type": "application/x-www-form-urlencoded" },
  });
  t.is(status, 200);
  t.like(json, { metadata: { sha256 } });
});

test("options that do nothing here are accepted", async (t) => {
  const options = { utt_split: 1.2, sentiment: true };
  const queryParams = { custom_topic: "weather", custom_intent_mode: "strict", mip_opt_out: true, unknown: "x" };
  t.regex(bestOf(await listen(recording, {}, { queryParams }))?.transcript ?? "", /window/);
  t.regex(bestOf(await listen(recording, { ...options, model: "nova-99" }))?.transcript ?? "", /window/);
});
