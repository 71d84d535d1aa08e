import test from "ava";
import { sql } from "kysely";
import { startService } from "#test/support/service.ts";

const service = await startService({ env: { WAIT_MAX_SECONDS: "0", DATABASE_POOL_SIZE: "4" } });
test.after.always(() => service[Symbol.asyncDispose]());

const speak = (key: string) => service.call("POST", "/v1/speech/synthesize", { key, json: { text: "Hello." } });

test("an account whose calls wait for one another takes no connection from other accounts", async (t) => {
  const [busy, other] = [await service.account(), await service.account()];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  t.teardown(release);
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
  const holding = service.resources.db.transaction().execute(async (trx) => {
    await sql`select 1 from users where id = ${busy.userId} for update`.execute(trx);
    lock();
    await held;
  });
  await locked;
  const waiting = Array.from({ length: 20 }, () => speak(busy.key));
  const answer = await Promise.race([speak(other.key), ...waiting]);
  t.is(answer.status, 202, "the other account does not wait");
  release();
  await holding;
  const answers = await Promise.all(waiting);
  t.deepEqual(
    answers.map(({ status }) => status),
    Array.from({ length: 20 }, () => 202),
  );
});
