import { randomUUID } from "node:crypto";
import test from "ava";
import { ensureAccount } from "#src/domain/accounts/ensure-account.ts";
import { ensureOwner } from "#src/domain/accounts/ensure-owner.ts";
import { signInAccount } from "#src/domain/accounts/sign-in-account.ts";
import { type Identity, type IdentityPolicy, upsertIdentity } from "#src/domain/accounts/upsert-identity.ts";
import { openPostgres } from "#src/platform/postgres/postgres.ts";
import { createTestDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";

const { clusterUrl, redisUrl } = testEnvironment();
const database = await createTestDatabase(clusterUrl, redisUrl);
const db = openPostgres({ url: database.url, poolSize: 10, name: "test" });
test.after.always(async () => {
  await db.destroy();
  await database.drop();
});

const issuer = "https://id.example.com";
const policy: IdentityPolicy = { adminEmails: ["root@example.com"], sandbox: false };
const at = (second: number): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const nothing = { email: null, emailVerified: false, name: null, username: null };

const identity = (more: Partial<Identity> = {}): Identity => ({ ...nothing, issuer, subject: randomUUID(), ...more });
const upsert = (who: Identity, more: Partial<IdentityPolicy> = {}) =>
  upsertIdentity({ db }, who, { ...policy, ...more });
const row = (userId: string) => db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirstOrThrow();
const address = (): string => `${randomUUID()}@example.com`;
const closed = (userId: string) =>
  db.updateTable("users").set({ closed_at: new Date() }).where("id", "=", userId).execute();

const owner = () => ({ subject: randomUUID(), email: address(), name: "Owner", username: "owner" });

test.serial("the first account is an account like any other, in the sandbox as well", async (t) => {
  const made = await Promise.all([true, false].map((sandbox) => upsert(identity(), { sandbox })));
  const roles = await Promise.all(made.map(async ({ userId }) => (await row(userId)).role));
  t.deepEqual(roles, ["user", "user"]);
});

test("the owner is made once, as an admin of the sandbox with the free credits, however many starts ask at once", async (t) => {
  const who = { issuer, ...owner() };
  const made = await Promise.all(Array.from({ length: 10 }, () => ensureOwner({ db }, who)));
  t.is(new Set(made).size, 1);
  const [userId = ""] = made;
  t.like(await row(userId), { role: "admin", role_source: "sandbox", email: who.email, email_verified: true });
  const ledger = db.selectFrom("credit_ledger").select("kind").where("user_id", "=", userId);
  t.deepEqual(await ledger.execute(), [{ kind: "grant" }, { kind: "grant" }]);
  const signedIn = await upsert(identity({ ...who, emailVerified: true }), { sandbox: true });
  t.deepEqual(signedIn, { userId, closed: false });
  t.is((await row(userId)).role, "admin", "and stays one when the sandbox signs them in");
  t.is(
    (await row((await upsert(identity({ ...who, emailVerified: true }))).userId)).role,
    "user",
    "in the sandbox only",
  );
});

test("the owner is the same account when the sandbox has another address", async (t) => {
  const who = owner();
  const first = await ensureOwner({ db }, { issuer: "http://localhost:8081", ...who });
  const moved = { issuer: "http://localhost:9001", ...who };
  t.is(await ensureOwner({ db }, moved), first);
  const signedIn = await upsert({ ...identity(), ...moved, emailVerified: true }, { sandbox: true });
  t.is(signedIn.userId, first);
});

test("concurrent first calls of one identity make one account", async (t) => {
  for (let round = 0; round < 10; round += 1) {
    const who = identity({ email: address() });
    const made = await Promise.all(Array.from({ length: 30 }, () => upsert(who)));
    t.is(new Set(made.map(({ userId }) => userId)).size, 1);
  }
});

test("the same subject of another issuer is another identity", async (t) => {
  const who = identity();
  const one = await upsert(who);
  const other = await upsert({ ...who, issuer: "https://other.example.com" });
  t.not(one.userId, other.userId);
  t.is((await upsert(who)).userId, one.userId);
});

test("what the provider does not say is made up from what it does", async (t) => {
  const email = address();
  const local = email.split("@", 1)[0];
  const byEmail = await row((await upsert(identity({ email }))).userId);
  t.like(byEmail, { email, username: local, name: local, role: "user", email_verified: false });
  const named = await row((await upsert(identity({ email: address(), name: "Ann Lee", username: "ann" }))).userId);
  t.like(named, { username: "ann", name: "Ann Lee" });
  const who = identity();
  t.like(await row((await upsert(who)).userId), { email: "", username: who.subject, name: who.subject });
});

test("a verified e-mail takes over the account that was made for it on the command line", async (t) => {
  const email = address();
  const made = await ensureAccount({ db }, { email, admin: true });
  const who = identity({ email: email.toUpperCase(), emailVerified: true, name: "Ann" });
  t.deepEqual(await upsert(who), { userId: made, closed: false });
  t.like(await row(made), { oidc_issuer: issuer, oidc_subject: who.subject, role: "admin", name: "Ann" });
  t.is((await upsert(who)).userId, made);
});

test("in the sandbox an e-mail need not be verified to take over the account that was made for it, nor to name its own", async (t) => {
  const email = address();
  const made = await ensureAccount({ db }, { email, admin: false });
  t.is((await upsert(identity({ email }), { sandbox: true })).userId, made);
  const other = address();
  const signedUp = await upsert(identity({ email: other }), { sandbox: true });
  t.is(await ensureAccount({ db }, { email: other, admin: false, sandbox: true }), signedUp.userId);
  await t.throwsAsync(ensureAccount({ db }, { email: other, admin: false }), { message: /is not verified/ });
});

test("an e-mail that is not verified takes over nothing", async (t) => {
  const email = address();
  const made = await ensureAccount({ db }, { email, admin: true });
  const { userId } = await upsert(identity({ email }));
  t.not(userId, made);
  t.like(await row(made), { oidc_subject: null });
  t.like(await row(userId), { role: "user", email });
});

test("an account that has an identity is not taken over by another one with its e-mail", async (t) => {
  const email = address();
  const first = await upsert(identity({ email, emailVerified: true }));
  const second = await upsert(identity({ email, emailVerified: true }));
  t.not(first.userId, second.userId);
});

test("of many identities that want one account at once, one gets it", async (t) => {
  const email = address();
  const made = await ensureAccount({ db }, { email, admin: false });
  const wanting = Array.from({ length: 20 }, () => upsert(identity({ email, emailVerified: true })));
  const got = (await Promise.all(wanting)).map(({ userId }) => userId);
  t.is(got.filter((userId) => userId === made).length, 1);
  t.is(new Set(got).size, 20);
});

test("a closed account that was made for an e-mail is not taken over", async (t) => {
  const email = address();
  const made = await ensureAccount({ db }, { email, admin: false });
  await closed(made);
  t.not((await upsert(identity({ email, emailVerified: true }))).userId, made);
});

test("an admin is who has one of the configured addresses, verified, in any case", async (t) => {
  const roleOf = async (who: Identity) => (await row((await upsert(who)).userId)).role;
  t.is(await roleOf(identity({ email: "Root@Example.com", emailVerified: true })), "admin");
  t.is(await roleOf(identity({ email: "root@example.com", emailVerified: false })), "user");
  t.is(await roleOf(identity({ email: "root@example.com.evil.example", emailVerified: true })), "user");
  const later = identity({ email: "root@example.com" });
  t.is(await roleOf(later), "user");
  t.is(await roleOf({ ...later, emailVerified: true }), "admin", "once it is verified");
  t.is(await roleOf({ ...later, email: "other@example.com" }), "user", "and as long as it is the address");
});

test("a role that the provider gives holds until it gives another", async (t) => {
  const who = identity();
  const role = async (second: number, given?: "admin" | "user" | null) => {
    const { userId } = await upsert({ ...who, role: given }, { updatedAt: at(second) });
    return (await row(userId)).role;
  };
  t.is(await role(1), "user");
  t.is(await role(2, "admin"), "admin");
  t.is(await role(3), "admin");
  t.is(await role(4, "user"), "user");
  t.is(await role(5, "admin"), "admin");
  t.is(await role(6, null), "user");
});

test("an older notification changes nothing, the same one again neither", async (t) => {
  const who = identity();
  const notify = (second: number, name: string) => upsert({ ...who, name }, { updatedAt: at(second) });
  const { userId } = await notify(2, "second");
  await notify(1, "first");
  t.like(await row(userId), { name: "second", identity_updated_at: at(2) });
  await notify(3, "third");
  const after = await row(userId);
  await notify(3, "third");
  t.deepEqual(await row(userId), after);
  t.like(after, { name: "third", identity_updated_at: at(3) });
});

test("a token older than the last notification changes nothing, a newer one does and hides no notification", async (t) => {
  const who = identity({ email: address() });
  const { userId } = await upsert({ ...who, name: "told" }, { updatedAt: at(10) });
  await upsert({ ...who, name: "older" }, { issuedAt: at(9) });
  t.like(await row(userId), { name: "told" });
  await upsert({ ...who, name: "newer" }, { issuedAt: at(11) });
  t.like(await row(userId), { name: "newer", identity_updated_at: at(10) });
  await upsert({ ...who, name: "told again" }, { updatedAt: at(11) });
  t.like(await row(userId), { name: "told again" });
});

test("a field absent from a token is kept, one absent from a webhook is cleared", async (t) => {
  const who = identity({ email: address(), emailVerified: true, name: "Ann", username: "ann" });
  const { userId } = await upsert(who, { updatedAt: at(1) });
  await upsert({ ...who, ...nothing }, { issuedAt: at(2) });
  t.like(await row(userId), { email: who.email, email_verified: true, name: "Ann", username: "ann" });
  await upsert({ ...who, name: null, username: null }, { updatedAt: at(3) });
  const local = who.email?.split("@", 1)[0] ?? "";
  t.like(await row(userId), { email: who.email, name: local, username: local });
});

test("a closed account stays as it is, and cannot sign in", async (t) => {
  const who = identity({ email: address() });
  const { userId } = await upsert(who);
  await closed(userId);
  const before = await row(userId);
  t.deepEqual(await upsert({ ...who, name: "back" }, { updatedAt: at(9) }), { userId, closed: true });
  t.deepEqual(await row(userId), before);
  await t.throwsAsync(signInAccount({ db }, who, policy), { message: /Sign in again/ });
});

test("it can be a part of a larger transaction, and is undone with it", async (t) => {
  const who = identity();
  const undone = db.transaction().execute(async (trx) => {
    await upsertIdentity({ db: trx }, who, policy);
    throw new Error("undo");
  });
  await t.throwsAsync(undone, { message: "undo" });
  t.is(await db.selectFrom("users").select("id").where("oidc_subject", "=", who.subject).executeTakeFirst(), undefined);
});
