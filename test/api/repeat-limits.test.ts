import test, { type ExecutionContext } from "ava";
import { z } from "zod";
import { openRateLimiter } from "#src/platform/rate-limiter.ts";
import { streamRepeatsMax } from "#src/api/results/stream-readers.ts";
import { type Answer, audioForm, type CallOptions } from "#harness/clients/client.ts";
import { openRawConnection, requestHead } from "#harness/clients/raw-connection.ts";
import { until } from "#harness/until.ts";
import { endWindows } from "#test/support/end-windows.ts";
import { startService } from "#test/support/service.ts";
import { tone } from "#harness/audio/sounds.ts";

const limit = 6;
// No worker runs: calls wait for as long as they say, those of OpenAI's clients for a second.
const service = await startService({
  env: { SPEECH_PER_MINUTE: String(limit), SPEECH_CONCURRENCY: "8", OPENAI_WAIT_SECONDS: "1" },
});
const { db, config, log } = service.resources;
const limiter = await openRateLimiter({ ...config, prefix: config.queuePrefix, db, log });
test.after.always(async () => {
  limiter.close();
  await service[Symbol.asyncDispose]();
});

const synthesize = "/v1/speech/synthesize";
const transcribe = "/v1/speech/transcriptions";
const json = { text: "Hello." };
const patience = { withinMs: 30_000, signal: new AbortController().signal };

const headersOf = (repeatKey: string, prefer = "respond-async") => ({ "idempotency-key": repeatKey, prefer });
const speak = (key: string, options: CallOptions): Promise<Answer> =>
  service.call("POST", synthesize, { key, json, ...options });

const requestsOf = (userId: string) =>
  db.selectFrom("speech_requests").select("id").where("user_id", "=", userId).execute();
const countOf = async (userId: string): Promise<number> => (await limiter.look(`speech:account:${userId}`))?.calls ?? 0;
const codeOf = ({ json: body }: Answer): string => z.object({ code: z.string() }).parse(body).code;

function isLimited(t: ExecutionContext, answer: Answer): void {
  t.deepEqual([answer.status, codeOf(answer)], [429, "rate_limited"]);
  t.is(answer.headers.get("idempotent-replayed"), null);
  t.is(answer.headers.get("ratelimit-policy"), `"speech";q=${limit};w=60`);
  t.true(Number(answer.headers.get("retry-after")) > 0);
}

test.serial("a repeat counts like a first call, and one beyond the limit is answered again afterwards", async (t) => {
  const { userId, key } = await service.account();
  const again = () => speak(key, { headers: headersOf("again") });
  const first = await again();
  t.is(first.status, 202);
  for (let made = 2; made <= limit; made += 1) {
    const repeat = await again();
    t.deepEqual([repeat.status, repeat.headers.get("idempotent-replayed")], [202, "true"]);
    t.regex(repeat.headers.get("ratelimit") ?? "", new RegExp(`^"speech";r=${limit - made};`));
  }
  isLimited(t, await again());
  isLimited(t, await speak(key, { headers: headersOf("another") }));
  const keys = db.selectFrom("idempotency_keys").select("key").where("user_id", "=", userId);
  t.deepEqual(await keys.execute(), [{ key: "again" }], "a limit is not kept as an answer");
  await endWindows(service);
  const afterwards = await again();
  t.deepEqual([afterwards.status, afterwards.headers.get("x-request-id")], [202, first.headers.get("x-request-id")]);
  t.is((await requestsOf(userId)).length, 1);
});

test.serial("a repeat of a call that still runs counts, too", async (t) => {
  const { userId, key } = await service.account();
  const call = () => speak(key, { headers: headersOf("running", "wait=60") });
  const running = call();
  t.true(await until(async () => (await requestsOf(userId)).length === 1, patience));
  for (let made = 2; made <= limit; made += 1) t.is(codeOf(await call()), "idempotency_in_progress");
  isLimited(t, await call());
  const failure = { status: "failed", error_code: "engine_timeout", finished_at: new Date() } as const;
  await db.updateTable("speech_requests").set(failure).where("user_id", "=", userId).execute();
  t.is((await running).status, 504);
});

test.serial("a key that was used for another call costs nothing of the limit of speech", async (t) => {
  const { userId, key } = await service.account();
  t.is((await speak(key, { headers: headersOf("used") })).status, 202);
  t.is((await speak(key, { headers: headersOf("used"), json: { text: "Another." } })).status, 422);
  t.is(await countOf(userId), 1);
});

test.serial("equal calls of a dialect count, and are charged once", async (t) => {
  const { userId, key } = await service.account();
  const body = { model: "tts-1", voice: "alloy", input: "Once." };
  const answers = await Promise.all(
    Array.from({ length: limit + 4 }, () => service.call("POST", "/openai/v1/audio/speech", { key, json: body })),
  );
  const waited = answers.filter(({ status }) => status === 504);
  t.is(waited.length, 1 + streamRepeatsMax, "this dialect streams");
  t.is(answers.filter(({ status }) => status === 429).length, answers.length - waited.length);
  t.is(await countOf(userId), answers.length);
  t.is((await requestsOf(userId)).length, 1);
});

test.serial("beyond the limit nothing of an upload is received, of a repeat or of a first call", async (t) => {
  const { key } = await service.account();
  const form = (): CallOptions => ({ key, form: audioForm(tone(1)), headers: headersOf("upload") });
  for (let made = 1; made <= limit; made += 1) t.is((await service.call("POST", transcribe, form())).status, 202);
  for (const repeat of [["Idempotency-Key: upload"], []]) {
    const length = "Content-Length: 50000000";
    const type = "Content-Type: multipart/form-data; boundary=b";
    const head = requestHead(transcribe, [`X-API-Key: ${key}`, type, length, "Expect: 100-continue", ...repeat]);
    const { closed } = await openRawConnection(service.baseUrl, head);
    t.regex(await closed, /^HTTP\/1.1 429 /, "and no 100 Continue before it");
  }
});

test.serial("a few repeats may hear a stream while it is made, and no more", async (t) => {
  const { userId, key } = await service.account();
  const leaving = new AbortController();
  const listen = () =>
    fetch(`${service.baseUrl}${synthesize}?stream=true`, {
      method: "POST",
      headers: {
        ...headersOf("stream", "wait=60"),
        "x-api-key": key,
        accept: "audio/wav",
        "content-type": "application/json",
      },
      body: JSON.stringify(json),
      signal: leaving.signal,
    });
  const first = listen();
  t.true(await until(async () => (await requestsOf(userId)).length === 1, patience));
  const repeats = Array.from({ length: streamRepeatsMax + 1 }, listen);
  const refused = await Promise.race(repeats);
  t.is(refused.status, 429);
  t.like(await refused.json(), { code: "concurrency_limited", max_repeats: streamRepeatsMax });
  t.is(refused.headers.get("idempotent-replayed"), null);
  leaving.abort();
  const ends = await Promise.allSettled([first, ...repeats]);
  t.is(ends.filter(({ status }) => status === "rejected").length, streamRepeatsMax + 1);
  t.is((await requestsOf(userId)).length, 1);
});
