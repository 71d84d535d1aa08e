import test from "ava";
import { outputFormats } from "#src/api/dialects/elevenlabs/output-formats.ts";
import { probe } from "#harness/audio/sounds.ts";
import { chargesOf } from "#harness/payments/credits.ts";
import { elevenLabsClient } from "#test/support/elevenlabs.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({
  env: { SYNTHESIS_CACHE_MAX_BYTES: "10000000", SYNTHESIS_CACHE_CHARGED: "false" },
  workers: ["synthesis"],
});
const { userId, key } = await service.account();
const client = elevenLabsClient(service.baseUrl, key);
test.after.always(() => service[Symbol.asyncDispose]());

/** A voice that clients have by default. */
const george = "JBFqnCBsd6RMkjVDRZzb";
const text = "The first move is what sets everything in motion.";

const bytesOf = async (stream: AsyncIterable<Uint8Array>): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(stream));

test("a text is spoken as MP3, and the headers tell which request it was and what it costs", async (t) => {
  const account = await service.account();
  const { data, rawResponse } = await elevenLabsClient(service.baseUrl, account.key)
    .textToSpeech.convert(george, { text, modelId: "eleven_multilingual_v2", outputFormat: "mp3_44100_128" })
    .withRawResponse();
  const { codec, sampleRate, durationSeconds } = await probe(await bytesOf(data));
  t.deepEqual([codec, sampleRate], ["mp3", 44_100]);
  t.true(durationSeconds > 1.5);
  t.is(rawResponse.headers.get("character-cost"), String(text.length));
  const id = rawResponse.headers.get("request-id") ?? "";
  t.deepEqual(await chargesOf(service.resources, account.userId), [[id, text.length]]);
});

test("speech from the cache costs nothing where that is free, and the header says so", async (t) => {
  const account = await service.account();
  const own = elevenLabsClient(service.baseUrl, account.key);
  const costs: (string | null)[] = [];
  for (const _ of [1, 2]) {
    const { data, rawResponse } = await own.textToSpeech.convert(george, { text: "Said twice." }).withRawResponse();
    await bytesOf(data);
    costs.push(rawResponse.headers.get("character-cost"));
  }
  t.deepEqual(costs, ["11", "0"]);
  const charges = await chargesOf(service.resources, account.userId);
  t.is(
    charges.reduce((sum, [, credits]) => sum + credits, 0),
    11,
  );
});

/** The names that ffprobe gives the codecs; null where there is no header that it could read. */
const codecs: Readonly<Record<string, string | null>> = {
  ...{ mp3: "mp3", opus: "opus", wav: "pcm_s16le", pcm: null, ulaw: null, alaw: null },
};

for (const outputFormat of outputFormats) {
  test(`${outputFormat} is what it says`, async (t) => {
    const [codec = "", hertz, kilobits] = outputFormat.split("_");
    const audio = await bytesOf(await client.textToSpeech.convert(george, { text: "Hello there.", outputFormat }));
    const expected = codecs[codec] ?? null;
    if (expected === null) {
      const seconds = audio.length / (codec === "pcm" ? 2 : 1) / Number(hertz);
      t.true(seconds > 0.4 && seconds < 3, `${seconds} s`);
      return;
    }
    const probed = await probe(audio);
    t.deepEqual([probed.codec, probed.sampleRate], [expected, Number(hertz)]);
    // Opus varies its bit rate, and so little speech needs few bits.
    if (codec !== "mp3") return;
    const found = (8 * audio.length) / probed.durationSeconds / 1000;
    t.true(Math.abs(found - Number(kilobits)) < 0.25 * Number(kilobits), `${found} kbit/s`);
  });
}

test("the speed of the voice settings is that of the speech, and other settings change nothing", async (t) => {
  const secondsAt = async (speed: number) => {
    const voiceSettings = { speed, stability: 0.4, similarityBoost: 0.9, style: 0.1, useSpeakerBoost: true };
    const options = { text, outputFormat: "wav_16000", voiceSettings, seed: 7, previousText: "Before." } as const;
    return (await probe(await bytesOf(await client.textToSpeech.convert(george, options)))).durationSeconds;
  };
  const [slow, fast] = [await secondsAt(0.8), await secondsAt(1.2)];
  t.true(slow / fast > 1.3 && slow / fast < 1.7, `${slow} s, ${fast} s`);
});

test("a language is named by two or three letters", async (t) => {
  for (const languageCode of ["de", "deu"]) {
    const { data, rawResponse } = await client.textToSpeech
      .convert(george, { text: "Guten Morgen.", languageCode })
      .withRawResponse();
    await bytesOf(data);
    const id = rawResponse.headers.get("request-id") ?? "";
    const { json } = await service.call("GET", `/v1/speech/requests/${id}`, { key });
    t.like(json, { data: { language: "de" } });
  }
});

test("with timestamps each character of the text has its time, and the audio is there", async (t) => {
  const options = { text, outputFormat: "wav_24000" } as const;
  const { audioBase64, alignment, normalizedAlignment } = await client.textToSpeech.convertWithTimestamps(
    george,
    options,
  );
  const { durationSeconds } = await probe(Buffer.from(audioBase64, "base64"));
  t.is(alignment?.characters.join(""), text);
  t.deepEqual(normalizedAlignment, alignment);
  const { characterStartTimesSeconds: starts = [], characterEndTimesSeconds: ends = [] } = alignment ?? {};
  t.is(starts.length, text.length);
  t.true(starts.every((start, index) => start <= (ends[index] ?? -1) && start >= (starts[index - 1] ?? 0)));
  t.true((ends.at(-1) ?? 0) > 0.6 * durationSeconds && (ends.at(-1) ?? 0) <= durationSeconds + 0.01);
});

const twoSentences = "The first sentence is here, and it is long enough. Here comes the second one, as long as that.";

test("a stream has all of the audio, and tells the request and its cost before that", async (t) => {
  const options = { text: twoSentences, outputFormat: "pcm_16000" } as const;
  const { data, rawResponse } = await client.textToSpeech.stream(george, options).withRawResponse();
  t.is(rawResponse.headers.get("character-cost"), String(twoSentences.length));
  const streamed = await bytesOf(data);
  const id = rawResponse.headers.get("request-id") ?? "";
  const { duration_seconds: seconds } = await service.resources.db
    .selectFrom("speech_requests")
    .select("duration_seconds")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  t.true(Math.abs(streamed.length / 2 / 16_000 - (seconds ?? 0)) < 0.01);
});

test("a stream with timestamps brings all characters in order, part by part, and audio that plays", async (t) => {
  const options = { text: twoSentences, outputFormat: "mp3_22050_32" } as const;
  const chunks = await Array.fromAsync(await client.textToSpeech.streamWithTimestamps(george, options));
  const audio = Buffer.concat(chunks.map(({ audioBase64 }) => Buffer.from(audioBase64, "base64")));
  const { codec, durationSeconds } = await probe(audio);
  t.is(codec, "mp3");
  const alignments = chunks.flatMap(({ alignment }) => alignment ?? []);
  t.true(alignments.length >= 2);
  t.is(alignments.flatMap(({ characters }) => characters).join(""), twoSentences);
  const starts = alignments.flatMap(({ characterStartTimesSeconds }) => characterStartTimesSeconds);
  t.deepEqual(
    starts,
    starts.toSorted((a, b) => a - b),
  );
  t.true((starts.at(-1) ?? 0) > 0.8 * durationSeconds);
});

test("models, the account and what it may still speak are listed as the client reads them", async (t) => {
  const account = await service.account();
  const own = elevenLabsClient(service.baseUrl, account.key);
  const models = await own.models.list();
  t.true(models.some(({ modelId, canDoTextToSpeech }) => modelId === "eleven_multilingual_v2" && canDoTextToSpeech));
  const before = await own.user.subscription.get();
  const unheard = "These words have not been spoken before.";
  await bytesOf(await own.textToSpeech.convert(george, { text: unheard }));
  const after = await own.user.subscription.get();
  const leftOf = ({ characterLimit, characterCount }: typeof before) => characterLimit - characterCount;
  t.is(leftOf(before) - leftOf(after), unheard.length);
  t.is(after.characterCount - before.characterCount, unheard.length);
  t.like(after, { tier: "free", status: "free", canUseInstantVoiceCloning: true, voiceSlotsUsed: 0 });
  const user = await own.user.get();
  t.like(user, { userId: account.userId, subscription: { characterCount: unheard.length } });
  t.not(userId, account.userId);
});
