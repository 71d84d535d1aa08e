import test from "ava";
import { sql } from "kysely";
import { untilLockAwaited } from "#test/support/database.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

test("a call that is ended to break a deadlock is to be tried again, and then succeeds", async (t) => {
  const { key } = await service.account();
  const call = () => service.call("GET", "/v1/users/me", { key });
  const { calling } = await db.transaction().execute(async (trx) => {
    // The call is the one that looks for deadlocks.
    await sql`set local deadlock_timeout = '1min'`.execute(trx);
    await sql`lock table users in access exclusive mode`.execute(trx);
    const answer = call();
    await untilLockAwaited(db);
    await sql`lock table api_keys in access exclusive mode`.execute(trx);
    return { calling: answer };
  });
  const answer = await calling;
  t.is(answer.status, 503);
  t.like(answer.json, { code: "unavailable" });
  t.is(answer.headers.get("retry-after"), "5");
  t.is((await call()).status, 200);
});
