import { once } from "node:events";
import { createServer } from "node:http";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import test from "ava";
import {
  AuthenticationError,
  ConnectionError,
  InsufficientCreditsError,
  InvalidInputError,
  NotFoundError,
  RateLimitError,
  SpeechClient,
  WorkFailedError,
} from "#sdk/index.ts";
import { speech, tone } from "#harness/audio/sounds.ts";
import { setBalance } from "#harness/payments/credits.ts";
import { freePort } from "#harness/servers/backing-services.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["synthesis", "transcription", "training"] });
const { key } = await service.account();
const folder = await mkdtemp(join(tmpdir(), "speech-sdk-"));
const recording = await speech("one two three");
const file = join(folder, "three.wav");
await writeFile(file, recording);
const client = new SpeechClient({ baseUrl: service.baseUrl, apiKey: key });
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** The client with a fetch that fails as told for the first calls. */
function unreliable(failures: readonly (Response | TypeError)[], apiKey = key) {
  const left = [...failures];
  const seen: Request[] = [];
  const flaky = new SpeechClient({
    ...{ baseUrl: service.baseUrl, apiKey, backoffMs: 1 },
    fetch: async (request) => {
      seen.push(request.clone());
      const failure = left.shift();
      if (failure instanceof TypeError) throw failure;
      return failure ?? (await fetch(request));
    },
  });
  return { flaky, seen };
}

test("a text is spoken as a stream, in the format that was asked for", async (t) => {
  const audio = await client.speak("Hello and welcome.", { format: "mp3" });
  t.is(audio.contentType, "audio/mpeg");
  const parts: Uint8Array[] = [];
  for await (const part of audio.stream) parts.push(part);
  t.true(Buffer.concat(parts).length > 1000);
  const { data } = (await client.api.requests.get({ path: { request_id: audio.requestId }, throwOnError: true })).data;
  t.is(data.request_type, "tts");
});

test("a recording is transcribed from a path, a blob, bytes and a stream, with progress", async (t) => {
  const sources = [file, new Blob([recording]), recording, Readable.from([recording])];
  for (const source of sources) {
    const seen: number[] = [];
    const { text } = await client.transcribe(source, { intervalMs: 50, onProgress: (percent) => seen.push(percent) });
    t.true(text.length > 0);
    t.is(seen.at(-1), 100);
  }
});

test("the error of a recording that is not there names its file", async (t) => {
  const missing = join(folder, "missing.wav");
  await t.throwsAsync(client.transcribe(missing), { code: "ENOENT", message: /no such file.*missing\.wav/ });
});

test("own words are sent as lists, and what was searched for is in the answer", async (t) => {
  const { text } = await client.transcribe(file, { intervalMs: 50 });
  const [first = ""] = text.toLowerCase().split(/\W+/);
  const own = { key_terms: ["Kokoro", "Siobhan"], replace: [{ from: first, to: "Moonshine" }], search: ["moonshine"] };
  const { search, text: replaced } = await client.transcribe(file, { ...own, intervalMs: 50 });
  t.regex(replaced, /^Moonshine/);
  t.like(search, [{ query: "moonshine" }]);
  t.true((search[0]?.hits.length ?? 0) > 0);
});

test("work can be waited for by its id alone", async (t) => {
  const work = await client.startTranscription(file);
  const request = await client.transcription(work.id).wait({ intervalMs: 50 });
  t.is(request.request_id, work.id);
});

test("waiting goes on when the network was cut meanwhile", async (t) => {
  const { id } = await client.startTranscription(file);
  const cut = Array.from({ length: 9 }, () => new TypeError("fetch failed"));
  const { flaky, seen } = unreliable(cut);
  const request = await flaky.transcription(id).wait({ intervalMs: 10 });
  t.is(request.status, "completed");
  t.true(seen.length > cut.length);
});

test("a call is repeated with the same idempotency key, and takes effect once", async (t) => {
  const own = await service.account();
  const unavailable = new Response("{}", { status: 503, headers: { "retry-after": "0" } });
  const { flaky, seen } = unreliable([new TypeError("fetch failed"), unavailable], own.key);
  const work = await flaky.startTranscription(file);
  t.is(seen.length, 3);
  t.is(new Set(seen.map(({ headers }) => headers.get("idempotency-key"))).size, 1);
  await work.wait({ intervalMs: 50 });
  t.is((await Array.fromAsync(flaky.requests())).length, 1);
});

test("a call with an idempotency key of the caller is made once, also by another client", async (t) => {
  const own = await service.account();
  const [one, other] = [1, 2].map(() => new SpeechClient({ baseUrl: service.baseUrl, apiKey: own.key }));
  const options = { idempotencyKey: "call-4711", intervalMs: 50 };
  const first = await one?.transcribe(file, options);
  t.is((await other?.transcribe(file, options))?.request_id, first?.request_id);
  const spoken = await one?.speak("Hello.", { idempotencyKey: "hello" });
  await spoken?.bytes();
  t.is((await other?.speak("Hello.", { idempotencyKey: "hello" }))?.requestId, spoken?.requestId);
});

test("a call waits for as long as the service asks, up to a minute, and longer waits are left to the caller", async (t) => {
  const asking = (seconds: number) =>
    Response.json(
      { code: "rate_limited", retry_after: seconds },
      { status: 429, headers: { "retry-after": `${seconds}` } },
    );
  const patient = unreliable([asking(1)]);
  const started = performance.now();
  t.true((await Array.fromAsync(patient.flaky.voices({ limit: 100 }))).length > 0);
  t.true(performance.now() - started >= 990);
  const { flaky, seen } = unreliable([asking(61)]);
  const late = await t.throwsAsync(flaky.speak("Hello."), { instanceOf: RateLimitError });
  t.deepEqual([late?.retryAfter, seen.length], [61, 1]);
});

test("waiting for work pauses for as long as a rate limit asks", async (t) => {
  const { id } = await client.startTranscription(file);
  const limited = Response.json({ code: "rate_limited", retry_after: 2 }, { status: 429 });
  let answers = 0;
  const waiting = new SpeechClient({
    ...{ baseUrl: service.baseUrl, apiKey: key, maxRetries: 0 },
    fetch: (request) => (answers++ === 0 ? Promise.resolve(limited) : fetch(request)),
  });
  const started = performance.now();
  t.is((await waiting.transcription(id).wait({ intervalMs: 10 })).status, "completed");
  t.true(performance.now() - started >= 1990);
});

test("lists are iterated page by page", async (t) => {
  const all = await Array.fromAsync(client.voices({ limit: 100, type: "builtin" }));
  const some = await Array.fromAsync(client.voices({ limit: 30, type: "builtin" }));
  t.true(all.length > 30);
  t.deepEqual(
    some.map(({ voice_id: id }) => id),
    all.map(({ voice_id: id }) => id),
  );
});

test("errors have a class and a code each", async (t) => {
  const stranger = new SpeechClient({ baseUrl: service.baseUrl, apiKey: "sk_none" });
  const refused = await t.throwsAsync(stranger.speak("Hello."), { instanceOf: AuthenticationError });
  t.is(refused?.code, "invalid_api_key");
  t.regex(refused?.docsUrl ?? "", /\/docs\/errors#invalid_api_key$/);
  const invalid = await t.throwsAsync(client.speak(""), { instanceOf: InvalidInputError });
  t.is(invalid?.message, "text: Required.");
  t.true(invalid?.docsUrl?.endsWith("/docs/errors#validation_error"));
  t.deepEqual(invalid?.problems[0]?.loc, ["body", "text"]);
  const large = await t.throwsAsync(client.speak("a".repeat(70_000)), { instanceOf: InvalidInputError });
  t.deepEqual([large?.status, large?.code, large?.problems], [413, "body_too_large", []]);
  const id = "3f0c7a52-8f0e-4a54-9b8a-2c6f5d1b7e90";
  await t.throwsAsync(client.transcription(id).wait(), { instanceOf: NotFoundError });
});

test("an exhausted balance and a rate limit are errors of their own", async (t) => {
  const answering = (status: number, body: object) =>
    new SpeechClient({
      ...{ baseUrl: service.baseUrl, apiKey: key, maxRetries: 0 },
      fetch: () => Promise.resolve(Response.json(body, { status })),
    });
  const limited = answering(429, { code: "rate_limited", retry_after: 7 });
  const late = await t.throwsAsync(limited.speak("Hello."), { instanceOf: RateLimitError });
  t.is(late?.retryAfter, 7);
  const poor = await service.account(0);
  await setBalance(service.resources, { userId: poor.userId, pool: "tts" }, 0);
  const spender = new SpeechClient({ baseUrl: service.baseUrl, apiKey: poor.key });
  const broke = await t.throwsAsync(spender.speak("Hello."), { instanceOf: InsufficientCreditsError });
  t.deepEqual([broke?.required, broke?.remaining], [6, 0]);
  t.is(broke?.message, "Insufficient credits. This needs 6 credits; 0 remain.");
});

test("work that fails says why", async (t) => {
  const failing = client.createVoice(tone(3), { name: "Tone" }).then((made) => made.wait({ intervalMs: 50 }));
  const error = await t.throwsAsync(failing, { instanceOf: WorkFailedError });
  t.truthy(error?.code);
  t.is(error?.docsUrl, `${service.baseUrl}/docs/errors#${error?.code}`);
});

test("a service that cannot be reached is named with the reason, and the `/v1` of other clients is left out", async (t) => {
  const address = `http://127.0.0.1:${await freePort()}`;
  const nowhere = new SpeechClient({ baseUrl: `${address}/v1`, apiKey: key, maxRetries: 0 });
  const error = await t.throwsAsync(nowhere.speak("Hello."), { instanceOf: ConnectionError });
  t.regex(
    error.message,
    /^The service at http:\/\/127\.0\.0\.1:\d+ could not be reached \(connect ECONNREFUSED 127\.0\.0\.1:\d+\)\.$/,
  );
  const usual = new SpeechClient({ baseUrl: `${service.baseUrl}/v1/`, apiKey: key });
  t.true((await usual.api.plans.list({ throwOnError: true })).data.data.items.length > 0);
});

test("an address of the service that is none is refused when the client is made", (t) => {
  for (const baseUrl of ["", "localhost:8080", "/v1", "http://"])
    t.throws(() => new SpeechClient({ baseUrl, apiKey: key }), {
      message: `baseUrl is "${baseUrl}". It must be an address that begins with http:// or https://.`,
    });
});

test("a call ends when its signal is aborted", async (t) => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => server.close().closeAllConnections());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const waiting = new SpeechClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: key });
  await t.throwsAsync(waiting.speak("Hello.", { signal: AbortSignal.timeout(50) }), { name: "TimeoutError" });
});

test("a transcript is corrected, and a correction is taken back", async (t) => {
  const { request_id, segments } = await client.transcribe(file);
  const correct = (text: string | null) =>
    client.api.requests.updateTranscript({
      path: { request_id },
      body: { segments: { "0": text } },
      throwOnError: true,
    });
  t.like((await correct("One, two, four.")).data.data, { segments: [{ id: 0, corrected: true }] });
  t.is(await client.transcript(request_id), "One, two, four.\n");
  await correct(null);
  t.is(await client.transcript(request_id), `${segments[0]?.text}\n`);
});
