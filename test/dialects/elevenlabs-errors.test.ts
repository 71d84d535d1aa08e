import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { newKey } from "#harness/service/account.ts";
import { chargesOf, heldOf, setBalance } from "#harness/payments/credits.ts";
import { insertPendingVoice } from "#test/support/rows.ts";
import { expiredKey } from "#test/support/sdk-accounts.ts";
import { allVoices, elevenLabsClient, refusalOf } from "#test/support/elevenlabs.ts";
import { startService } from "#test/support/service.ts";

// Work waits until a test starts the worker.
const service = await startService({ env: { ELEVENLABS_WAIT_SECONDS: "5" } });
const limited = await startService({
  env: { CALLS_PER_MINUTE: "2", SPEECH_CONCURRENCY: "1", ELEVENLABS_WAIT_SECONDS: "2" },
});
const { resources } = service;
const { key, userId } = await service.account();
const client = elevenLabsClient(service.baseUrl, key);
test.after.always(() => Promise.all([service, limited].map((one) => one[Symbol.asyncDispose]())));

const george = "JBFqnCBsd6RMkjVDRZzb";
const once = { maxRetries: 0 };

test("a key that is not valid and one without the scope are refused, and the client tells the id of the call", async (t) => {
  const stranger = elevenLabsClient(service.baseUrl, "sk_nonsense");
  const refusal = await refusalOf(t, allVoices(stranger));
  t.like(refusal, { status: 401, words: ["invalid_api_key"], sentence: "The API key is not valid." });
  t.regex(refusal.requestId ?? "", /^[0-9a-f-]{36}$/);
  const narrow = elevenLabsClient(service.baseUrl, await newKey(resources, userId, ["speech"]));
  t.like(await refusalOf(t, narrow.user.get()), { status: 403, words: ["missing_permissions"] });
});

test("a key that has expired is refused like one that is not valid", async (t) => {
  const own = elevenLabsClient(service.baseUrl, await expiredKey(service));
  t.like(await refusalOf(t, allVoices(own)), { status: 401, words: ["invalid_api_key"] });
});

test("too few credits are an exceeded quota, and nothing is charged", async (t) => {
  const account = await service.account();
  await setBalance(resources, { userId: account.userId, pool: "tts" }, 3);
  const own = elevenLabsClient(service.baseUrl, account.key);
  const refusal = await refusalOf(t, own.textToSpeech.convert(george, { text: "Too dear." }));
  t.like(refusal, { status: 401, words: ["quota_exceeded"] });
  t.regex(refusal.sentence, /9.*3|credits/);
  t.is(await heldOf(resources, account.userId), 0);
});

test("a voice that is not there and one that is not ready are refused", async (t) => {
  t.like(await refusalOf(t, client.textToSpeech.convert("nobody", { text: "Hello." })), {
    status: 404,
    words: ["voice_not_found"],
    sentence: "The voice 'nobody' does not exist.",
  });
  const pending = await insertPendingVoice(resources, userId);
  const refusal = await refusalOf(t, client.textToSpeech.convert(pending, { text: "Hello." }));
  t.like(refusal, { status: 409, words: ["voice_not_ready"] });
});

type Spoken = Parameters<typeof client.textToSpeech.convert>[1];
const invalid: readonly (readonly [title: string, call: Spoken, field: string])[] = [
  ["no text", { text: "" }, "text"],
  ["a text without words", { text: "…" }, "text"],
  ["a text that is too long", { text: "a".repeat(5_001) }, "text"],
  ["a speed beyond all bounds", { text: "a", voiceSettings: { speed: 9 } }, "voice_settings.speed"],
  ["an unknown language", { text: "a", languageCode: "xx" }, "language_code"],
  ["a call that is not to be kept", { text: "a", enableLogging: false }, "enable_logging"],
];

for (const [title, call, field] of invalid) {
  test(`${title}: the client throws its error of invalid input, with the field`, async (t) => {
    const refusal = await refusalOf(t, client.textToSpeech.convert(george, call));
    t.deepEqual([refusal.status, refusal.words], [422, [field]]);
  });
}

test("an output format that is not in the list is refused with the list", async (t) => {
  for (const format of ["midi_44100", "mp3_44100_48"]) {
    const path = `/elevenlabs/v1/text-to-speech/${george}?output_format=${format}`;
    const { status, json } = await service.call("POST", path, { key, json: { text: "Hello." } });
    t.is(status, 422);
    t.like(json, { detail: [{ type: "literal_error", loc: ["query", "output_format"] }] });
    t.regex(JSON.stringify(json), /'mp3_44100_128'/);
  }
});

test("what comes before and after a text may be as long as that, however it is written", async (t) => {
  const escaped = (length: number) => "\\u0915".repeat(length);
  const path = `/elevenlabs/v1/text-to-speech/${george}`;
  const headers = { "content-type": "application/json" };
  const call = (before: number) => {
    const body = `{"text":"${escaped(5_001)}","previous_text":"${escaped(before)}"}`;
    return service.call("POST", path, { key, headers, body });
  };
  t.is((await call(6_000)).status, 422, "read, and only its text is too long");
  const { status, json } = await call(60_000);
  t.is(status, 413);
  t.like(json, { detail: { status: "body_too_large" } });
});

test("a call beyond the rate limit is refused", async (t) => {
  const account = await limited.account();
  const own = elevenLabsClient(limited.baseUrl, account.key);
  for (const _ of [1, 2]) await own.models.list();
  t.like(await refusalOf(t, own.models.list(once)), { status: 429, words: ["rate_limit_exceeded"] });
});

test("an account with as many unfinished requests as allowed is refused another, and one that is late is a timeout", async (t) => {
  const account = await limited.account();
  const own = elevenLabsClient(limited.baseUrl, account.key);
  const first = refusalOf(t, own.textToSpeech.convert(george, { text: "The first." }, once));
  while ((await heldOf(limited.resources, account.userId)) === 0) await delay(50);
  const second = await refusalOf(t, own.textToSpeech.convert(george, { text: "The second." }, once));
  t.like(second, { status: 429, words: ["too_many_concurrent_requests"] });
  t.like(await first, { status: 504, words: ["wait_timeout"] });
});

test("the client's own repeats of a call that takes too long are one request, charged once", async (t) => {
  const account = await service.account();
  const own = elevenLabsClient(service.baseUrl, account.key);
  const text = "Slow at first.";
  const speaking = own.textToSpeech.convert(george, { text, outputFormat: "pcm_16000" });
  while ((await heldOf(resources, account.userId)) === 0) await delay(50);
  // The first call has been answered with 504 by then; its repeats leave the worker time to start.
  await delay(5_500);
  await service.startWorker("synthesis");
  t.true(Buffer.concat(await Array.fromAsync(await speaking)).length > 10_000);
  const charges = await chargesOf(resources, account.userId);
  t.deepEqual(
    charges.map(([, credits]) => credits),
    [text.length],
  );
});
