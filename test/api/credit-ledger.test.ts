import test from "ava";
import { z } from "zod";
import { creditChangeAnswer } from "#src/api/usage/ledger.ts";
import { correctCredits } from "#src/domain/credits/correct-credits.ts";
import { granted } from "#harness/payments/payment-for.ts";
import { buy, free, giveBack } from "#test/support/purchases.ts";
import { startService } from "#test/support/service.ts";

const service = await startService({ workers: ["synthesis"] });
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const page = z.object({ items: z.array(creditChangeAnswer), total: z.int(), has_next: z.boolean() });
const changes = async (key: string, query = "") =>
  (await service.call("GET", `/v1/usage/ledger${query}`, { key })).data(page);
const speak = (key: string, text: string) => service.call("POST", "/v1/speech/synthesize", { key, json: { text } });

test("an account reads what was granted, bought, used, corrected and withdrawn, with the balance after each", async (t) => {
  const { key, userId } = await service.account(0);
  await speak(key, "Words");
  await speak(key, "More words");
  const payment = await buy(db, userId);
  await correctCredits({ db }, { userId, pool: "tts", credits: -100, reason: "A test was counted twice." });
  await giveBack(db, payment);
  const { items } = await changes(key);
  const bought = { description: "Starter, 1 month", payments_order_id: payment.orderId };
  t.like(items, [
    { kind: "withdrawal", credits: -granted.tts, balance: free.tts - 115, ...bought },
    { kind: "correction", credits: -100, balance: free.tts + granted.tts - 115, reason: "A test was counted twice." },
    { kind: "usage", credits: -15, balance: free.tts + granted.tts - 15, description: null },
    { kind: "grant", credits: granted.tts, balance: free.tts + granted.tts, ...bought },
    { kind: "grant", credits: free.tts, balance: free.tts, payments_order_id: null },
  ]);
  const today = new Date().toISOString().slice(0, 10);
  t.true(items.every(({ date }) => date === today));
  const second = await changes(key, "?limit=2&page=2");
  t.deepEqual([second.items, second.total, second.has_next], [items.slice(2, 4), 5, true]);
  const { items: seconds } = await changes(key, "?pool=asr");
  t.deepEqual(
    seconds.map(({ kind, balance }) => [kind, balance]),
    [
      ["withdrawal", free.asr],
      ["grant", free.asr + granted.asr],
      ["grant", free.asr],
    ],
  );
});

test("the ledger is the account's alone", async (t) => {
  const [owner, other] = [await service.account(0), await service.account(0)];
  await speak(owner.key, "Words");
  t.deepEqual(
    (await changes(other.key)).items.map(({ kind }) => kind),
    ["grant"],
  );
});
