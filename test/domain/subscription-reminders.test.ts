import test from "ava";
import { readConfig } from "#src/config.ts";
import { eraseAccount } from "#src/domain/accounts/erase-account.ts";
import { correctCredits } from "#src/domain/credits/correct-credits.ts";
import { subscriptionReminders } from "#src/domain/subscription-reminders/reminder-mail.ts";
import { cancelCurrentSubscription } from "#src/domain/subscriptions/cancel-current-subscription.ts";
import { granted, price } from "#harness/payments/payment-for.ts";
import { openMailbox, publicUrl } from "#test/support/mailbox.ts";
import { checkedShop, end } from "#test/support/checked-shop.ts";
import { buy, free, giveBack, openShop } from "#test/support/purchases.ts";

const shop = await openShop();
const mailbox = await openMailbox(shop.db);
const { db, at, use, maintain, subscriber } = checkedShop(shop);
const { smtp, subjectsFor } = mailbox;
test.after.always(() => mailbox[Symbol.asyncDispose]());
// Every test has the same months: no account of one is written to in the next.
test.afterEach.always(async () => {
  await db
    .updateTable("subscriptions")
    .set({ status: "expired" })
    .where("status", "in", ["active", "past_due"])
    .execute();
  await db.deleteFrom("subscription_reminders").execute();
});

const threeDaysBefore = "2027-02-25T10:00:00.000Z";
const beforeEnd = "2027-02-28T09:59:59.999Z";
const graceEnd = "2027-03-03T10:00:00.000Z";

const ending = "Your Starter plan ends on 28 February 2027";
const ended = "Your Starter plan has ended";

/** Does what the maintenance process does once a minute, after moving on what has ended. */
async function round({ days = 3, unverified = false } = {}): Promise<void> {
  await maintain();
  await mailbox.round(subscriptionReminders(days), { unverified });
}

async function roundAt(time: string, how: Parameters<typeof round>[0] = {}): Promise<void> {
  await at(time);
  await round(how);
}

const rowsOf = (userId: string) =>
  db
    .selectFrom("subscription_reminders")
    .select(["kind", "attempts", "sent_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();

test.serial("an account is written to once before the end of its plan and once after it", async (t) => {
  const { userId } = await subscriber();
  await roundAt("2027-02-25T09:59:59.999Z");
  t.deepEqual(await subjectsFor(userId), []);
  await at(threeDaysBefore);
  await Promise.all([round(), round(), round()]);
  await round();
  await roundAt(beforeEnd);
  t.deepEqual(await subjectsFor(userId), [ending]);
  await at(end);
  await Promise.all([round(), round(), round()]);
  await roundAt("2027-03-03T09:59:59.999Z");
  await roundAt(graceEnd);
  t.deepEqual(await subjectsFor(userId), [ending, ended]);
});

test.serial("the e-mails say when the plan ends, what expires, what is kept, and where to renew", async (t) => {
  const { userId } = await subscriber();
  await use(userId, 100);
  await roundAt(threeDaysBefore);
  await roundAt(end);
  const [before = "", after = ""] = await mailbox.mailsFor(userId);
  for (const part of [
    "Your Starter plan ends on 28 February 2027 at 10:00 UTC. It does not renew by itself, and nothing is charged unless you renew it.",
    "900 characters and 500 seconds of the plan are left. Those that are unused at its end expire.",
    "You keep 100,000 characters and 36,000 seconds, which do not expire.",
    `Renew or choose another plan: ${publicUrl}/account/billing`,
  ]) {
    t.true(before.includes(part), before);
  }
  for (const part of [
    "Your Starter plan ended on 28 February 2027 at 10:00 UTC, since it was not renewed.",
    "You can renew it until 3 March 2027 at 10:00 UTC: its next period then begins where the last one ended.",
    "You keep 100,000 characters and 36,000 seconds, which do not expire.",
    `Renew or choose another plan: ${publicUrl}/account/billing`,
  ]) {
    t.true(after.includes(part), after);
  }
  const idOf = (source: string) =>
    /^Message-ID:\s+<subscription-reminder-[\w-]+-(\w+)-\d+@speech\.example\.com>\r$/im.exec(source);
  t.deepEqual([idOf(before)?.[1], idOf(after)?.[1]], ["ending", "ended"]);
});

test.serial("an account without other credits is told that new requests will be refused", async (t) => {
  const { userId } = await subscriber();
  for (const pool of ["tts", "asr"] as const) {
    await correctCredits({ db }, { userId, pool, credits: -(free[pool] + granted[pool]), reason: "Used elsewhere." });
  }
  await roundAt(threeDaysBefore);
  await roundAt(end);
  const [before = "", after = ""] = await mailbox.mailsFor(userId);
  t.true(before.includes("The plan has no unused credits left."), before);
  t.true(
    before.includes("Without a renewal, new requests are then refused: your account has no other credits."),
    before,
  );
  t.true(after.includes("Until you buy a plan, new requests are refused: your account has no other credits."), after);
});

test.serial("a plan that was cancelled, before or after its end, is not written about", async (t) => {
  const { userId: early } = await subscriber();
  const { userId: late } = await subscriber();
  await cancelCurrentSubscription({ db }, early);
  await roundAt(beforeEnd);
  await at(end);
  await cancelCurrentSubscription({ db }, late);
  await round();
  t.deepEqual(await subjectsFor(early), []);
  t.deepEqual(await subjectsFor(late), [ending]);
});

test.serial(
  "a plan that is paid ahead, also by a smaller one, is written about at the end of all that is paid",
  async (t) => {
    const { userId: renewed } = await subscriber();
    await buy(db, renewed);
    const { userId: smaller } = await subscriber({ planId: "pro", amount: 4 * price.amount });
    await buy(db, smaller);
    for (const time of [threeDaysBefore, end, graceEnd]) await roundAt(time);
    t.deepEqual([await subjectsFor(renewed), await subjectsFor(smaller)], [[], []]);
    await roundAt("2027-03-28T10:00:00.000Z");
    const subjects = ["Your Starter plan ends on 31 March 2027"];
    t.deepEqual([await subjectsFor(renewed), await subjectsFor(smaller)], [subjects, subjects]);
  },
);

test.serial("after a renewal the next end is written about anew", async (t) => {
  const { userId } = await subscriber();
  await roundAt(threeDaysBefore);
  const renewal = await buy(db, userId);
  await roundAt(end);
  t.deepEqual(await subjectsFor(userId), [ending]);
  await roundAt("2027-03-28T10:00:00.000Z");
  await roundAt("2027-03-31T10:00:00.000Z");
  const subjects = [ending, "Your Starter plan ends on 31 March 2027", ended];
  t.deepEqual(await subjectsFor(userId), subjects);
  await giveBack(db, renewal);
  await round();
  t.deepEqual(await subjectsFor(userId), subjects);
});

test.serial("an upgrade moves the reminder to its own end", async (t) => {
  const { userId } = await subscriber();
  await at("2027-02-10T10:00:00.000Z");
  await buy(db, userId, { planId: "pro", amount: 4 * price.amount });
  for (const time of [threeDaysBefore, end, "2027-03-07T10:00:00.000Z"]) await roundAt(time);
  t.deepEqual(await subjectsFor(userId), ["Your Pro plan ends on 10 March 2027"]);
});

test.serial(
  "a reminder that could not be sent is sent later, unless the plan is renewed or cancelled meanwhile",
  async (t) => {
    const buyers = [await subscriber(), await subscriber(), await subscriber(), await subscriber()];
    smtp.refuse(4);
    await roundAt(threeDaysBefore);
    await round();
    for (const { userId } of buyers) t.like(await rowsOf(userId), [{ kind: "ending", attempts: 1, sent_at: null }]);
    const [kept, renewed, cancelled, closed] = buyers.map(({ userId }) => userId);
    if (kept === undefined || renewed === undefined || cancelled === undefined || closed === undefined) return t.fail();
    await buy(db, renewed);
    await cancelCurrentSubscription({ db }, cancelled);
    await db.updateTable("users").set({ closed_at: new Date() }).where("id", "=", closed).execute();
    await roundAt("2027-02-25T10:05:00.000Z");
    t.deepEqual(await subjectsFor(kept), [ending]);
    for (const userId of [renewed, cancelled, closed]) t.deepEqual(await subjectsFor(userId), []);
    for (const userId of [renewed, cancelled]) t.not((await rowsOf(userId))[0]?.sent_at, null);
    t.deepEqual(await rowsOf(closed), [], "also where the release before, which does not know the table, closes it");
  },
);

test.serial("one that could not be sent before the end is replaced by the one after it", async (t) => {
  const { userId } = await subscriber();
  smtp.refuse(1);
  await roundAt(beforeEnd);
  await roundAt("2027-02-28T10:01:00.000Z");
  t.deepEqual(await subjectsFor(userId), [ended]);
});

test.serial("an address that is not verified gets an e-mail only where the operator allows that", async (t) => {
  const { userId } = await subscriber();
  await db
    .updateTable("users")
    .set({ email_verified: false, oidc_issuer: "https://id.example.com", oidc_subject: userId })
    .where("id", "=", userId)
    .execute();
  await roundAt(threeDaysBefore);
  t.deepEqual(await rowsOf(userId), []);
  await round({ unverified: true });
  t.deepEqual(await subjectsFor(userId), [ending]);
});

test.serial("a closed account keeps no reminder and gets none", async (t) => {
  const { userId } = await subscriber();
  await roundAt(threeDaysBefore);
  t.is((await rowsOf(userId)).length, 1);
  await db.transaction().execute((trx) => eraseAccount(trx, userId));
  await db.updateTable("users").set({ email: "", closed_at: new Date() }).where("id", "=", userId).execute();
  await roundAt(end);
  t.deepEqual(await rowsOf(userId), []);
  await t.throwsAsync(
    db
      .insertInto("subscription_reminders")
      .values({ subscription_id: userId, period_end: new Date(end), kind: "ended", user_id: userId })
      .execute(),
    { message: /closed/ },
  );
});

test.serial("a refund in full ends a plan without an e-mail", async (t) => {
  const { userId, payment } = await subscriber();
  await roundAt(threeDaysBefore);
  await giveBack(db, payment);
  await roundAt(end);
  t.deepEqual(await subjectsFor(userId), [ending]);
});

test.serial("SUBSCRIPTION_REMINDER_DAYS says how early it comes; with 0 only the end is written about", async (t) => {
  const { userId } = await subscriber();
  await roundAt(beforeEnd, { days: 0 });
  t.deepEqual(await rowsOf(userId), []);
  await roundAt(end, { days: 0 });
  t.deepEqual(await subjectsFor(userId), [ended]);
  const { userId: other } = await subscriber();
  await roundAt("2027-02-21T10:00:00.000Z", { days: 7 });
  t.deepEqual(await subjectsFor(other), [ending]);
});

test("SUBSCRIPTION_REMINDER_DAYS is 3 unless it is set, and at most the seven days in which a plan can be renewed", (t) => {
  const mail = { SMTP_HOST: "mail.example.com", EMAIL_FROM: "a@example.com", PUBLIC_URL: publicUrl };
  const daysOf = (given?: string) => readConfig({ ...mail, SUBSCRIPTION_REMINDER_DAYS: given }).email?.reminderDays;
  t.deepEqual([daysOf(), daysOf("0"), daysOf("7")], [3, 0, 7]);
  for (const wrong of ["8", "-1", "1.5", "soon"]) {
    t.throws(() => daysOf(wrong), { message: /^SUBSCRIPTION_REMINDER_DAYS: / }, wrong);
  }
});
