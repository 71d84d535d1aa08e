import test from "ava";
import { findBalances } from "#src/domain/credits/queries.ts";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import { runDueCycles } from "#src/domain/payments/run-due-cycles.ts";
import { findLiveSubscription } from "#src/domain/subscriptions/queries.ts";
import { DomainError } from "#src/errors.ts";
import { buy, free, hold, newCustomer, openShop, partsOf } from "#test/support/purchases.ts";
import { granted } from "#harness/payments/payment-for.ts";

test("credits of an ended cycle cannot be spent, even before the cycle is closed", async (t) => {
  await using shop = await openShop();
  const { db, at } = shop;
  await at("2027-01-10T00:00:00Z");
  const userId = await newCustomer(db);
  await buy(db, userId);
  t.deepEqual(await findBalances(db, userId), { tts: granted.tts + free.tts, asr: granted.asr + free.asr });
  await at("2027-02-10T00:00:00Z");
  t.deepEqual(await findBalances(db, userId), { tts: free.tts, asr: free.asr });
  t.is((await findLiveSubscription(db, userId))?.status, "past_due");
  const error = await t.throwsAsync(hold(db, userId, free.tts + 1), { instanceOf: DomainError });
  t.deepEqual(error?.facts, { required: free.tts + 1, remaining: free.tts });
  await hold(db, userId, free.tts);
  t.deepEqual(await partsOf(db, userId), [granted.tts, 0]);
  await runDueCycles({ db });
  t.deepEqual(await partsOf(db, userId), [0, 0]);
  t.deepEqual((await recountCredits({ db })).differences, []);
});
