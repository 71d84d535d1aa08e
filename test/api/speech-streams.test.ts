import test from "ava";
import { type AudioFormat, audioFormats } from "#db/schema.ts";
import { requestAnswer, synthesisAnswer, transcriptionAnswer } from "#src/api/speech/schemas.ts";
import { audioFormatFacts } from "#src/domain/speech/audio-formats.ts";
import { probe } from "#harness/audio/sounds.ts";
import { audioForm } from "#harness/clients/client.ts";
import { chargesOf, setBalance } from "#harness/payments/credits.ts";
import { wordErrorRate, wordErrors } from "#harness/audio/word-error-rate.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({
  workers: ["synthesis", "transcription"],
  env: { SYNTHESIS_CACHE_MAX_BYTES: "1000000000" },
});
const { key } = await service.account();
test.after.always(() => service[Symbol.asyncDispose]());

const path = "/v1/speech/synthesize?stream=true";
const wavHeaderBytes = 44;
const story =
  "The train will leave at seven in the morning. We shall wait for you at the gate of the old station! " +
  "Will you bring the tickets? The weather is fine today.";

const stream = (json: Readonly<Record<string, unknown>>, accept = "audio/*") =>
  service.call("POST", path, { key, json, headers: { accept } });
const stored = (id: string | null) => service.call("GET", `/v1/speech/requests/${id}/audio`, { key });
const requestOf = async (id: string | null) => {
  const request = (await service.call("GET", `/v1/speech/requests/${id}`, { key })).data(requestAnswer);
  if (request.request_type !== "tts") throw new Error("This is no synthesis.");
  return request;
};
const transcriptOf = async (sound: Buffer) => {
  const form = audioForm(Uint8Array.from(sound));
  return (await service.call("POST", "/v1/speech/transcriptions", { key, form })).data(transcriptionAnswer).text;
};

/** How many bytes at the beginning tell how long the audio is, in formats that do. */
const headerBytes: Readonly<Partial<Record<AudioFormat, number>>> = { wav: wavHeaderBytes, flac: 42 };
const withoutContainer: readonly AudioFormat[] = ["pcm", "mulaw", "alaw"];

for (const format of audioFormats) {
  const { contentType } = audioFormatFacts[format];
  test(`a stream of ${format} sends the bytes that are stored`, async (t) => {
    const answer = await stream({ text: `In ${format}. ${story}`, format }, contentType);
    t.is(answer.status, 200);
    t.is(answer.headers.get("content-type"), contentType);
    t.is(answer.headers.get("content-length"), null);
    const id = answer.headers.get("x-request-id");
    const kept = (await stored(id)).bytes;
    t.is(answer.bytes.length, kept.length);
    const from = headerBytes[format] ?? 0;
    t.true(answer.bytes.subarray(from).equals(kept.subarray(from)));
    const { characters } = await requestOf(id);
    t.like(await requestOf(id), { status: "completed", credits_consumed: characters });
    if (withoutContainer.includes(format)) return;
    const { durationSeconds } = await probe(kept);
    t.true(durationSeconds > 8 && durationSeconds < 14, `${durationSeconds} s`);
  });
}

test("the header of a WAV stream says that its size is not known, that of the stored audio tells it", async (t) => {
  const answer = await stream({ text: "How long is this?" }, "audio/wav");
  t.is(answer.bytes.readUInt32LE(4), 0xff_ff_ff_ff);
  t.is(answer.bytes.readUInt32LE(40), 0xff_ff_ff_ff);
  const kept = (await stored(answer.headers.get("x-request-id"))).bytes;
  t.is(kept.readUInt32LE(4), kept.length - 8);
  t.is(kept.readUInt32LE(40), kept.length - wavHeaderBytes);
});

test("streamed speech is transcribed like speech sent whole", async (t) => {
  const whole = await service.call("POST", "/v1/speech/synthesize", {
    key,
    json: { text: story },
    headers: { accept: "audio/mpeg" },
  });
  const streamed = await stream({ text: story, speed: 1.01 }, "audio/mpeg");
  const [one, other] = [await transcriptOf(whole.bytes), await transcriptOf(streamed.bytes)];
  // At another tempo the model may hear a word differently.
  t.true(wordErrorRate([wordErrors(one, other)]) < 5, other);
  t.true(wordErrorRate([wordErrors(story, other)]) < 10, other);
});

test("a text that was spoken before is streamed from its stored audio", async (t) => {
  const text = "This sentence was spoken before.";
  const first = await service.call("POST", "/v1/speech/synthesize", {
    key,
    json: { text },
    headers: { accept: "audio/ogg" },
  });
  const again = await stream({ text }, "audio/ogg");
  t.true(again.bytes.equals(first.bytes));
  t.like(await requestOf(again.headers.get("x-request-id")), { cached: true });
});

test("markup is streamed with its pauses", async (t) => {
  const text = '<speak>Wait for it.<break time="2s"/> And here it is at last.</speak>';
  const marked = await stream({ text, input_type: "ssml" }, "audio/mpeg");
  t.is(marked.status, 200);
  const { durationSeconds } = await probe(marked.bytes);
  t.true(durationSeconds > 4, `${durationSeconds} s`);
});

test("the words of a stream are in its request", async (t) => {
  const answer = await stream({ text: story, word_timestamps: true }, "audio/mpeg");
  const request = await requestOf(answer.headers.get("x-request-id"));
  const words = request.words ?? [];
  t.deepEqual(
    words.map(({ word }) => word),
    story.split(" "),
  );
  t.true(words.every(({ start, end }, index) => start >= (words[index - 1]?.start ?? 0) && end >= start));
});

test("a caller who accepts JSON alone, and the demo, get no stream", async (t) => {
  const text = "Not streamed.";
  const json = await service.call("POST", path, { key, json: { text }, headers: { accept: "application/json" } });
  t.is(json.data(synthesisAnswer).status, "completed");
  const demo = await service.call("POST", "/v1/demo/speech/synthesize?stream=true", {
    json: { text },
    headers: { accept: "audio/mpeg" },
  });
  t.is(Number(demo.headers.get("content-length")), demo.bytes.length);
});

test("a call refused before its first audio gets the usual error", async (t) => {
  t.is((await stream({ text: "" })).status, 422);
  t.is(
    (await service.call("POST", "/v1/speech/synthesize?stream=perhaps", { key, json: { text: "Hi." } })).status,
    422,
  );
  const unknown = await stream({ text: "Hi.", voice_id: "01890a5d-ac96-774b-bcce-b302099a8057" });
  t.is(unknown.status, 404);
  const poor = await service.account();
  await setBalance(service.resources, { userId: poor.userId, pool: "tts" }, 2);
  const answer = await service.call("POST", path, { key: poor.key, json: { text: "Too dear." } });
  t.is(answer.status, 402);
});

test("a repeated call with the same key is answered with the same bytes, and charged once", async (t) => {
  const { key: own, userId } = await service.account();
  const call = () =>
    service.call("POST", path, {
      key: own,
      json: { text: `Once and again. ${story}` },
      headers: { accept: "audio/mpeg", "idempotency-key": "a-stream" },
    });
  const [first, second] = [await call(), await call()];
  t.is(second.headers.get("idempotent-replayed"), "true");
  t.is(second.headers.get("x-request-id"), first.headers.get("x-request-id"));
  t.true(second.bytes.equals(first.bytes));
  t.is((await chargesOf(service.resources, userId)).length, 1);
});
