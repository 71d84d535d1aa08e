import { randomUUID } from "node:crypto";
import test from "ava";
import { sql } from "kysely";
import { seed } from "#src/migrate/seed.ts";
import { authenticateIdentity } from "#src/domain/accounts/authenticate-identity.ts";
import { closeAccount } from "#src/domain/accounts/close-account.ts";
import { ensureAccount } from "#src/domain/accounts/ensure-account.ts";
import { findProfile } from "#src/domain/accounts/queries.ts";
import { type Identity, type IdentityPolicy, upsertIdentity } from "#src/domain/accounts/upsert-identity.ts";
import { correctCredits } from "#src/domain/credits/correct-credits.ts";
import { freeCreditState } from "#src/domain/credits/grant-free-credits.ts";
import { findBalances } from "#src/domain/credits/queries.ts";
import { recountCredits } from "#src/domain/credits/recount-credits.ts";
import { openPostgres } from "#src/platform/postgres/postgres.ts";
import { readIdentityEvent } from "#src/providers/identity/identity-event.ts";
import { createTestDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";
import { free } from "#test/support/purchases.ts";

const { clusterUrl, redisUrl } = testEnvironment();
const database = await createTestDatabase(clusterUrl, redisUrl);
const db = openPostgres({ url: database.url, poolSize: 10, name: "test" });
// Whatever a test does, the ledger checks pass afterwards.
test.after("the recount finds no difference", async (t) => {
  t.deepEqual((await recountCredits({ db })).differences, []);
});
test.after.always(async () => {
  await db.destroy();
  await database.drop();
});

const none = { tts: 0, asr: 0 } as const;
const policy: IdentityPolicy = { adminEmails: [], sandbox: false };
const address = (): string => `${randomUUID()}@example.com`;
const person = (email: string | null, emailVerified: boolean): Identity => ({
  ...{ issuer: "https://id.example.com", subject: randomUUID(), name: null, username: null },
  ...{ email, emailVerified },
});
const signUp = async (who: Identity, more: Partial<IdentityPolicy> = {}): Promise<string> =>
  (await upsertIdentity({ db }, who, { ...policy, ...more })).userId;
const close = (who: Identity) =>
  db.transaction().execute((trx) => closeAccount({ db: trx, readEvent: readIdentityEvent }, who));

test.serial("an unverified address grants no free credits, however often it signs up", async (t) => {
  const email = address();
  for (let round = 0; round < 10; round += 1) {
    const who = person(email, false);
    t.deepEqual(await findBalances(db, await signUp(who)), none);
    await close(who);
  }
  t.deepEqual(await findBalances(db, await signUp(person(null, false))), none, "nor does none at all");
});

test.serial(
  "a verified address brings the free credits, and they come once with a later verification, too",
  async (t) => {
    t.deepEqual(await findBalances(db, await signUp(person(address(), true))), free);
    for (const word of [{ updatedAt: new Date() }, { issuedAt: new Date() }]) {
      const who = person(address(), false);
      const userId = await signUp(who);
      t.deepEqual(await findBalances(db, userId), none);
      await correctCredits({ db }, { userId, pool: "tts", credits: 7, reason: "a present" });
      for (let again = 0; again < 3; again += 1) await signUp({ ...who, emailVerified: true }, word);
      t.deepEqual(await findBalances(db, userId), { ...free, tts: free.tts + 7 });
    }
  },
);

test.serial("an access token that says the address is verified brings the free credits", async (t) => {
  const who = person(address(), false);
  const { userId } = await authenticateIdentity({ db }, who, { ...policy, issuedAt: new Date() });
  t.deepEqual(await findBalances(db, userId), none);
  for (let again = 0; again < 3; again += 1) {
    await authenticateIdentity({ db }, { ...who, emailVerified: true }, { ...policy, issuedAt: new Date() });
    t.deepEqual(await findBalances(db, userId), free);
  }
});

test.serial("an address brings the free credits once for ever, in any of its spellings", async (t) => {
  const local = randomUUID().replaceAll("-", "");
  const spelled = (text: string) => text.replace("LOCAL", local);
  const dotted = `${local.slice(0, 3)}.${local.slice(3)}`;
  const families = [
    [
      "LOCAL@example.com",
      "LOCAL@EXAMPLE.com",
      " LOCAL@example.com ",
      "LOCAL+shop@example.com",
      "LOCAL+a+b@example.com",
    ],
    ["LOCAL@gmail.com", `${dotted}@gmail.com`, `${dotted}+x@GoogleMail.com`],
  ];
  for (const family of families) {
    const got = [];
    for (const spelling of family) {
      const who = person(spelled(spelling), true);
      got.push(await findBalances(db, await signUp(who)));
      await close(who);
    }
    t.deepEqual(got, [free, ...family.slice(1).map(() => none)]);
  }
  t.deepEqual(
    await findBalances(db, await signUp(person(`${dotted}@example.com`, true))),
    free,
    "dots count elsewhere",
  );
});

test.serial("an account gets them once, whatever address it verifies next", async (t) => {
  const who = person(address(), true);
  const userId = await signUp(who);
  await signUp({ ...who, email: address() });
  t.deepEqual(await findBalances(db, userId), free);
});

test.serial("of forty sign-ups at once with one address one gets them, and of one account's calls one", async (t) => {
  const email = address();
  const made = await Promise.all(Array.from({ length: 40 }, () => signUp(person(email, true))));
  const balances = await Promise.all(made.map((userId) => findBalances(db, userId)));
  t.is(new Set(made).size, 40);
  t.is(balances.filter(({ tts }) => tts === free.tts).length, 1);
  t.is(balances.filter(({ tts }) => tts === 0).length, 39);
  const who = person(address(), true);
  const same = await Promise.all(Array.from({ length: 30 }, () => signUp(who)));
  t.deepEqual(await findBalances(db, same[0] ?? ""), free);
});

test.serial(
  "what is kept of an address after its account is gone is a hash that tells nothing without the key",
  async (t) => {
    const email = address();
    const who = person(email, true);
    await signUp(who);
    await close(who);
    const known = async (hash: ReturnType<typeof sql>) => {
      const { rows } = await sql`select 1 from free_credit_addresses where address_hash = ${hash}`.execute(db);
      return rows.length;
    };
    t.is(await known(sql`hash_address(${email})`), 1);
    t.is(await known(sql`sha256(convert_to(${email}, 'UTF8'))`), 0);
  },
);

test.serial(
  "an account that an operator makes is vouched for, and keeps its credits when its owner signs in",
  async (t) => {
    const email = address();
    const ids = await Promise.all([1, 2, 3].map(() => ensureAccount({ db }, { email, admin: false })));
    t.deepEqual(await findBalances(db, ids[0] ?? ""), free);
    t.is(await signUp(person(email, true)), ids[0] ?? "");
    t.deepEqual(await findBalances(db, ids[0] ?? ""), free);
  },
);

test.serial("where the operator trusts all addresses, they need not be verified, but still count once", async (t) => {
  for (const vouching of [{ unverifiedCredits: true }, { unverifiedCredits: true, sandbox: true }]) {
    const who = person(address(), false);
    t.deepEqual(await findBalances(db, await signUp(who, vouching)), free);
    await close(who);
    t.deepEqual(await findBalances(db, await signUp({ ...who, subject: randomUUID() }, vouching)), none);
  }
});

test.serial("an account sees what to do, and cannot learn whose address was used", async (t) => {
  const email = address();
  const stateOf = async (userId: string) => {
    const account = await findProfile(db, userId);
    return account && freeCreditState(account, { unverified: false });
  };
  t.is(await stateOf(await signUp(person(email, true))), "granted");
  t.is(await stateOf(await signUp(person(email, true))), "address_used");
  t.is(await stateOf(await signUp(person(email, false))), "verify_email");
  t.is(await stateOf(await signUp(person(address(), false))), "verify_email");
});

test.serial(
  "accounts from before there were credits get them with the seed when their address is proven",
  async (t) => {
    const plant = async (more: { email_verified?: boolean; closed_at?: Date }, identity = true) => {
      const id = randomUUID();
      const oidc = identity ? { oidc_issuer: "https://id.example.com", oidc_subject: id } : {};
      await db
        .insertInto("users")
        .values({ id, email: address(), name: "", username: "", ...oidc, ...more })
        .execute();
      return id;
    };
    const [verified, made] = [await plant({ email_verified: true }), await plant({}, false)];
    const [unverified, closed] = [await plant({}), await plant({ email_verified: true, closed_at: new Date() })];
    await Promise.all([seed(db), seed(db)]);
    for (const userId of [verified, made]) t.deepEqual(await findBalances(db, userId), free);
    for (const userId of [unverified, closed]) t.deepEqual(await findBalances(db, userId), none);
  },
);
