import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import { z } from "zod";
import { newKey } from "#harness/service/account.ts";
import { chargesOf, heldOf, setBalance } from "#harness/payments/credits.ts";
import { refusalOf, sarvamClient } from "#test/support/sarvam.ts";
import { insertPendingVoice } from "#test/support/rows.ts";
import { expiredKey } from "#test/support/sdk-accounts.ts";
import { startService } from "#test/support/service.ts";

// Work waits until a test starts the worker.
const service = await startService({ env: { SARVAM_WAIT_SECONDS: "5" } });
const limited = await startService({ env: { SPEECH_PER_MINUTE: "2", SARVAM_WAIT_SECONDS: "1" } });
const { resources } = service;
const { key, userId } = await service.account();
test.after.always(() => Promise.all([service, limited].map((one) => one[Symbol.asyncDispose]())));

const errorBody = z.object({ error: z.object({ message: z.string() }) });
const once = { maxRetries: 0 };
const hello = { text: "Hello.", language_code: "en-IN" } as const;

test("a key that is not valid, none and one without the scope are Forbidden, as Sarvam has it", async (t) => {
  const stranger = sarvamClient(service.baseUrl, "sk_nonsense");
  const refusal = await refusalOf(t, stranger.textToSpeech.convert(hello));
  t.like(refusal, { name: "ForbiddenError", status: 403, code: "invalid_api_key_error" });
  t.is(refusal.sentence, "The API key is not valid.");
  const none = await service.call("POST", "/sarvam/text-to-speech", { json: hello });
  t.is(none.status, 403);
  t.is(none.headers.get("www-authenticate"), null);
  t.like(none.json, {
    error: { message: "Send the API key in the header `api-subscription-key`.", code: "invalid_api_key_error" },
  });
  const narrow = sarvamClient(service.baseUrl, await newKey(resources, userId, ["usage"]));
  const unfit = await refusalOf(t, narrow.textToSpeech.convert(hello));
  t.like(unfit, { name: "ForbiddenError", status: 403, code: "authentication_error" });
});

test("a key that has expired is refused like one that is not valid", async (t) => {
  const own = sarvamClient(service.baseUrl, await expiredKey(service));
  t.like(await refusalOf(t, own.textToSpeech.convert(hello)), { status: 403, code: "invalid_api_key_error" });
});

test("too few credits are an insufficient quota, and nothing is charged", async (t) => {
  const account = await service.account();
  await setBalance(resources, { userId: account.userId, pool: "tts" }, 3);
  const own = sarvamClient(service.baseUrl, account.key);
  const refusal = await refusalOf(t, own.textToSpeech.convert({ ...hello, text: "Too dear." }, once));
  t.like(refusal, { name: "TooManyRequestsError", status: 429, code: "insufficient_quota_error" });
  t.regex(refusal.sentence, /9 credits\. 3 remain/);
  t.is(await heldOf(resources, account.userId), 0);
});

test("a speaker that is not there and one that is not ready are refused", async (t) => {
  const speakAs = (speaker: string) =>
    service.call("POST", "/sarvam/text-to-speech", { key, json: { ...hello, speaker } });
  const nobody = await speakAs("nobody");
  t.is(nobody.status, 400);
  t.like(nobody.json, { error: { message: "The voice 'nobody' does not exist.", code: "invalid_request_error" } });
  const pending = await speakAs(await insertPendingVoice(resources, userId));
  t.is(pending.status, 409);
  t.like(pending.json, { error: { code: "invalid_request_error" } });
});

const invalid: readonly (readonly [title: string, body: Readonly<Record<string, unknown>>, sentence: RegExp])[] = [
  ["no text", { text: "" }, /^text: /],
  ["a text without words", { text: "…" }, /^text: .*no letter or digit/],
  ["a text that is too long", { text: "a".repeat(5_001) }, /^text: .*at most 5000/],
  ["a pace beyond all bounds", { pace: 9 }, /^pace: /],
  ["a language that is not spoken", { language_code: "sat-IN" }, /^language_code: .*'hi'/],
  ["a codec that there is not", { output_audio_codec: "midi" }, /^output_audio_codec: .*'mp3'/],
  [
    "a sample rate that the codec has not",
    { output_audio_codec: "mulaw", speech_sample_rate: 48_000 },
    /^speech_sample_rate: /,
  ],
  ["a sample rate that no codec has", { speech_sample_rate: 12_345 }, /^speech_sample_rate: /],
];

for (const [title, body, sentence] of invalid) {
  test(`${title}: refused as an invalid request, with the field in the sentence`, async (t) => {
    for (const path of ["/sarvam/text-to-speech", "/text-to-speech/stream"]) {
      const answer = await service.call("POST", path, { key, json: { ...hello, ...body } });
      t.is(answer.status, 400, path);
      t.like(answer.json, { error: { code: "invalid_request_error" } });
      t.regex(errorBody.parse(answer.json).error.message, sentence);
    }
  });
}

test("calls that the service has not are not found, in Sarvam's form", async (t) => {
  for (const path of ["/sarvam/translate", "/sarvam/transliterate", "/sarvam/text-lid", "/sarvam/voices/create"]) {
    const { status, json } = await service.call("POST", path, { key, json: { input: "Hello." } });
    t.is(status, 404);
    t.like(json, { error: { message: "This path does not exist.", code: "not_found_error" } }, path);
  }
});

test("a call beyond the rate limit is refused, and one that is late is a gateway timeout", async (t) => {
  const account = await limited.account();
  const own = sarvamClient(limited.baseUrl, account.key);
  const late = await refusalOf(t, own.textToSpeech.convert(hello, once));
  t.like(late, { status: 504, code: "gateway_timeout_error" });
  await refusalOf(t, own.textToSpeech.convert(hello, once));
  const refused = await refusalOf(t, own.textToSpeech.convert(hello, once));
  t.like(refused, { name: "TooManyRequestsError", status: 429, code: "rate_limit_exceeded_error" });
});

test("the client's own repeats of a call that takes too long are one request, charged once", async (t) => {
  const account = await service.account();
  const own = sarvamClient(service.baseUrl, account.key);
  const text = "Slow at first.";
  const speaking = own.textToSpeech.convert({ ...hello, text });
  while ((await heldOf(resources, account.userId)) === 0) await delay(50);
  // The first call has been answered with 504 by then; its repeats leave the worker time to start.
  await delay(5_500);
  await service.startWorker("synthesis");
  t.true(((await speaking).audios[0] ?? "").length > 10_000);
  const charges = await chargesOf(resources, account.userId);
  t.deepEqual(
    charges.map(([, credits]) => credits),
    [text.length],
  );
});
