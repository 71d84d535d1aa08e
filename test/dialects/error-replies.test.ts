import test from "ava";
import { assemblyAi } from "#src/api/dialects/assemblyai/dialect.ts";
import type { Dialect } from "#src/api/dialects/dialect.ts";
import { deepgram } from "#src/api/dialects/deepgram/dialect.ts";
import { dialectAt, dialects } from "#src/api/dialects/dialects.ts";
import { elevenLabs } from "#src/api/dialects/elevenlabs/dialect.ts";
import { openAi } from "#src/api/dialects/openai/dialect.ts";
import { sarvam } from "#src/api/dialects/sarvam/dialect.ts";
import { errorReply } from "#src/api/http/error-reply.ts";
import { DomainError, type ErrorCode, type ErrorDetails } from "#src/errors.ts";

const call = { requestId: "6f1d2c3b-58a9-4e0c-9a3f-0d7e4b21c865", publicUrl: "https://speech.example.com" };
const replyOf = (dialect: Dialect, code: ErrorCode, facts: ErrorDetails = {}) =>
  errorReply(dialect, new DomainError(code, "Why.", facts), call);

const invalid = "invalid_request_error";
const openAiTable: readonly (readonly [ErrorCode, number, string, string | null, string | null])[] = [
  ["missing_credentials", 401, invalid, null, null],
  ["invalid_api_key", 401, invalid, "invalid_api_key", null],
  ["insufficient_credits", 429, "insufficient_quota", "credit_balance_exhausted", null],
  ["rate_limited", 429, "requests", "rate_limit_exceeded", null],
  ["concurrency_limited", 429, "requests", "rate_limit_exceeded", null],
  ["insufficient_scope", 403, invalid, "insufficient_permissions", null],
  ["voice_not_found", 400, invalid, "voice_not_found", "voice"],
  ["voice_not_ready", 409, invalid, "voice_not_ready", "voice"],
  ["model_not_found", 404, invalid, "model_not_found", "model"],
  ["audio_too_large", 413, invalid, "audio_too_large", "file"],
  ["audio_unusable", 400, invalid, "invalid_value", "file"],
  ["language_unsupported", 400, invalid, "invalid_value", "language"],
  ["language_mismatch", 400, invalid, "invalid_value", "language"],
  ["wait_timeout", 504, "server_error", "timeout", null],
  ["engine_timeout", 504, "server_error", "engine_timeout", null],
  ["engine_unavailable", 503, "server_error", "engine_unavailable", null],
  ["internal_error", 500, "server_error", "internal_error", null],
];

for (const [from, status, type, code, param] of openAiTable) {
  test(`OpenAI: ${from} is answered with ${status} ${type}`, (t) => {
    const reply = replyOf(openAi, from);
    t.is(reply.status, status);
    t.like(reply.body, { error: { type, code, param } });
    t.regex(JSON.stringify(reply.body), /Why\./);
  });
}

test("OpenAI: what is too long is the recording, or the text that was to be spoken", (t) => {
  for (const [path, param] of [
    ["/openai/v1/audio/speech", "input"],
    ["/v1/audio/speech", "input"],
    ["/openai/v1/audio/transcriptions", "file"],
  ] as const) {
    const reply = errorReply(openAi, new DomainError("audio_too_long"), { ...call, path });
    t.like(reply.body, { error: { param, code: "audio_too_long" } }, path);
  }
});

/** The rows against a body, the error that OpenAI's clients get for them, and the sentence for Deepgram's. */
const rows = [
  [
    { type: "json_invalid", loc: ["body", 17], msg: "JSON decode error", ctx: { error: "Expecting value" } },
    { param: null, message: "The body is not valid JSON: Expecting value (at character 17)" },
    "The body is not valid JSON: Expecting value (at character 17)",
  ],
  [
    { type: "model_attributes_type", loc: ["body"], msg: "Input should be a valid dictionary" },
    { param: null, message: "The body must be a JSON object. Send it with Content-Type: application/json." },
    "The body must be a JSON object. Send it with Content-Type: application/json.",
  ],
  [
    { type: "value_error", loc: ["body", "audio"], msg: "Value error, The file is empty." },
    { param: "file", message: "file: The file is empty." },
    "The file is empty.",
  ],
  [
    { ...{ type: "missing", loc: ["body", "file"], msg: "Field required" }, ctx: { reason: "Send it elsewhere" } },
    { param: "file", message: "file: Send it elsewhere" },
    "file: Send it elsewhere",
  ],
] as const;

for (const [row, openAiError, sentence] of rows) {
  test(`${row.type} at ${row.loc.join(".")} is told as a sentence`, (t) => {
    t.like(errorReply(openAi, [row], call).body, { error: openAiError });
    t.like(errorReply(deepgram, [row], call).body, { err_msg: sentence });
    t.deepEqual(errorReply(assemblyAi, [row], call).body, { error: sentence });
  });
}

test("OpenAI: headers forbid retries that cannot succeed and give the delay of the others", (t) => {
  for (const code of ["insufficient_credits", "wait_timeout", "storage_limit"] as const) {
    t.is(replyOf(openAi, code).headers["x-should-retry"], "false", code);
  }
  for (const code of ["rate_limited", "voice_not_ready", "engine_unavailable", "engine_timeout"] as const) {
    t.is(replyOf(openAi, code).headers["x-should-retry"], undefined, code);
  }
  t.like(replyOf(openAi, "rate_limited", { retry_after: 7 }).headers, { "Retry-After": "7", "retry-after-ms": "7000" });
});

test("OpenAI: the time until a limit is new is a duration as Go writes it", (t) => {
  const resetAfter = (resetMs: number) =>
    openAi.answerHeaders({ ...call, elapsedMs: 1, share: { limit: 1, remaining: 0, resetMs } })[
      "x-ratelimit-reset-requests"
    ];
  t.deepEqual([0, 11.2, 999, 1_000, 1_500, 59_990, 59_999, 60_000, 360_000, 61_500].map(resetAfter), [
    ...["0s", "12ms", "999ms", "1s", "1.5s", "59.99s", "1m0s", "1m0s", "6m0s", "1m1.5s"],
  ]);
});

const deepgramTable: readonly (readonly [ErrorCode, number, string])[] = [
  ["missing_credentials", 401, "INVALID_AUTH"],
  ["invalid_api_key", 401, "INVALID_AUTH"],
  ["insufficient_credits", 402, "ASR_PAYMENT_REQUIRED"],
  ["insufficient_scope", 403, "INSUFFICIENT_PERMISSIONS"],
  ["rate_limited", 429, "TOO_MANY_REQUESTS"],
  ["concurrency_limited", 429, "TOO_MANY_REQUESTS"],
  ["voice_not_found", 400, "Bad Request"],
  ["audio_unusable", 400, "Bad Request"],
  ["malformed_request", 400, "Bad Request"],
  ["audio_too_large", 413, "AUDIO_TOO_LARGE"],
  ["unavailable", 503, "UNAVAILABLE"],
  ["wait_timeout", 504, "TIMEOUT"],
];

for (const [from, status, word] of deepgramTable) {
  test(`Deepgram: ${from} is answered with ${status} ${word}`, (t) => {
    const reply = replyOf(deepgram, from);
    t.is(reply.status, status);
    t.like(reply.body, { err_code: word, request_id: call.requestId });
    t.regex(JSON.stringify(reply.body), /Why\./);
  });
}

const elevenLabsTable: readonly (readonly [ErrorCode, number, string])[] = [
  ["missing_credentials", 401, "needs_authorization"],
  ["invalid_api_key", 401, "invalid_api_key"],
  ["insufficient_credits", 401, "quota_exceeded"],
  ["insufficient_scope", 403, "missing_permissions"],
  ["voice_not_found", 404, "voice_not_found"],
  ["rate_limited", 429, "rate_limit_exceeded"],
  ["concurrency_limited", 429, "too_many_concurrent_requests"],
  ["unavailable", 503, "system_busy"],
  ["wait_timeout", 504, "wait_timeout"],
];

for (const [from, status, word] of elevenLabsTable) {
  test(`ElevenLabs: ${from} is answered with ${status} ${word}`, (t) => {
    const reply = replyOf(elevenLabs, from);
    t.is(reply.status, status);
    t.deepEqual(reply.body, { detail: { status: word, message: "Why." } });
  });
}

const sarvamTable: readonly (readonly [ErrorCode, number, string])[] = [
  ["missing_credentials", 403, "invalid_api_key_error"],
  ["invalid_api_key", 403, "invalid_api_key_error"],
  ["insufficient_scope", 403, "authentication_error"],
  ["insufficient_credits", 429, "insufficient_quota_error"],
  ["monthly_limit_exceeded", 429, "insufficient_quota_error"],
  ["rate_limited", 429, "rate_limit_exceeded_error"],
  ["concurrency_limited", 429, "rate_limit_exceeded_error"],
  ["voice_not_found", 400, "invalid_request_error"],
  ["voice_not_ready", 409, "invalid_request_error"],
  ["options_unsupported", 400, "invalid_request_error"],
  ["translation_unsupported", 422, "unprocessable_entity_error"],
  ["language_unsupported", 422, "unprocessable_entity_error"],
  ["audio_unusable", 422, "unprocessable_entity_error"],
  ["audio_too_large", 413, "invalid_request_error"],
  ["not_found", 404, "not_found_error"],
  ["batch_not_found", 404, "not_found_error"],
  ["forbidden", 403, "authentication_error"],
  ["invalid_transition", 400, "invalid_request_error"],
  ["result_not_ready", 400, "invalid_request_error"],
  ["batch_limit", 400, "invalid_request_error"],
  ["internal_error", 500, "internal_server_error"],
  ["unavailable", 503, "rate_limit_exceeded_error"],
  ["wait_timeout", 504, "gateway_timeout_error"],
];

for (const [from, status, code] of sarvamTable) {
  test(`Sarvam: ${from} is answered with ${status} ${code}`, (t) => {
    const reply = replyOf(sarvam, from);
    t.is(reply.status, status);
    t.like(reply.body, { error: { code, request_id: call.requestId } });
    t.regex(JSON.stringify(reply.body), /Why\./);
    t.false("WWW-Authenticate" in reply.headers);
  });
}

test("Sarvam: input that is not valid is told as one sentence with the names of its fields", (t) => {
  const reply = errorReply(
    sarvam,
    [
      { type: "missing", loc: ["body", "text"], msg: "Field required" },
      { type: "value_error", loc: ["body", "speaker"], msg: "Value error, Too long" },
    ],
    call,
  );
  t.is(reply.status, 400);
  t.like(reply.body, { error: { message: "text: Field required; speaker: Too long", code: "invalid_request_error" } });
  const late = replyOf(sarvam, "language_unsupported");
  t.like(late.body, { error: { message: "language_code: Why." } });
});

test("ElevenLabs: input that is not valid is answered with our own rows, the recording named as theirs", (t) => {
  const { status, body } = replyOf(elevenLabs, "audio_unusable");
  t.is(status, 422);
  t.like(body, { detail: [{ loc: ["body", "file"] }] });
  const { headers } = replyOf(elevenLabs, "concurrency_limited", { max_unfinished: 8 });
  t.like(headers, { "current-concurrent-requests": "8", "maximum-concurrent-requests": "8" });
});

const assemblyAiTable: readonly (readonly [ErrorCode, number])[] = [
  ["missing_credentials", 401],
  ["invalid_api_key", 401],
  ["insufficient_credits", 402],
  ["insufficient_scope", 403],
  ["request_not_found", 404],
  ["result_not_ready", 409],
  ["audio_too_large", 413],
  ["rate_limited", 429],
  ["concurrency_limited", 429],
  ["unavailable", 503],
  ["internal_error", 500],
];

for (const [from, status] of assemblyAiTable) {
  test(`AssemblyAI: ${from} is answered with ${status} and a sentence`, (t) => {
    const reply = replyOf(assemblyAi, from);
    t.is(reply.status, status);
    t.deepEqual(reply.body, { error: "Why." });
    t.false("WWW-Authenticate" in reply.headers);
  });
}

test("AssemblyAI: input that cannot be used is 400, with the name of its field", (t) => {
  const reply = replyOf(assemblyAi, "language_unsupported");
  t.deepEqual([reply.status, reply.body], [400, { error: "language_code: Why." }]);
  t.deepEqual(replyOf(assemblyAi, "rate_limited", { retry_after: 7 }).headers, { "Retry-After": "7" });
});

test("the prefix of a path is its dialect, and what only begins alike is ours", (t) => {
  const named = (path: string) => dialectAt(path)?.name ?? null;
  for (const path of [
    "/openai",
    "/openai/v1/models",
    "/v1/audio/speech",
    "/v1/models",
    "/v1/models/a?b=c",
    "/v1/realtime",
  ]) {
    t.is(named(path), "openai", path);
  }
  for (const path of ["/deepgram/v1/listen?model=nova-3", "/v1/listen", "/v1/speak"]) t.is(named(path), "deepgram");
  for (const path of ["http://host:8080/elevenlabs/v2/voices", "/v1/text-to-speech/a/stream-input"])
    t.is(named(path), "elevenlabs");
  for (const path of [
    "/sarvam/speech-to-text",
    "/speech-to-text",
    "/speech-to-text-translate",
    "/speech-to-text-realtime/ws",
    "/text-to-speech/stream",
  ])
    t.is(named(path), "sarvam");
  for (const path of ["/assemblyai/v2/upload", "/v2/upload", "/v2/transcript/a/srt", "/v3/ws?token=a", "/v3/token"])
    t.is(named(path), "assemblyai", path);
  for (const path of [
    "/",
    "",
    "*",
    "/v1/voices",
    "/v1/modelss",
    "/openaii/v1",
    "/v2",
    "/v3/wss",
    "/OpenAI/v1",
    "/v1/x?/openai/v1",
  ]) {
    t.is(named(path), null, path);
  }
  const prefixes = dialects.flatMap((dialect) => dialect.prefixes);
  t.is(new Set(prefixes).size, prefixes.length);
});
