import test, { type ExecutionContext } from "ava";
import { sql } from "kysely";
import { startApi } from "#src/api/server.ts";
import { readConfig } from "#src/config.ts";
import { eraseAccount } from "#src/domain/accounts/erase-account.ts";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import { findRequest } from "#src/domain/speech/queries.ts";
import { builtinVoices } from "#src/domain/voices/builtin-voices.ts";
import { openResources } from "#src/platform/resources.ts";
import type { TestAccount } from "#harness/service/account.ts";
import { chargesOf, heldOf } from "#harness/payments/credits.ts";
import { startService } from "#test/support/service.ts";
import {
  listenTo,
  runWork,
  sampleRate,
  sentenceLetters,
  unlikeText,
  untilWritten,
} from "#test/support/streamed-work.ts";

interface StreamedPath {
  readonly path: string;
  /** The format of what is sent; the audio itself when absent. */
  readonly form?: string;
  readonly bodyOf: (text: string) => Readonly<Record<string, string>>;
  readonly headerOf: (key: string) => Readonly<Record<string, string>>;
}

// No worker runs: the test is the worker.
const service = await startService();
const { resources } = service;
const { db, store } = resources;
test.after.always(() => service[Symbol.asyncDispose]());

/** One more API process on the same data, as far as it knows: only the database joins them. @returns its address */
async function startAnother(t: ExecutionContext): Promise<string> {
  const env = { ...service.env, DATA_DIR: `${service.resources.config.dataDir}/another` };
  const own = await openResources(readConfig(env), "test");
  const api = await startApi(own);
  t.teardown(async () => {
    await api.stop(2_000);
    await own[Symbol.asyncDispose]();
  });
  return `http://127.0.0.1:${api.port}`;
}

/** The ways in which an account's requests are removed. */
const removals = {
  "by itself": ({ key }: TestAccount, id: string) => service.call("DELETE", `/v1/speech/requests/${id}`, { key }),
  "among others": ({ key }: TestAccount, id: string) =>
    service.call("POST", "/v1/speech/requests/delete", { key, json: { request_ids: [id] } }),
  "with its account": async ({ userId }: TestAccount) => {
    // In one transaction, as an account is closed: the recount of another test must not see the one without the other.
    await db.transaction().execute(async (trx) => {
      await eraseAccount(trx, userId);
      await trx.updateTable("users").set({ closed_at: new Date() }).where("id", "=", userId).execute();
    });
  },
};

/** As many bytes as one sentence and a part of the next are, of which the engine speaks a second each. */
const oneAndMore = 2 * 1.5 * sampleRate;

async function addsUp(t: ExecutionContext): Promise<void> {
  t.deepEqual((await recountCredits(resources)).differences, []);
}

for (const [how, remove] of Object.entries(removals)) {
  test(`a stream whose request is deleted ${how} breaks off at once through each API process, and costs what was sent`, async (t) => {
    const account = await service.account();
    const json = { text: unlikeText() };
    const call = { key: account.key, json, headers: { "idempotency-key": "read by two" } };
    const first = listenTo({ ...call, baseUrl: service.baseUrl });
    const id = await untilWritten(service, json.text);
    const never = Promise.withResolvers<void>();
    const work = await runWork(service, id, { before: (piece) => (piece === 2 ? never.promise : Promise.resolve()) });
    await (await first.heard).came(sampleRate);
    const repeat = await listenTo({ ...call, baseUrl: await startAnother(t) }).heard;
    await Promise.all([(await first.heard).came(oneAndMore), repeat.came(oneAndMore)]);
    await remove(account, id);
    t.deepEqual(await Promise.all([(await first.heard).whole, repeat.whole]), [false, false]);
    const { rows } = await sql`select from speech_chunks where request_id = ${id}`.execute(db);
    t.is(rows.length, 0);
    never.resolve();
    t.true((await work.ended) instanceof LeaseLostError);
    t.deepEqual(await chargesOf(resources, account.userId), [[id, 2 * sentenceLetters]]);
    t.is(await heldOf(resources, account.userId), 0);
    await addsUp(t);
  });
}

const builtIn = builtinVoices[0]?.id ?? "";
const openAiBody = { model: "tts-1", voice: "alloy", response_format: "pcm" };
const streams: readonly StreamedPath[] = [
  {
    path: "/deepgram/v1/speak?encoding=linear16&container=none",
    bodyOf: (text) => ({ text }),
    headerOf: (key) => ({ authorization: `Token ${key}` }),
  },
  ...["stream", "stream/with-timestamps"].map((form) => ({
    path: `/elevenlabs/v1/text-to-speech/${builtIn}/${form}?output_format=pcm_24000`,
    bodyOf: (text: string) => ({ text }),
    headerOf: (key: string) => ({ "xi-api-key": key }),
  })),
  ...["audio", "sse"].map((form) => ({
    path: "/openai/v1/audio/speech",
    form,
    bodyOf: (input: string) => ({ ...openAiBody, input, stream_format: form }),
    headerOf: (key: string) => ({ authorization: `Bearer ${key}` }),
  })),
];
for (const { path, form = "audio", bodyOf, headerOf } of streams) {
  test(`what ${path} has sent as ${form} is charged when its request is deleted`, async (t) => {
    const { key, userId } = await service.account();
    const text = unlikeText();
    const { baseUrl } = service;
    const call = listenTo({ baseUrl, key, path, json: bodyOf(text), headers: headerOf(key) });
    const id = await untilWritten(service, text);
    const never = Promise.withResolvers<void>();
    const work = await runWork(service, id, { before: (piece) => (piece === 2 ? never.promise : Promise.resolve()) });
    const heard = await call.heard;
    // Where it is JSON, that is in base64.
    await heard.came((oneAndMore * 4) / 3);
    t.is((await service.call("DELETE", `/v1/speech/requests/${id}`, { key })).status, 200);
    t.is(await heard.whole, form === "sse", "events end with an error");
    if (form === "sse") t.regex(heard.bytes().toString(), /event: error\n.*\n\n$/);
    never.resolve();
    t.true((await work.ended) instanceof LeaseLostError);
    t.deepEqual(await chargesOf(resources, userId), [[id, 2 * sentenceLetters]]);
    await addsUp(t);
  });
}

test("a caller who hangs up pays the most that was sent, also when another API process sent it to a repeat", async (t) => {
  const { key, userId } = await service.account();
  const json = { text: unlikeText() };
  const call = { key, json, headers: { "idempotency-key": "a slow and a fast one" } };
  const first = listenTo({ ...call, baseUrl: service.baseUrl });
  const id = await untilWritten(service, json.text);
  const never = Promise.withResolvers<void>();
  const soundSeconds = 20;
  const before = (piece: number) => (piece === 15 ? never.promise : Promise.resolve());
  const work = await runWork(service, id, { soundSeconds, before });
  const slow = await first.heard;
  slow.pause();
  const fast = await listenTo({ ...call, baseUrl: await startAnother(t) }).heard;
  await fast.came(2 * sampleRate * soundSeconds * 14.5);
  slow.hangUp();
  t.false(await fast.whole);
  never.resolve();
  t.true((await work.ended) instanceof LeaseLostError);
  t.deepEqual(await chargesOf(resources, userId), [[id, 15 * sentenceLetters]]);
  t.true(slow.bytes().length < fast.bytes().length / 2);
  await addsUp(t);
});

test("the repeat of a stream whose stored audio is missing is 404 before its first byte", async (t) => {
  const { key } = await service.account();
  const json = { text: unlikeText() };
  const call = { key, json, headers: { "idempotency-key": "heard twice" }, baseUrl: service.baseUrl };
  const first = listenTo(call);
  const id = await untilWritten(service, json.text);
  t.is(await (await runWork(service, id)).ended, null);
  t.true(await (await first.heard).whole);
  await sql`delete from speech_chunks where request_id = ${id}`.execute(db);
  await store.remove([(await findRequest(db, id))?.result_key ?? ""]);
  const again = await listenTo(call).heard;
  t.is(again.status, 404);
  t.true(await again.whole);
  t.like(JSON.parse(again.bytes().toString()), { code: "not_found" });
});
