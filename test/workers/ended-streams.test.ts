import test, { type ExecutionContext } from "ava";
import { sql } from "kysely";
import { startApi } from "#src/api/server.ts";
import { readConfig } from "#src/config.ts";
import { eraseAccount } from "#src/domain/accounts/erase-account.ts";
import { LeaseLostError } from "#src/domain/jobs/lease-lost-error.ts";
import { findRequest } from "#src/domain/speech/queries.ts";
import { openResources } from "#src/platform/resources.ts";
import type { TestAccount } from "#harness/service/account.ts";
import { startService } from "#test/support/service.ts";
import { listenTo, runWork, sampleRate, unlikeText, untilWritten } from "#test/support/streamed-work.ts";

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
  "with its account": ({ userId }: TestAccount) => db.transaction().execute((trx) => eraseAccount(trx, userId)),
};

for (const [how, remove] of Object.entries(removals)) {
  test(`a stream whose request is deleted ${how} breaks off at once, through each API process`, async (t) => {
    const account = await service.account();
    const json = { text: unlikeText() };
    const call = { key: account.key, json, headers: { "idempotency-key": "read by two" } };
    const first = listenTo({ ...call, baseUrl: service.baseUrl });
    const id = await untilWritten(service, json.text);
    const never = Promise.withResolvers<void>();
    const work = await runWork(service, id, { before: (piece) => (piece === 2 ? never.promise : Promise.resolve()) });
    await (await first.heard).came(sampleRate);
    const repeat = await listenTo({ ...call, baseUrl: await startAnother(t) }).heard;
    await repeat.came(sampleRate);
    await remove(account, id);
    t.deepEqual(await Promise.all([(await first.heard).whole, repeat.whole]), [false, false]);
    const { rows } = await sql`select from speech_chunks where request_id = ${id}`.execute(db);
    t.is(rows.length, 0);
    never.resolve();
    t.true((await work.ended) instanceof LeaseLostError);
  });
}

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
