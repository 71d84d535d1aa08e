import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { migrateToLatest, openMigrator } from "#db/migrator.ts";
import type { Db } from "#db/schema.ts";
import { createTestDatabase, withDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";

const { clusterUrl, redisUrl } = testEnvironment();

/** Makes an order with the columns of a release that knew the id at the provider only. */
async function insertAsBefore(db: Db, id: string): Promise<void> {
  const userId = randomUUID();
  await sql`insert into users (id, email, name, username) values (${userId}, ${`${userId}@example.com`}, '', '')`.execute(
    db,
  );
  await sql`
    insert into payment_orders (id, request_id, user_id, status, amount, currency, months, tts_credits, asr_credits, pack_id)
    values (${id}, ${randomUUID()}, ${userId}, 'open', 49900, 'INR', 0, 1000, 0, 'small')`.execute(db);
}

const ordersOf = (db: Db) =>
  db.selectFrom("payment_orders").select(["id", "provider", "provider_order_id"]).orderBy("id").execute();

test("orders of before have their provider and its id, and no order is written without them", async (t) => {
  await withDatabase(await createTestDatabase(clusterUrl, redisUrl), async (db) => {
    const { error } = await openMigrator(db).migrateTo("0005-options-of-ended-requests");
    t.is(error, undefined);
    await insertAsBefore(db, "order_1");
    await migrateToLatest(db);
    t.deepEqual(await ordersOf(db), [{ id: "order_1", provider: "razorpay", provider_order_id: "order_1" }]);
    await t.throwsAsync(insertAsBefore(db, "order_2"), { message: /"provider"/u });
  });
});
