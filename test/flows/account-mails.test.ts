import test from "ava";
import { sql } from "kysely";
import { buy, newCustomer } from "#test/support/purchases.ts";
import { startService } from "#test/support/service.ts";
import { startSmtp } from "#test/support/smtp.ts";
import { until } from "#harness/until.ts";

const service = await startService();
const { db } = service.resources;
const smtp = await startSmtp();
test.after.always(async () => {
  await service[Symbol.asyncDispose]();
  await smtp[Symbol.asyncDispose]();
});

/** A buyer whose plan ends so many hours from now; negative for one that has ended. */
async function subscriberUntil(hours: number): Promise<string> {
  const userId = await newCustomer(db);
  await buy(db, userId);
  await db
    .updateTable("subscriptions")
    .set({ current_period_end: sql<Date>`now() + ${hours} * interval '1 hour'` })
    .where("user_id", "=", userId)
    .execute();
  return userId;
}

const within = { withinMs: 30_000, signal: new AbortController().signal };

test("the maintenance process reminds of plans that end, and writes nothing where no mail server is set", async (t) => {
  const [ending, ended] = [await subscriberUntil(30), await subscriberUntil(-1)];
  const isPastDue = async () => {
    const rows = db.selectFrom("subscriptions").select("status").where("user_id", "=", ended);
    return (await rows.executeTakeFirstOrThrow()).status === "past_due";
  };
  const silent = await service.startWorker("maintenance");
  t.true(await until(isPastDue, within));
  await silent.stop();
  t.deepEqual(await db.selectFrom("subscription_reminders").selectAll().execute(), []);

  await service.startWorker("maintenance", {
    ...{ SMTP_HOST: "127.0.0.1", SMTP_PORT: String(smtp.port), EMAIL_FROM: "billing@example.com" },
    ...{ PUBLIC_URL: "https://speech.example.com", SUBSCRIPTION_REMINDER_DAYS: "2" },
  });
  t.true(await until(async () => smtp.mails.length >= 2, within));
  const rows = db.selectFrom("subscription_reminders").select(["user_id", "kind"]).orderBy("kind", "desc");
  t.deepEqual(await rows.execute(), [
    { user_id: ending, kind: "ending" },
    { user_id: ended, kind: "ended" },
  ]);
});
