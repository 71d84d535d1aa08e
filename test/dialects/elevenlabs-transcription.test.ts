import test from "ava";
import { z } from "zod";
import { speech, wav } from "#harness/audio/sounds.ts";
import { openHostSettings, openRecordingServer } from "#harness/outbound/recording-server.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { elevenLabsClient, refusalOf } from "#test/support/elevenlabs.ts";
import { insertHeard } from "#test/support/rows.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["transcription"], env: openHostSettings });
const { key, userId } = await service.account();
const client = elevenLabsClient(service.baseUrl, key);
const sentence = await speech("Please open the window. Thank you very much.");
const server = await openRecordingServer(sentence);
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const file = new File([sentence], "sentence.wav", { type: "audio/wav" });
type Options = Omit<Parameters<typeof client.speechToText.convert>[0], "modelId">;
const heardOf = async (options: Options = {}) => {
  const heard = await client.speechToText.convert({ modelId: "scribe_v1", file, ...options });
  if (!("words" in heard)) throw new Error("Not a single transcript.");
  return heard;
};

test("a recording is transcribed to words with times and confidences, and the spaces between them", async (t) => {
  const heard = await heardOf({
    languageCode: "en",
    tagAudioEvents: true,
    diarize: false,
    keyterms: ["window", "door"],
  });
  t.is(heard.languageCode, "eng");
  t.regex(heard.text, /window.*thank you/is);
  t.is(heard.words.map((word) => word.text).join(""), heard.text);
  t.deepEqual(
    heard.words.map(({ type }) => type),
    heard.words.map((_, index) => (index % 2 === 0 ? "word" : "spacing")),
  );
  const times = heard.words.flatMap(({ start = -1, end = -1 }) => [start, end]);
  t.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
  t.true(heard.words.every(({ logprob }) => logprob <= 0 && Number.isFinite(logprob)));
  t.true(Math.abs((heard.audioDurationSecs ?? 0) - (sentence.length - 44) / 32_000) < 0.01);
  const charged = await chargesOf(service.resources, userId);
  t.true(charged.some(([id]) => id === heard.transcriptionId));
});

test("times are omitted, by word or by character, as requested", async (t) => {
  const none = await heardOf({ timestampsGranularity: "none", languageCode: "eng" });
  t.true(none.words.length > 3 && none.words.every(({ start, end }) => start === undefined && end === undefined));
  const { words } = await heardOf({ timestampsGranularity: "character", languageCode: "en-US" });
  for (const { type, text, start, end, characters } of words) {
    if (type !== "word") continue;
    t.is(characters?.map((character) => character.text).join(""), text);
    t.is(characters?.[0]?.start, start);
    t.true(Math.abs((characters?.at(-1)?.end ?? 0) - (end ?? 0)) < 1e-6);
  }
});

test("subtitles are as wide as the client for JavaScript asks for", async (t) => {
  const heard = await heardOf({ additionalFormats: [{ format: "srt", maxCharactersPerLine: 12 }] });
  const lines = (heard.additionalFormats?.[0]?.content ?? "").split("\n").filter((line) => /[a-z]/i.test(line));
  t.true(lines.length > 2);
  t.true(
    lines.every((line) => line.length <= 12),
    lines.join("|"),
  );
});

test("samples without a header are read as they are declared", async (t) => {
  const samples = new File([sentence.subarray(44)], "samples.pcm");
  const { text, audioDurationSecs } = await heardOf({
    file: samples,
    fileFormat: "pcm_s16le_16",
    languageCode: "eng-US",
  });
  t.regex(text, /window.*thank you/is);
  t.true(Math.abs((audioDurationSecs ?? 0) - (sentence.length - 44) / 32_000) < 0.01);
});

test("subtitles and plain text come with the transcript", async (t) => {
  const { additionalFormats = [], text } = await heardOf({
    languageCode: "en",
    additionalFormats: [{ format: "srt", maxCharactersPerLine: 40 }, { format: "txt" }],
  });
  const [srt, txt] = additionalFormats;
  t.like(srt, { requestedFormat: "srt", fileExtension: "srt", isBase64Encoded: false });
  t.regex(srt?.content ?? "", /^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\n/);
  t.is(txt?.content, `${text}\n`);
});

test("lines of subtitles have at most the characters that are asked for, within bounds", async (t) => {
  // The client sends names of options within the JSON as its own; the API's have underscores.
  const ask = (width: number) => {
    const form = new FormData();
    form.set("file", file);
    form.set("model_id", "scribe_v1");
    form.set("additional_formats", JSON.stringify([{ format: "srt", max_characters_per_line: width }]));
    return service.call("POST", "/elevenlabs/v1/speech-to-text", { key, form });
  };
  const answer = z
    .object({ additional_formats: z.array(z.object({ content: z.string() })) })
    .parse((await ask(20)).json);
  const lines = (answer.additional_formats[0]?.content ?? "").split("\n").filter((line) => !line.includes("-->"));
  t.true(lines.length > 4 && lines.every((line) => line.length <= 20), lines.join("|"));
  t.is((await ask(9)).status, 422);
});

const refusals: readonly (readonly [title: string, options: Options, field: string])[] = [
  ["too many speakers", { diarize: true, numSpeakers: 40 }, "num_speakers"],
  ["speakers beside channels", { useMultiChannel: true, diarize: true }, "diarize"],
  ["a webhook", { webhook: true }, "webhook"],
  ["redaction of names", { entityRedaction: ["pii"] }, "entity_redaction.0"],
  ["a format that is not written", { additionalFormats: [{ format: "pdf" }] }, "additional_formats"],
  ["a call that is not to be kept", { enableLogging: false }, "enable_logging"],
  ["an unknown language", { languageCode: "tlh" }, "language_code"],
  ["a file that is no audio", { file: new File(["text"], "a.txt") }, "file"],
  ["no file", { file: undefined }, "file"],
];

for (const [title, options, field] of refusals) {
  test(`${title}: refused with the field, and nothing is charged`, async (t) => {
    const account = await service.account();
    const own = elevenLabsClient(service.baseUrl, account.key);
    const refusal = await refusalOf(t, own.speechToText.convert({ modelId: "scribe_v1", file, ...options }));
    t.deepEqual([refusal.status, refusal.words], [422, [field]]);
    t.true(refusal.sentence.length > 10);
    t.deepEqual(await chargesOf(service.resources, account.userId), []);
  });
}

test("a recording is fetched from an address in place of a file", async (t) => {
  for (const address of [{ sourceUrl: server.at("/good.wav") }, { cloudStorageUrl: server.at("/good.wav?a=%2F") }]) {
    const heard = await client.speechToText.convert({ modelId: "scribe_v1", ...address });
    if (!("words" in heard)) throw new Error("Not a single transcript.");
    t.regex(heard.text, /window.*thank you/is);
  }
  const refused = async (address: Options) =>
    refusalOf(t, client.speechToText.convert({ modelId: "scribe_v1", ...address }));
  const missing = await refused({ cloudStorageUrl: server.at("/none.wav") });
  t.deepEqual([missing.status, missing.words], [422, ["cloud_storage_url"]]);
  t.regex(missing.sentence, /The server answered 404/);
  const inside = await refused({ cloudStorageUrl: "https://169.254.169.254/latest/meta-data/" });
  t.regex(inside.sentence, /not allowed/);
  const both = await refused({ file, cloudStorageUrl: server.at("/good.wav") });
  t.regex(both.sentence, /not both/);
  const two = await refused({ sourceUrl: server.at("/good.wav"), cloudStorageUrl: server.at("/good.wav") });
  t.deepEqual([two.status, two.words], [422, ["source_url"]]);
  const samples = await refused({ sourceUrl: server.at("/good.wav?samples"), fileFormat: "pcm_s16le_16" });
  t.deepEqual([samples.status, samples.words], [422, ["file_format"]]);
  t.false(server.asked.some(({ url }) => url === "/good.wav?samples"));
});

test("a transcript is read again by its id, until it is deleted with its recording", async (t) => {
  const { transcripts } = client.speechToText;
  const heard = await heardOf({ languageCode: "en" });
  const id = heard.transcriptionId ?? "";
  t.deepEqual(await transcripts.get(id), heard);
  const stranger = elevenLabsClient(service.baseUrl, (await service.account()).key).speechToText.transcripts;
  const foreign = await refusalOf(t, stranger.get(id));
  t.deepEqual([foreign.status, foreign.words], [404, ["request_not_found"]]);
  t.is((await refusalOf(t, stranger.delete(id))).status, 404);
  t.deepEqual(await transcripts.delete(id), { status: "ok" });
  t.is((await refusalOf(t, transcripts.get(id))).status, 404);
  t.is((await service.call("GET", `/v1/speech/requests/${id}/audio`, { key })).status, 404);
});

test("a transcript that is not ready, and one whose work has failed, are not read", async (t) => {
  const { db } = service.resources;
  const id = await insertHeard(service.resources, userId);
  const row = db.updateTable("speech_requests").where("id", "=", id);
  await row.set({ status: "processing", finished_at: null, transcript: null }).execute();
  const open = await refusalOf(t, client.speechToText.transcripts.get(id, { maxRetries: 0 }));
  t.deepEqual([open.status, open.words], [409, ["result_not_ready"]]);
  const failure = { error_code: "no_speech", error_message: "Nothing was said." } as const;
  await row.set({ status: "failed", finished_at: new Date(), ...failure }).execute();
  const failed = await refusalOf(t, client.speechToText.transcripts.get(id));
  t.deepEqual([failed.status, failed.sentence], [404, "There is no transcript. Nothing was said."]);
});

test("a recording without words has no words", async (t) => {
  const heard = await heardOf({ file: new File([wav(2)], "silence.wav"), languageCode: "en" });
  t.deepEqual([heard.text, heard.words], ["", []]);
});
