import { randomUUID } from "node:crypto";
import test from "ava";
import { authenticateIdentity } from "#src/domain/accounts/authenticate-identity.ts";
import { changeRole } from "#src/domain/accounts/change-role.ts";
import { applyRoleSettings, currentRole } from "#src/domain/accounts/current-role.ts";
import { ensureOwner } from "#src/domain/accounts/ensure-owner.ts";
import { ensureAccount } from "#src/domain/accounts/ensure-account.ts";
import { setRole } from "#src/domain/accounts/set-role.ts";
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

const nobody: IdentityPolicy = { adminEmails: [], sandbox: false };
const listing = (...adminEmails: readonly string[]): IdentityPolicy => ({ adminEmails, sandbox: false });
const at = (second: number): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const address = (): string => `${randomUUID()}@example.com`;
const identity = (more: Partial<Identity> = {}): Identity => ({
  ...{ issuer: "https://id.example.com", subject: randomUUID(), name: null, username: null },
  ...{ email: null, emailVerified: false },
  ...more,
});
const roleOf = async (userId: string) => {
  const account = db.selectFrom("users").select(["role", "role_source"]).where("id", "=", userId);
  const { role, role_source } = await account.executeTakeFirstOrThrow();
  return `${role} ${role_source}`;
};
/** Brings an account to what its provider says. @returns its role and where that comes from */
const apply = async (who: Identity, policy: IdentityPolicy) =>
  roleOf((await upsertIdentity({ db }, who, policy)).userId);

test.serial(
  "a role of the provider ends with the next notification that does not give it, and an older one changes nothing",
  async (t) => {
    const who = identity({ email: address() });
    const notify = (second: number, role: "admin" | "user" | null) =>
      apply({ ...who, role }, { ...nobody, updatedAt: at(second) });
    t.is(await notify(1, "admin"), "admin provider");
    t.is(await apply(who, { ...nobody, issuedAt: at(2) }), "admin provider", "a token says nothing about roles");
    t.is(await notify(3, null), "user default");
    t.is(await notify(2, "admin"), "user default", "an older one promotes no account");
    t.is(await notify(4, "admin"), "admin provider");
    t.is(await notify(3, null), "admin provider", "nor does it take a role away");
    t.is(await notify(5, "user"), "user default");
  },
);

test.serial("notifications in any order and at once end with the role of the newest", async (t) => {
  for (let round = 0; round < 20; round += 1) {
    const who = identity();
    const words = ["admin", null, "admin", "user", null].map((role, second) => ({ role, second }) as const);
    const shuffled = words.toSorted(() => Math.random() - 0.5);
    await Promise.all(
      shuffled.map(({ role, second }) =>
        upsertIdentity(
          { db },
          { ...who, role: role === "admin" ? "admin" : null },
          { ...nobody, updatedAt: at(second + (round % 2)) },
        ),
      ),
    );
    t.is(await apply(who, { ...nobody, issuedAt: at(0) }), "user default");
  }
});

test.serial(
  "a role by ADMIN_EMAILS ends when the address is struck off, changed, or not verified any more",
  async (t) => {
    const email = address();
    const who = identity({ email, emailVerified: true });
    t.is(await apply(who, listing(email)), "admin email_list");
    t.is(await apply(who, nobody), "user default", "struck off");
    t.is(await apply(who, listing(email)), "admin email_list");
    t.is(await apply({ ...who, email: address() }, listing(email)), "user default", "another address");
    t.is(await apply(who, listing(email)), "admin email_list");
    t.is(await apply({ ...who, emailVerified: false }, listing(email)), "user default", "not verified");
    t.is(await apply(who, listing(email)), "admin email_list");
    t.is(await apply({ ...who, email: null }, listing(email)), "admin email_list", "a token without an address");
  },
);

test.serial("what two sources give stays until both have taken it away", async (t) => {
  const email = address();
  const who = identity({ email, emailVerified: true });
  const notify = (second: number, role: "admin" | null, policy: IdentityPolicy) =>
    apply({ ...who, role }, { ...policy, updatedAt: at(second) });
  t.is(await notify(1, "admin", listing(email)), "admin provider");
  t.is(await notify(2, null, listing(email)), "admin email_list");
  t.is(await notify(3, "admin", nobody), "admin provider");
  t.is(await notify(4, null, nobody), "user default");
});

test.serial(
  "what an operator has decided stays, whatever provider and list say, until an operator decides otherwise",
  async (t) => {
    const email = address();
    const who = identity({ email, emailVerified: true, role: "admin" });
    const { userId } = await upsertIdentity({ db }, who, listing(email));
    await setRole({ db }, { userId, role: "user" });
    t.is(await apply(who, { ...listing(email), updatedAt: at(9) }), "user operator");
    t.is(await apply({ ...who, role: undefined }, { ...listing(email), issuedAt: at(10) }), "user operator");
    await setRole({ db }, { userId, role: "admin" });
    t.is(await apply({ ...who, role: "user" }, { ...nobody, updatedAt: at(11) }), "admin operator");
    t.is(await currentRole({ db }, userId, nobody), "admin");
  },
);

test.serial("an admin who makes themselves an admin stays one by the list only", async (t) => {
  const email = address();
  const who = identity({ email, emailVerified: true });
  const { userId } = await upsertIdentity({ db }, who, listing(email));
  await changeRole({ db }, { adminId: userId, userId, role: "admin" });
  t.is(await roleOf(userId), "admin email_list");
  const other = await ensureAccount({ db }, { email: address(), admin: false });
  await changeRole({ db }, { adminId: userId, userId: other, role: "admin" });
  t.is(await roleOf(other), "admin operator");
});

test.serial("an operator and a notification at the same moment end with the operator's word", async (t) => {
  for (let round = 0; round < 20; round += 1) {
    const who = identity({ role: "admin" });
    const { userId } = await upsertIdentity({ db }, who, { ...nobody, updatedAt: at(1) });
    await Promise.all([
      ...[2, 3, 4].map((second) => upsertIdentity({ db }, who, { ...nobody, updatedAt: at(second) })),
      setRole({ db }, { userId, role: "user" }),
      ...[5, 6, 7].map((second) => upsertIdentity({ db }, who, { ...nobody, updatedAt: at(second) })),
    ]);
    t.is(await roleOf(userId), "user operator");
  }
});

test.serial("parallel sign-ins of an admin by the list end in one state", async (t) => {
  const email = address();
  const who = identity({ email, emailVerified: true });
  const made = await Promise.all(Array.from({ length: 20 }, () => upsertIdentity({ db }, who, listing(email))));
  t.is(await roleOf(made[0]?.userId ?? ""), "admin email_list");
  await Promise.all(Array.from({ length: 20 }, () => upsertIdentity({ db }, who, nobody)));
  t.is(await roleOf(made[0]?.userId ?? ""), "user default");
});

test.serial("by the settings an admin is one no longer at once, and the start of an API writes it down", async (t) => {
  const [email, kept] = [address(), address()];
  const struck = await upsertIdentity({ db }, identity({ email, emailVerified: true }), listing(email));
  const listed = await upsertIdentity({ db }, identity({ email: kept, emailVerified: true }), listing(kept));
  const given = await upsertIdentity({ db }, identity({ role: "admin" }), { ...nobody, updatedAt: at(1) });
  const made = await ensureAccount({ db }, { email: address(), admin: true });
  const present = (userId: string) => currentRole({ db }, userId, listing(kept));
  t.deepEqual(await Promise.all([struck.userId, listed.userId, given.userId, made].map(present)), [
    "user",
    "admin",
    "admin",
    "admin",
  ]);
  t.true((await applyRoleSettings({ db }, listing(kept))).includes(struck.userId));
  t.deepEqual(await Promise.all([struck.userId, listed.userId, given.userId, made].map(roleOf)), [
    "user default",
    "admin email_list",
    "admin provider",
    "admin operator",
  ]);
});

test.serial("the owner of a sandbox is an admin of the sandbox only", async (t) => {
  const empty = await createTestDatabase(clusterUrl, redisUrl);
  const fresh = openPostgres({ url: empty.url, poolSize: 2, name: "test" });
  const who = identity({ email: address() });
  const { issuer, subject, email } = who;
  const owner = { issuer, subject, email: email ?? "", name: "Owner", username: "owner" };
  const userId = await ensureOwner({ db: fresh }, owner);
  await upsertIdentity({ db: fresh }, { ...who, role: null }, { adminEmails: [], sandbox: true, updatedAt: at(1) });
  t.is(await currentRole({ db: fresh }, userId, { adminEmails: [], sandbox: true }), "admin");
  t.is(await currentRole({ db: fresh }, userId, nobody), "user");
  t.deepEqual(await applyRoleSettings({ db: fresh }, nobody), [userId]);
  await fresh.destroy();
  await empty.drop();
});

test.serial("an access token that names another address ends a role by the list", async (t) => {
  const email = address();
  const who = identity({ email, emailVerified: true });
  const { userId } = await upsertIdentity({ db }, who, listing(email));
  const call = (token: Identity) => authenticateIdentity({ db }, token, { ...listing(email), issuedAt: new Date() });
  t.like(await call(who), { userId, role: "admin" });
  t.like(await call({ ...who, email: null, emailVerified: false }), { role: "admin" }, "it says no address");
  t.like(await call({ ...who, email: address() }), { role: "user" });
  t.is(await roleOf(userId), "user default");
});

test.serial("an admin of unknown source stays one until the list or the provider claims the role", async (t) => {
  const plant = async () => {
    const who = identity({ email: address(), emailVerified: true });
    const { userId } = await upsertIdentity({ db }, who, nobody);
    await db.updateTable("users").set({ role: "admin" }).where("id", "=", userId).execute();
    return { who, userId, listed: listing(who.email ?? "") };
  };
  const notify = (who: Identity, second: number, role: "admin" | "user" | null) =>
    apply({ ...who, role }, { ...nobody, updatedAt: at(second) });
  const one = await plant();
  t.is(await notify(one.who, 1, null), "admin default");
  t.is(await apply(one.who, nobody), "admin default");
  t.is(await notify(one.who, 2, "admin"), "admin provider");
  t.is(await notify(one.who, 3, null), "user default");
  const other = await plant();
  t.is(await apply(other.who, other.listed), "admin email_list");
  t.is(await apply(other.who, nobody), "user default");
  const third = await plant();
  t.false((await applyRoleSettings({ db }, third.listed)).includes(third.userId));
  t.is(await roleOf(third.userId), "admin email_list", "the start of an API claims it, too");
  t.is(await currentRole({ db }, third.userId, nobody), "user");
  t.is(await notify((await plant()).who, 1, "user"), "user default", "what the provider says in so many words");
});

test.serial("a role that an earlier release has taken away counts as taken by an operator", async (t) => {
  const who = identity({ email: address(), emailVerified: true });
  const listed = listing(who.email ?? "");
  const { userId } = await upsertIdentity({ db }, who, listed);
  await db.updateTable("users").set({ role: "user" }).where("id", "=", userId).execute();
  t.is(await apply(who, listed), "user operator");
});
