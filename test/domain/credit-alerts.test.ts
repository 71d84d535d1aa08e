import test from "ava";
import { readConfig } from "#src/config.ts";
import { changeSettings } from "#src/domain/accounts/queries.ts";
import { eraseAccount } from "#src/domain/accounts/erase-account.ts";
import { creditAlerts } from "#src/domain/credit-alerts/alert-mail.ts";
import { listCreditAlerts } from "#src/domain/credit-alerts/queries.ts";
import { granted } from "#harness/payments/payment-for.ts";
import { openMailbox, publicUrl } from "#test/support/mailbox.ts";
import { checkedShop } from "#test/support/checked-shop.ts";
import { buy, free, giveBack, hold, newCustomer, openShop } from "#test/support/purchases.ts";

const shop = await openShop();
const mailbox = await openMailbox(shop.db);
const { db, use } = checkedShop(shop);
const { smtp, reasons, subjectsFor } = mailbox;
test.after.always(() => mailbox[Symbol.asyncDispose]());

/** The work that the maintenance process does once a minute. */
const round = (to: { readonly unverified?: boolean } = {}): Promise<void> => mailbox.round(creditAlerts, to);

const rowsOf = (userId: string) =>
  db.selectFrom("credit_alerts").select(["threshold", "attempts", "sent_at"]).where("user_id", "=", userId).execute();

/** Makes what waits for another attempt due. */
const waitOver = (): Promise<unknown> =>
  db
    .updateTable("credit_alerts")
    .set({ due_at: new Date(0) })
    .execute();

test.serial("an account is written to once at 80 % and once at 100 % of its free credits", async (t) => {
  const userId = await newCustomer(db);
  await use(userId, free.tts * 0.8 - 1);
  await round();
  t.deepEqual(await listCreditAlerts(db, userId), []);
  await use(userId, 1);
  t.like(await listCreditAlerts(db, userId), [{ pool: "tts", threshold: 80, granted: free.tts, remaining: 20_000 }]);
  await Promise.all([round(), round(), round()]);
  await round();
  t.deepEqual(await subjectsFor(userId), ["80% of your speech credits are used"]);
  await use(userId, 20_000);
  await round();
  await round();
  const subjects = ["80% of your speech credits are used", "Your speech credits are used up"];
  t.deepEqual(await subjectsFor(userId), subjects);
});

test.serial(
  "an account is written to at the percentage that it has chosen, and once more after it was raised",
  async (t) => {
    const userId = await newCustomer(db);
    const choose = (percent: number) => changeSettings(db, userId, { alert_percent: percent });
    await choose(50);
    await use(userId, free.tts * 0.5 - 1);
    t.deepEqual(await listCreditAlerts(db, userId), []);
    await use(userId, 1);
    t.like(await listCreditAlerts(db, userId), [{ threshold: 50, remaining: free.tts / 2 }]);
    await round();
    await choose(60);
    t.deepEqual(await listCreditAlerts(db, userId), []);
    await use(userId, free.tts * 0.15);
    await round();
    await choose(40);
    await round();
    t.deepEqual(await subjectsFor(userId), [
      "50% of your speech credits are used",
      "65% of your speech credits are used",
    ]);
  },
);

test.serial("one that used all of them at once gets the e-mail about that alone", async (t) => {
  const userId = await newCustomer(db);
  await use(userId, free.tts);
  await round();
  await round();
  t.deepEqual(await subjectsFor(userId), ["Your speech credits are used up"]);
});

test.serial("credits that are held are not used yet", async (t) => {
  const userId = await newCustomer(db);
  await use(userId, 1);
  await hold(db, userId, free.tts - 1);
  t.deepEqual(await listCreditAlerts(db, userId), []);
});

test.serial("each paid cycle has alerts of its own, and permanent credits are named beside it", async (t) => {
  const userId = await newCustomer(db);
  const first = await buy(db, userId);
  await use(userId, granted.tts * 0.9);
  const alert = {
    pool: "tts",
    threshold: 80,
    granted: granted.tts,
    remaining: 100,
    spendable: free.tts + 100,
  } as const;
  t.like(await listCreditAlerts(db, userId), [alert]);
  await round();
  t.deepEqual(await subjectsFor(userId), ["90% of your speech credits are used"]);
  const [mail] = smtp.mails.slice(-1);
  const said = mail?.source.replaceAll("=\r\n", "") ?? "";
  t.true(said.includes("100 of 1,000 characters of this billing cycle remain."), said);

  await giveBack(db, first);
  t.deepEqual(await listCreditAlerts(db, userId), []);
  await buy(db, userId);
  await use(userId, granted.tts);
  await round();
  t.deepEqual((await subjectsFor(userId)).slice(1), ["Your speech credits are used up"]);
});

test.serial("an e-mail has the operator's name, logo and colour, one recipient, and a name of its own", async (t) => {
  const userId = await newCustomer(db);
  const odd = "ada,eve@example.com";
  await db.updateTable("users").set({ email: odd }).where("id", "=", userId).execute();
  await use(userId, free.tts);
  await round();
  const [mail] = smtp.mails.slice(-1);
  t.is(mail?.from, "billing@example.com");
  t.is(mail?.to.length, 1);
  const source = mail?.source ?? "";
  t.true(source.includes(`To: <"ada,eve"@example.com>`));
  t.regex(source, /^From: =\?UTF-8\?.* <billing@example\.com>\r$/m);
  t.regex(source, /^Message-ID: <credit-alert-\d+-100@speech\.example\.com>\r$/im);
  t.regex(source, /^Auto-Submitted: auto-generated\r$/m);
  const html = source.replaceAll("=\r\n", "");
  for (const part of ["#0b6e4f", "Ravi &#38;", "cid:logo", `${publicUrl}/account/billing`])
    t.true(html.includes(part), part);
  t.regex(source, /^Content-Type: image\/png/m);
});

test.serial("a refused e-mail is sent again later, under the same name, and the log has no address", async (t) => {
  const userId = await newCustomer(db);
  await use(userId, free.tts);
  smtp.refuse(1);
  await round();
  t.deepEqual(await subjectsFor(userId), []);
  t.like(await rowsOf(userId), [{ threshold: 100, attempts: 1, sent_at: null }]);
  t.regex(reasons.at(-1) ?? "", /452/);
  t.false(reasons.join().includes("@"));
  await round();
  t.deepEqual(await subjectsFor(userId), [], "it waits");
  await waitOver();
  await round();
  t.deepEqual(await subjectsFor(userId), ["Your speech credits are used up"]);
});

test.serial("an alert that is over when it can be sent is not sent", async (t) => {
  const userId = await newCustomer(db);
  await use(userId, free.tts);
  smtp.refuse(1);
  await round();
  await buy(db, userId);
  await waitOver();
  await round();
  t.deepEqual(await subjectsFor(userId), []);
  t.not((await rowsOf(userId))[0]?.sent_at, null);
});

test.serial("after nine attempts an e-mail is given up", async (t) => {
  const userId = await newCustomer(db);
  await use(userId, free.tts);
  smtp.refuse(9);
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await round();
    await waitOver();
  }
  t.like(await rowsOf(userId), [{ attempts: 9, sent_at: null }]);
  t.deepEqual(await subjectsFor(userId), []);
});

test.serial("an address that is not verified gets an e-mail only where the operator allows that", async (t) => {
  const userId = await newCustomer(db);
  await db
    .updateTable("users")
    .set({ email_verified: false, oidc_issuer: "https://id.example.com", oidc_subject: userId })
    .where("id", "=", userId)
    .execute();
  await use(userId, free.tts);
  await round();
  t.deepEqual(await rowsOf(userId), []);
  await round({ unverified: true });
  t.is((await subjectsFor(userId)).length, 1);
});

test.serial("a closed account keeps no alert and gets none", async (t) => {
  const userId = await newCustomer(db);
  await use(userId, free.tts);
  await round();
  t.is((await rowsOf(userId)).length, 1);
  await db.transaction().execute((trx) => eraseAccount(trx, userId));
  t.deepEqual(await rowsOf(userId), []);
  await use(await newCustomer(db), 1);
  await db.updateTable("users").set({ email: "", closed_at: new Date() }).where("id", "=", userId).execute();
  await round();
  t.deepEqual(await rowsOf(userId), []);
});

test("settings of e-mail that do not go together are refused with what to do", (t) => {
  const smtpOnly = { SMTP_HOST: "mail.example.com" };
  t.throws(() => readConfig(smtpOnly), { message: /SMTP_HOST needs EMAIL_FROM and PUBLIC_URL/ });
  const whole = { ...smtpOnly, EMAIL_FROM: "a@example.com", PUBLIC_URL: publicUrl };
  t.throws(() => readConfig({ ...whole, SMTP_USER: "a" }), { message: /SMTP_USER and SMTP_PASSWORD/ });
  t.throws(() => readConfig({ ...whole, EMAIL_FROM: "nobody" }), { message: /^EMAIL_FROM: / });
  t.is(readConfig(whole).email?.isNear, false, "so that TLS is required");
  t.is(readConfig().email, null);
});
