import test from "ava";
import { z } from "zod";
import { newApiKey } from "#src/domain/api-keys/key-format.ts";
import { type Answer } from "#harness/clients/client.ts";
import { openRawConnection } from "#harness/clients/raw-connection.ts";
import { sessionCookieOf, signedIn } from "#harness/clients/session.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const limited = await startService({ env: { CALLS_PER_MINUTE: "2", OPENAI_STRICT_MODELS: "true" } });
const { key, userId } = await service.account();
test.after.always(() => Promise.all([service, limited].map((one) => one[Symbol.asyncDispose]())));

/** How each dialect takes a key, where an error is in its answers, and where the id of the call. */
const dialects = [
  {
    name: "OpenAI",
    path: "/openai/v1/models",
    show: (shown: string) => ({ authorization: `Bearer ${shown}` }),
    faultOf: (json: unknown) => {
      const { error } = z
        .object({
          error: z.object({ message: z.string(), type: z.string(), param: z.null(), code: z.string().nullable() }),
        })
        .parse(json);
      return { word: error.code, sentence: error.message };
    },
    words: { missing: null, wrong: "invalid_api_key", absent: "not_found", method: "method_not_allowed" },
    hint: "Authorization: Bearer",
    idHeader: "x-request-id",
  },
  {
    name: "Deepgram",
    path: "/deepgram/v1/models",
    show: (shown: string) => ({ authorization: `Token ${shown}` }),
    faultOf: (json: unknown) => {
      const fault = z.object({ err_code: z.string(), err_msg: z.string(), request_id: z.uuid() }).parse(json);
      return { word: fault.err_code, sentence: fault.err_msg };
    },
    words: { missing: "INVALID_AUTH", wrong: "INVALID_AUTH", absent: "NOT_FOUND", method: "METHOD_NOT_ALLOWED" },
    hint: "Authorization: Token",
    idHeader: "dg-request-id",
  },
  {
    name: "ElevenLabs",
    path: "/elevenlabs/v1/models",
    show: (shown: string) => ({ "xi-api-key": shown }),
    faultOf: (json: unknown) => {
      const { detail } = z.object({ detail: z.object({ status: z.string(), message: z.string() }) }).parse(json);
      return { word: detail.status, sentence: detail.message };
    },
    words: {
      missing: "needs_authorization",
      wrong: "invalid_api_key",
      absent: "not_found",
      method: "method_not_allowed",
    },
    hint: "xi-api-key",
    idHeader: "request-id",
  },
  {
    name: "Sarvam",
    path: "/sarvam/voices",
    show: (shown: string) => ({ "api-subscription-key": shown }),
    faultOf: (json: unknown) => {
      const { error } = z
        .object({ error: z.object({ message: z.string(), code: z.string(), request_id: z.uuid() }) })
        .parse(json);
      return { word: error.code, sentence: error.message };
    },
    words: {
      missing: "invalid_api_key_error",
      wrong: "invalid_api_key_error",
      absent: "not_found_error",
      method: "invalid_request_error",
    },
    hint: "api-subscription-key",
    idHeader: "x-request-id",
  },
  {
    name: "AssemblyAI",
    path: "/assemblyai/v2/transcript",
    show: (shown: string) => ({ authorization: shown }),
    faultOf: (json: unknown) => ({ word: null, sentence: z.strictObject({ error: z.string() }).parse(json).error }),
    words: { missing: null, wrong: null, absent: null, method: null },
    hint: "`Authorization: <key>`",
    idHeader: "x-request-id",
  },
] as const;

for (const { name, path, show, faultOf, words, hint, idHeader } of dialects) {
  const refused = (answer: Answer) => ({ status: answer.status, ...faultOf(answer.json) });
  // Sarvam has no 401.
  const unknown = name === "Sarvam" ? 403 : 401;

  test(`${name}: a key in its own header is taken, and the answer carries the id of the call`, async (t) => {
    const { status, headers } = await service.call("GET", path, { headers: show(key) });
    t.is(status, 200);
    t.is(headers.get(idHeader), headers.get("x-request-id"));
  });

  test(`${name}: a key in another header is refused with a sentence that names the right one`, async (t) => {
    const others = dialects.filter((other) => other.hint !== hint).map((other) => other.show(key));
    // Deepgram takes an access token, and so a key, as Bearer too, and Sarvam a key.
    const takesBearer = ["Deepgram", "Sarvam", "AssemblyAI"].includes(name);
    const wrong = takesBearer ? others.filter((headers) => !("authorization" in headers)) : others;
    for (const headers of [...wrong, { "x-api-key": key }, {}]) {
      const answer = refused(await service.call("GET", path, { headers }));
      t.is(answer.status, unknown);
      t.is(answer.word, words.missing);
      t.true(answer.sentence.includes(hint), answer.sentence);
    }
  });

  test(`${name}: a key that is not valid is refused in the dialect's own shape`, async (t) => {
    for (const shown of [newApiKey(), "nonsense"]) {
      const answer = refused(await service.call("GET", path, { headers: show(shown) }));
      t.deepEqual([answer.status, answer.word], [unknown, words.wrong]);
    }
  });

  test(`${name}: a cookie never counts`, async (t) => {
    const { cookie, headers } = await signedIn(service.resources, userId);
    for (const shown of [cookie, sessionCookieOf("nonsense")]) {
      const answer = refused(await service.call("GET", path, { cookie: shown, headers: { ...headers } }));
      t.deepEqual([answer.status, answer.word], [unknown, words.missing]);
    }
  });

  test(`${name}: a path that is not there and a wrong method are refused in the dialect's own shape`, async (t) => {
    const absent = await service.call("GET", `${path}/no/where`, { headers: show(key) });
    t.deepEqual([absent.status, faultOf(absent.json).word], [404, words.absent]);
    t.is(absent.headers.get(idHeader), absent.headers.get("x-request-id"));
    const wrong = await service.call("PUT", path, { headers: show(key) });
    t.deepEqual([wrong.status, faultOf(wrong.json).word], [405, words.method]);
    t.regex(wrong.headers.get("allow") ?? "", /GET, HEAD/);
  });

  test(`${name}: what is no good HTTP is refused in the dialect's own shape`, async (t) => {
    const head = `GET ${path} HTTP/1.1\r\n`;
    for (const [sent, status] of [
      [`${head}\r\n`, 400],
      [`${head}Host: a\r\nContent-Length: x\r\n\r\n`, 400],
      [`${head}Host: a\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`, 431],
      [`GET ${path}?a=${"a".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ] as const) {
      const answer = await (await openRawConnection(service.baseUrl, sent)).closed;
      t.regex(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
      t.is(typeof faultOf(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).sentence, "string");
      t.regex(answer, new RegExp(`^${idHeader}: [0-9a-f-]{36}\r$`, "im"));
    }
  });

  test(`${name}: too many calls are refused in the dialect's own shape`, async (t) => {
    const account = await limited.account();
    const call = () => limited.call("GET", path, { headers: show(account.key) });
    for (const _ of [1, 2]) t.is((await call()).status, 200);
    const answer = await call();
    t.is(answer.status, 429);
    t.is(faultOf(answer.json).sentence, "Rate limit exceeded. Retry later.");
    t.regex(answer.headers.get("retry-after") ?? "", /^[1-9]\d?$/);
  });
}

test("OpenAI's headers give the duration of the call and the rest of its limit", async (t) => {
  const account = await limited.account();
  const headers = { authorization: `Bearer ${account.key}` };
  const first = await limited.call("GET", "/v1/models", { headers });
  t.regex(first.headers.get("openai-processing-ms") ?? "", /^\d+$/);
  t.is(first.headers.get("openai-version"), "2020-10-01");
  t.is(first.headers.get("x-ratelimit-limit-requests"), "2");
  t.is(first.headers.get("x-ratelimit-remaining-requests"), "1");
  t.regex(first.headers.get("x-ratelimit-reset-requests") ?? "", /^(\d+ms|\d+(\.\d+)?s|1m0s)$/);
  await limited.call("GET", "/v1/models", { headers });
  const refused = await limited.call("GET", "/v1/models", { headers });
  t.is(Number(refused.headers.get("retry-after-ms")), Number(refused.headers.get("retry-after")) * 1000);
});

test("the aliases at the root answer like the paths beneath the prefix", async (t) => {
  const headers = { authorization: `Bearer ${key}` };
  const one = await service.call("GET", "/openai/v1/models", { headers });
  const other = await service.call("GET", "/v1/models", { headers });
  t.deepEqual(other.json, one.json);
  const absent = await service.call("GET", "/v1/audio/nowhere");
  t.like(absent.json, { error: { type: "invalid_request_error", code: "not_found" } });
});

test("each dialect lists the models that its clients name", async (t) => {
  const openAi = await service.call("GET", "/openai/v1/models", { headers: { authorization: `Bearer ${key}` } });
  const ids = z
    .object({ data: z.array(z.object({ id: z.string() })) })
    .parse(openAi.json)
    .data.map(({ id }) => id);
  for (const id of ["whisper-1", "tts-1", "gpt-4o-mini-tts", "gpt-4o-transcribe"]) t.true(ids.includes(id), id);
  for (const id of ["whisper-1", ...ids.slice(-1)]) {
    const one = await service.call("GET", `/openai/v1/models/${id}`, { headers: { authorization: `Bearer ${key}` } });
    t.like(one.json, { id, object: "model" });
  }
  const deepgram = await service.call("GET", "/deepgram/v1/models", { headers: { authorization: `Token ${key}` } });
  const voices = z.object({ tts: z.array(z.object({ canonical_name: z.string() })) }).parse(deepgram.json).tts;
  t.true(voices.some(({ canonical_name: name }) => name === "aura-2-thalia-en"));
  t.like(deepgram.json, { stt: [{ batch: true }] });
  const elevenLabs = await service.call("GET", "/elevenlabs/v1/models", { headers: { "xi-api-key": key } });
  const models = z.array(z.object({ model_id: z.string(), languages: z.array(z.unknown()) })).parse(elevenLabs.json);
  t.true(models.some(({ model_id: id, languages }) => id === "eleven_multilingual_v2" && languages.length > 10));
});

test("a model that is not there is not found, and says which", async (t) => {
  const { status, json } = await service.call("GET", "/v1/models/none", {
    headers: { authorization: `Bearer ${key}` },
  });
  t.is(status, 404);
  const error = { type: "invalid_request_error", param: "model", code: "model_not_found" };
  t.deepEqual(json, { error: { message: "The model 'none' does not exist.", ...error } });
});

test("a call that names a model that is not there is refused where the operator wants it", async (t) => {
  const account = await limited.account();
  const json = { model: "gpt-9", input: "Hello.", voice: "alloy" };
  const answer = await limited.call("POST", "/v1/audio/speech", { key: account.key, json });
  t.is(answer.status, 404);
  t.like(answer.json, { error: { param: "model", code: "model_not_found" } });
});

test("OpenAI's clients get the first field that is not valid as the parameter, and all of them in the sentence", async (t) => {
  const headers = { authorization: `Bearer ${key}` };
  const call = async (json: unknown) => {
    const answer = await service.call("POST", "/openai/v1/audio/speech", { headers, json });
    t.is(answer.status, 400);
    return z
      .object({ error: z.object({ message: z.string(), param: z.string(), code: z.string() }) })
      .parse(answer.json).error;
  };
  const good = { model: "tts-1", input: "Hello.", voice: "alloy" };
  const { param, code, message } = await call({ model: "tts-1", speed: 9 });
  t.deepEqual([param, code], ["input", "missing_required_parameter"]);
  for (const part of ["input: Field required", "voice: Field required", "speed: Input"]) t.true(message.includes(part));
  t.like(await call({ ...good, input: "a".repeat(4097) }), { param: "input", code: "string_above_max_length" });
  t.like(await call({ ...good, input: 1 }), { param: "input", code: "invalid_type" });
  t.like(await call({ ...good, response_format: "midi" }), { param: "response_format", code: "invalid_value" });
  t.like(await call({ ...good, voice: "nobody" }), { param: "voice", code: "voice_not_found" });
});

test("a body that is too large is refused in the dialect's own shape", async (t) => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const answer = await service.call("POST", "/v1/audio/speech", { headers, body: "a".repeat(70_000) });
  t.is(answer.status, 413);
  t.like(answer.json, { error: { type: "invalid_request_error", code: "body_too_large" } });
});
