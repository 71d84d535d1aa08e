import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { sql } from "kysely";
import { z } from "zod";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import { returnJob } from "#src/domain/jobs/queries.ts";
import { cancelStream } from "#src/domain/speech/cancel-stream.ts";
import { findRequest } from "#src/domain/speech/queries.ts";
import { deleteOldChunks } from "#src/domain/speech-chunks/queries.ts";
import { DomainError } from "#src/errors.ts";
import { chargesOf, heldOf } from "#harness/payments/credits.ts";
import { leftoversAfter, nothing } from "#harness/service/leftovers.ts";
import { startService } from "#test/support/service.ts";
import {
  listenTo,
  runWork,
  sampleRate,
  sentenceLetters,
  unlikeText,
  untilWritten,
} from "#test/support/streamed-work.ts";

const wordsOfSentence = 7;
// No worker runs: the test is the worker.
const service = await startService();
const { resources } = service;
const { db } = resources;
test.after.always(() => service[Symbol.asyncDispose]());

const run = (id: string, behaviour?: Parameters<typeof runWork>[2]) => runWork(service, id, behaviour);
/** Asks for a stream and reads it; `id` is that of the request. */
const listen = (
  key: string,
  json: Readonly<Record<string, unknown>> & { readonly text: string },
  headers: Readonly<Record<string, string>> = {},
) => {
  const { baseUrl } = service;
  return { ...listenTo({ baseUrl, key, json, headers }), id: untilWritten(service, json.text) };
};

async function addsUp(t: ExecutionContext): Promise<void> {
  t.deepEqual((await recountCredits(resources)).differences, []);
}

const chunksOf = async (id: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from speech_chunks where request_id = ${id}`.execute(db);
  return rows[0]?.n ?? 0;
};

/** The number of sentences whose words are there. */
const wordsOf = async (id: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(words)::int as n from speech_chunks where request_id = ${id}`.execute(db);
  return rows[0]?.n ?? 0;
};

test("the first sentence is sent while the second is being spoken", async (t) => {
  const { key } = await service.account();
  const call = listen(key, { text: unlikeText() });
  const released = Promise.withResolvers<void>();
  const work = await run(await call.id, { before: (piece) => (piece === 1 ? released.promise : Promise.resolve()) });
  const heard = await call.heard;
  await heard.came(sampleRate);
  t.is(heard.status, 200);
  const { first_sound_at: first } = (await findRequest(db, await call.id)) ?? {};
  released.resolve();
  t.true(await heard.whole);
  t.is(await work.ended, null);
  const { data } = z
    .object({ data: z.object({ first_sound_ms: z.int(), created_at: z.string() }) })
    .parse((await service.call("GET", `/v1/speech/requests/${await call.id}`, { key })).json);
  t.is(
    data.first_sound_ms,
    (first?.getTime() ?? Number.NaN) - Date.parse(data.created_at),
    "that of the first sentence",
  );
});

test("a caller who hangs up in the first of twenty sentences pays for what was sent, and the engine stops", async (t) => {
  const { key, userId } = await service.account();
  const call = listen(key, { text: unlikeText(), word_timestamps: true });
  const id = await call.id;
  const work = await run(id, { speakMs: 1_000 });
  const heard = await call.heard;
  await heard.came(sampleRate);
  while ((await wordsOf(id)) === 0) await sleep(5);
  heard.hangUp();
  t.true((await work.ended) instanceof LeaseLostError);
  const begun = work.begun.length;
  t.true(begun <= 3, `the engine has begun ${begun} of twenty sentences`);
  await sleep(2_000);
  t.is(work.begun.length, begun, "it begins no other");
  const { credits = null, ...request } = (await findRequest(db, id)) ?? {};
  t.like(request, { status: "failed", error_code: "cancelled" });
  t.true(credits === sentenceLetters || credits === 2 * sentenceLetters, `charged ${credits}`);
  t.deepEqual(await chargesOf(resources, userId), [[id, credits]]);
  t.is(await heldOf(resources, userId), 0);
  while ((await chunksOf(id)) > 0) await sleep(10);
  const kept = await findRequest(db, id);
  const words = kept?.spoken_words?.words.length ?? 0;
  t.true(words === wordsOfSentence || words === 2 * wordsOfSentence, `kept ${words} words`);
  await addsUp(t);
});

test("a caller who hangs up before there is anything to hear pays nothing", async (t) => {
  const { key, userId } = await service.account();
  const call = listen(key, { text: unlikeText() });
  const id = await call.id;
  call.hangUp();
  while ((await findRequest(db, id))?.finished_at === null) await sleep(10);
  t.like(await findRequest(db, id), { status: "failed", error_code: "cancelled", credits: null });
  t.deepEqual(await chargesOf(resources, userId), []);
  t.is(await heldOf(resources, userId), 0);
  await addsUp(t);
});

test("a worker that dies in the middle of a stream is followed by one that goes on, and the caller pays once", async (t) => {
  const { key, userId } = await service.account();
  const call = listen(key, { text: unlikeText() });
  const id = await call.id;
  const first = await run(id, { speakMs: 50 });
  const heard = await call.heard;
  await heard.came(4 * sampleRate);
  first.stop();
  t.truthy(await first.ended);
  await returnJob(db, first.lease, { failed: false, delayMs: 0 });
  const second = await run(id);
  t.true(await heard.whole);
  t.is(await second.ended, null);
  const request = await findRequest(db, id);
  const audio = await service.call("GET", `/v1/speech/requests/${id}/audio`, { key });
  t.true(heard.bytes().equals(audio.bytes));
  t.deepEqual(await chargesOf(resources, userId), [[id, request?.characters ?? 0]]);
  await addsUp(t);
});

test("a repeat with the same idempotency key hears the stream of the first call from its beginning", async (t) => {
  const { key, userId } = await service.account();
  const json = { text: unlikeText() };
  const headers = { "idempotency-key": "while it goes on" };
  const first = listen(key, json, headers);
  const id = await first.id;
  const released = Promise.withResolvers<void>();
  const work = await run(id, { before: (piece) => (piece === 3 ? released.promise : Promise.resolve()) });
  await (await first.heard).came(sampleRate);
  const second = await listen(key, json, headers).heard;
  t.is(second.status, 200);
  await second.came(sampleRate);
  released.resolve();
  t.is(await work.ended, null);
  t.true((await Promise.all([(await first.heard).whole, second.whole])).every(Boolean));
  t.true(second.bytes().equals((await first.heard).bytes()));
  t.is((await chargesOf(resources, userId)).length, 1);
});

test("a repeat that reads a stream hears all of it when the first caller hangs up", async (t) => {
  const { key, userId } = await service.account();
  const json = { text: unlikeText() };
  const headers = { "idempotency-key": "hears the rest" };
  const first = listen(key, json, headers);
  const id = await first.id;
  const released = Promise.withResolvers<void>();
  const work = await run(id, { before: (piece) => (piece === 3 ? released.promise : Promise.resolve()) });
  await (await first.heard).came(sampleRate);
  const second = await listen(key, json, headers).heard;
  await second.came(sampleRate);
  (await first.heard).hangUp();
  await sleep(300);
  released.resolve();
  t.is(await work.ended, null);
  t.true(await second.whole);
  const request = await findRequest(db, id);
  t.is(request?.status, "completed");
  t.deepEqual(await chargesOf(resources, userId), [[id, request?.characters ?? 0]]);
});

test("when the first caller and then its repeat hang up, the work ends, and what the repeat was sent is charged", async (t) => {
  const { key } = await service.account();
  const json = { text: unlikeText() };
  const headers = { "idempotency-key": "both leave" };
  const first = listen(key, json, headers);
  const id = await first.id;
  const released = Promise.withResolvers<void>();
  const pause = (piece: number) => (piece === 1 ? released.promise : Promise.resolve());
  const work = await run(id, { before: pause, speakMs: 250 });
  const second = await listen(key, json, headers).heard;
  await second.came(sampleRate);
  (await first.heard).hangUp();
  await sleep(300);
  released.resolve();
  await second.came(5 * sampleRate);
  second.hangUp();
  t.true((await work.ended) instanceof LeaseLostError);
  const { credits } = (await findRequest(db, id)) ?? {};
  t.true([2, 3, 4].map((count) => count * sentenceLetters).includes(credits ?? 0), `charged ${credits}`);
});

test("a repeat is performed itself when its first call was cancelled before any audio", async (t) => {
  const { key, userId } = await service.account();
  const json = { text: unlikeText() };
  const headers = { "idempotency-key": "performs it" };
  const first = listen(key, json, headers);
  const id = await first.id;
  const second = listen(key, json, headers);
  // So long that it reads the stream of the first call.
  await sleep(300);
  // As another API process does when its caller hangs up.
  await cancelStream(resources, { requestId: id, characters: 0 });
  t.is((await first.heard).status, 503);
  const anew = await Promise.race([
    untilWritten(service, json.text),
    second.heard.then(({ status }) => `answered with ${status}`),
  ]);
  t.not(anew, id);
  const work = await run(anew);
  t.is((await second.heard).status, 200);
  t.true(await (await second.heard).whole);
  t.is(await work.ended, null);
  t.deepEqual(
    (await chargesOf(resources, userId)).map(([requestId]) => requestId),
    [anew],
  );
});

test("a caller who hangs up when the work has ended changes nothing", async (t) => {
  const { key, userId } = await service.account();
  const call = listen(key, { text: unlikeText() });
  const id = await call.id;
  const work = await run(id);
  t.is(await work.ended, null);
  t.true(await (await call.heard).whole);
  const [request, chunks] = [await findRequest(db, id), await chunksOf(id)];
  await cancelStream(resources, { requestId: id, characters: sentenceLetters });
  t.deepEqual([await findRequest(db, id), await chunksOf(id)], [request, chunks]);
  t.deepEqual(await chargesOf(resources, userId), [[id, request?.characters ?? 0]]);
});

test("chunks that the database has lost are sent when the audio is stored", async (t) => {
  const { key } = await service.account();
  const call = listen(key, { text: unlikeText() });
  const id = await call.id;
  const lose = (piece: number) =>
    piece === 5
      ? sql`delete from speech_chunks where request_id = ${id}`.execute(db).then(() => undefined)
      : Promise.resolve();
  const work = await run(id, { before: lose, speakMs: 10 });
  const heard = await call.heard;
  t.true(await heard.whole);
  t.is(await work.ended, null);
  const audio = await service.call("GET", `/v1/speech/requests/${id}/audio`, { key });
  t.true(heard.bytes().equals(audio.bytes));
});

test("work that fails before there is anything to hear is an ordinary error, later it breaks the connection", async (t) => {
  const { key, userId } = await service.account();
  for (const failsAt of [0, 3]) {
    const call = listen(key, { text: unlikeText() });
    const id = await call.id;
    const fail = (piece: number) => (piece === failsAt ? Promise.reject(new DomainError("engine_timeout")) : sleep(30));
    const work = await run(id, { before: fail });
    const error = await work.ended;
    t.true(error instanceof DomainError);
    await work.handler.fail(work.lease, new DomainError("engine_timeout"));
    const heard = await call.heard;
    t.is(heard.status, failsAt === 0 ? 504 : 200);
    t.is(await heard.whole, failsAt === 0);
  }
  t.deepEqual(await chargesOf(resources, userId), []);
  await addsUp(t);
});

test("a caller who reads nothing for a while does not hold the work up, and hears all of it later", async (t) => {
  const { key } = await service.account();
  const call = listen(key, { text: unlikeText() });
  const id = await call.id;
  const soundSeconds = 20;
  const work = run(id, { soundSeconds });
  const heard = await call.heard;
  heard.pause();
  t.is(await (await work).ended, null);
  const whole = 21 * soundSeconds * 2 * sampleRate;
  const before = heard.bytes().length;
  t.true(before < whole / 4, `${before} of ${whole} bytes were read`);
  t.like(await findRequest(db, id), { status: "completed" });
  heard.resume();
  t.true(await heard.whole);
  t.true(heard.bytes().length > 0.9 * whole);
});

test("a stream without a first sound in time is answered with where the result will be", async (t) => {
  const { key } = await service.account();
  const answer = await service.call("POST", "/v1/speech/synthesize?stream=true", {
    key,
    json: { text: unlikeText() },
    headers: { accept: "audio/pcm", prefer: "wait=1" },
  });
  t.is(answer.status, 202);
  const id = answer.headers.get("x-request-id") ?? "";
  t.is(await (await run(id)).ended, null);
  const again = await service.call("GET", `/v1/speech/requests/${id}/audio`, { key });
  t.is(again.status, 200);
});

test.after(
  "the chunks of requests that have ended some minutes ago are deleted, and nothing else is left",
  async (t) => {
    await sql`update speech_requests set finished_at = finished_at - interval '1 hour'`.execute(db);
    while ((await deleteOldChunks(db)) > 0) continue;
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from speech_chunks`.execute(db);
    t.is(rows[0]?.n, 0);
    t.deepEqual(await leftoversAfter(service), nothing);
  },
);
