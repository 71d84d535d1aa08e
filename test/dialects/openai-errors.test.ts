import test, { type ExecutionContext } from "ava";
import OpenAI from "openai";
import { z } from "zod";
import { newApiKey } from "#src/domain/api-keys/key-format.ts";
import { heldOf, setBalance } from "#harness/payments/credits.ts";
import { until } from "#harness/until.ts";
import { insertPendingVoice } from "#test/support/rows.ts";
import { expiredKey } from "#test/support/sdk-accounts.ts";
import { startService } from "#test/support/service.ts";

// No worker runs: what is accepted is not done in time.
const service = await startService({
  env: { OPENAI_WAIT_SECONDS: "1", OPENAI_STRICT_MODELS: "true", VOICE_ALIASES: "narrator=bm_george,nova=ff_siwis" },
});
const limited = await startService({ env: { CALLS_PER_MINUTE: "1" } });
test.after.always(() => Promise.all([service, limited].map((one) => one[Symbol.asyncDispose]())));

const asked = { model: "tts-1", voice: "alloy", input: "Hello." } as const;

interface Told {
  readonly status: number;
  readonly code: string | null;
  readonly type: string;
  readonly param?: string;
  readonly message: RegExp;
}

/** The SDK as it comes, with its two retries, and how often it has called. */
function openSdk(apiKey: string, baseUrl = service.baseUrl) {
  let calls = 0;
  const counting: typeof fetch = (url, init) => {
    calls += 1;
    return fetch(url, init);
  };
  const client = new OpenAI({ baseURL: `${baseUrl}/openai/v1`, apiKey, fetch: counting });
  return { client, calls: () => calls };
}

type ErrorClass = new (...args: never[]) => Error;

const thrown = z.object({
  status: z.number(),
  code: z.string().nullable(),
  type: z.string(),
  param: z.string().nullable(),
  requestID: z.uuid(),
});

async function throws(
  t: ExecutionContext,
  call: () => Promise<unknown>,
  [kind, told]: readonly [ErrorClass, Told],
): Promise<void> {
  const error: unknown = await t.throwsAsync(call(), { instanceOf: kind, message: told.message });
  const { message: _, ...facts } = told;
  t.like(thrown.parse(error), { param: null, ...facts });
}

const voiceList = z.object({ voices: z.array(z.object({ id: z.string(), name: z.string(), language: z.string() })) });

const requestsOf = (userId: string) =>
  service.resources.db.selectFrom("speech_requests").select("id").where("user_id", "=", userId).execute();

const invalid = { status: 400, type: "invalid_request_error" } as const;

test("a key that is not valid is an AuthenticationError", async (t) => {
  const { client, calls } = openSdk(newApiKey());
  const told = {
    status: 401,
    type: "invalid_request_error",
    code: "invalid_api_key",
    message: /The API key is not valid/,
  };
  await throws(t, () => client.audio.speech.create(asked), [OpenAI.AuthenticationError, told]);
  t.is(calls(), 1);
});

test("a key that has expired is an AuthenticationError, too", async (t) => {
  const { client, calls } = openSdk(await expiredKey(service));
  const told = { status: 401, type: "invalid_request_error", code: "invalid_api_key", message: /not valid/ };
  await throws(t, () => client.audio.speech.create(asked), [OpenAI.AuthenticationError, told]);
  t.is(calls(), 1);
});

test("a model that is not there is a NotFoundError, in a call where the operator wants it", async (t) => {
  const { client } = openSdk((await service.account()).key);
  const told = { status: 404, type: "invalid_request_error", code: "model_not_found", param: "model" };
  const refused = [OpenAI.NotFoundError, { ...told, message: /The model 'none' does not exist/ }] as const;
  await throws(t, () => client.models.retrieve("none"), refused);
  await throws(t, () => client.audio.speech.create({ ...asked, model: "none" }), refused);
});

test("input that is not valid is a BadRequestError with the field, and costs nothing", async (t) => {
  const { key, userId } = await service.account();
  const { client, calls } = openSdk(key);
  for (const [bad, code, param, message] of [
    [{ voice: "nobody" }, "voice_not_found", "voice", /The voice 'nobody' does not exist/],
    [{ voice: { id: "" } }, "invalid_value", "voice", /at least 1 character/],
    [{ input: "a".repeat(4097) }, "string_above_max_length", "input", /at most 4096 characters/],
    [{ input: "…" }, "invalid_value", "input", /no letter or digit/],
    [{ speed: 5 }, "invalid_value", "speed", /less than or equal to 4/],
    [{ language: "xx" }, "invalid_value", "language", /Input should be/],
  ] as const) {
    const call = () => client.audio.speech.create({ ...asked, ...bad });
    await throws(t, call, [OpenAI.BadRequestError, { ...invalid, code, param, message }]);
  }
  t.is(calls(), 6);
  t.deepEqual([await requestsOf(userId), await heldOf(service.resources, userId)], [[], 0]);
});

/** Bodies that are no JSON object, and what of the body the sentence names. */
const notJson = [
  ["application/json", '{"model":"tts-1",}', /The body is not valid JSON: .+ \(at character 17\)/],
  ["text/plain", '{"model":"tts-1"}', /Send it with Content-Type: application\/json/],
] as const;

for (const [type, body, message] of notJson) {
  test(`${body} as ${type} is refused with one sentence`, async (t) => {
    const { key } = await service.account();
    const headers = { "content-type": type };
    const { status, json } = await service.call("POST", "/openai/v1/audio/speech", { key, body, headers });
    t.is(status, 400);
    const { error } = z
      .object({ error: z.object({ param: z.null(), message: z.string(), type: z.literal("invalid_request_error") }) })
      .parse(json);
    t.regex(error.message, message);
  });
}

test("missing credits are a RateLimitError that the SDK does not repeat", async (t) => {
  const { key, userId } = await service.account();
  await setBalance(service.resources, { userId, pool: "tts" }, 3);
  const { client, calls } = openSdk(key);
  const told = { status: 429, type: "insufficient_quota", code: "credit_balance_exhausted", message: /credits/i };
  await throws(t, () => client.audio.speech.create(asked), [OpenAI.RateLimitError, told]);
  t.is(calls(), 1);
});

test("too many calls are a RateLimitError that says when to come again", async (t) => {
  const { key } = await limited.account();
  const client = new OpenAI({ baseURL: `${limited.baseUrl}/v1`, apiKey: key, maxRetries: 0 });
  await client.models.list();
  const told = { status: 429, type: "requests", code: "rate_limit_exceeded", message: /Rate limit exceeded/ };
  await throws(t, () => client.models.list(), [OpenAI.RateLimitError, told]);
});

test("a voice that is not ready is a ConflictError, which the SDK repeats twice", async (t) => {
  const { key, userId } = await service.account();
  const voice = await insertPendingVoice(service.resources, userId);
  const { client, calls } = openSdk(key);
  const told = { status: 409, type: "invalid_request_error", code: "voice_not_ready", param: "voice" };
  const call = () => client.audio.speech.create({ ...asked, voice });
  await throws(t, call, [OpenAI.ConflictError, { ...told, message: /not ready/ }]);
  t.is(calls(), 3);
});

test("work that takes too long is an InternalServerError that the SDK does not repeat, and is held for once", async (t) => {
  const { key, userId } = await service.account();
  const { client, calls } = openSdk(key);
  const told = { status: 504, type: "server_error", code: "timeout", message: /The work continues/ };
  for (const _ of [1, 2]) {
    await throws(t, () => client.audio.speech.create(asked), [OpenAI.InternalServerError, told]);
  }
  t.is(calls(), 2);
  t.is((await requestsOf(userId)).length, 1);
  t.is(await heldOf(service.resources, userId), asked.input.length);
});

test("a caller who gives up before the first sound pays nothing", async (t) => {
  const { key, userId } = await service.account();
  const { client } = openSdk(key);
  const leaving = new AbortController();
  const call = client.audio.speech.create(asked, { signal: leaving.signal });
  const accepted = async () => (await heldOf(service.resources, userId)) > 0;
  const patience = { withinMs: 30_000, signal: new AbortController().signal };
  void until(accepted, patience).then(() => leaving.abort());
  await t.throwsAsync(call, { instanceOf: OpenAI.APIUserAbortError });
  t.true(await until(async () => !(await accepted()), patience));
});

test("models.list and models.retrieve tell what a call may name", async (t) => {
  const { client } = openSdk((await service.account()).key);
  const names: string[] = [];
  for await (const { id, object } of client.models.list()) {
    t.is(object, "model");
    names.push(id);
  }
  for (const name of ["whisper-1", "tts-1", "gpt-4o-transcribe-diarize"]) t.true(names.includes(name), name);
  t.like(await client.models.retrieve("whisper-1"), { id: "whisper-1", owned_by: "speech-service" });
});

test("programs that let a person choose find the voices and the models that speak", async (t) => {
  const { key, userId } = await service.account();
  await insertPendingVoice(service.resources, userId);
  const { json: voices } = await service.call("GET", "/v1/audio/voices", { key });
  t.like(voices, { object: "list", voices: [{ id: "alloy", name: "alloy", language: "en" }] });
  const languageOf = (name: string) => voiceList.parse(voices).voices.filter(({ id }) => id === name);
  t.deepEqual(languageOf("narrator"), [{ id: "narrator", name: "narrator", language: "en" }]);
  t.deepEqual(languageOf("nova"), [{ id: "nova", name: "nova", language: "fr" }]);
  const { json: models } = await service.call("GET", "/v1/audio/models", { key });
  t.like(models, { object: "list", models: [{ id: "espeak-ng", object: "model" }] });
});
