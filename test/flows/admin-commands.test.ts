import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import test from "ava";
import { sql } from "kysely";
import { z } from "zod";
import { creditPools } from "#db/billing-schema.ts";
import { apiKeyScopes, roleSources } from "#db/schema.ts";
import { isWellFormedApiKey } from "#src/domain/api-keys/key-format.ts";
import { openAdminProgram } from "#test/support/admin-program.ts";
import { startService } from "#test/support/service.ts";

const root = join(import.meta.dirname, "../..");
const service = await startService();
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const commands = [
  "create-key",
  "list-users",
  "set-role",
  "revoke-key",
  "sign-out",
  "grant-credits",
  "recount-credits",
  "recount-storage",
  "hold-removals",
  "payment-events",
];

const { admin, answered } = openAdminProgram({ DATABASE_URL: service.env["DATABASE_URL"] ?? "" });

const statusOf = async (key: string, path = "/v1/api-keys") => (await service.call("GET", path, { key })).status;
const newAddress = () => `${randomUUID()}@example.com`;

/** An account that has signed up with this address at an identity provider. */
async function insertIdentity(email: string, verified: boolean): Promise<string> {
  const id = randomUUID();
  const identity = { oidc_issuer: "https://id.example.com", oidc_subject: id, email_verified: verified };
  await db
    .insertInto("users")
    .values({ id, email, name: "", username: "", ...identity })
    .execute();
  return id;
}

const idsOf = async (email: string) =>
  (await db.selectFrom("users").select("id").where("email", "=", email).execute()).map(({ id }) => id);
const roleOf = async (id: string) =>
  (await db.selectFrom("users").select("role").where("id", "=", id).executeTakeFirst())?.role;

test("without a command, and for help, every command is named; each tells its options", async (t) => {
  for (const args of [[], ["help"], ["--help"]]) {
    const { code, out, err } = await admin(args, "", {});
    t.deepEqual([code, err], [0, ""]);
    for (const command of commands) t.regex(out, new RegExp(`^  ${command} `, "m"));
  }
  for (const command of commands) {
    const { code, out } = await admin([command, "--help"], "", {});
    t.is(code, 0);
    t.regex(out, new RegExp(`^Usage: npm run -s admin -- ${command} `));
    t.regex(out, /^ {2}--json /m);
  }
});

const misunderstood: readonly (readonly [args: readonly string[], sentence: RegExp])[] = [
  [["make-key"], /^Unknown command: make-key\./],
  [["create-key", "--email", "a@example.com"], /^--name is required$/m],
  [["create-key", "--email", "a@example.com", "--name", ""], /^--name is empty$/m],
  [["create-key", "--email", "a@example.com", "--name", "😀".repeat(101)], /^--name is longer than 100 characters$/m],
  [["create-key", "--email", "a", "--name", "n"], /^--email must be an e-mail address$/m],
  [["create-key", "--name", "n"], /^Name the account with either --email or --user-id\.$/m],
  [["create-key", "--email", "a@example.com", "--name", "n", "--colour", "red"], /'--colour'/],
  [["create-key", "laptop"], /'laptop'/],
  ...["speech,", "all,speech"].map(
    (scopes) =>
      [
        ["create-key", "--email", "a@example.com", "--name", "n", "--scopes", scopes],
        /^--scopes is all, or some of speech,voices,usage,keys,billing,admin$/m,
      ] as const,
  ),
  [["list-users", "--limit", "0"], /^--limit is at least 1$/m],
  [["list-users", "--limit", "1001"], /^--limit is at most 1000$/m],
  [["list-users", "--page", "x"], /^--page must be a whole number$/m],
  [["set-role", "--email", "a@example.com", "--role", "owner"], /^--role must be user or admin$/m],
  [["set-role", "--email", "a@example.com"], /^--role must be user or admin$/m],
  [["set-role", "--email", "a@b.co", "--user-id", randomUUID(), "--role", "user"], /either --email or --user-id/],
  [["revoke-key"], /^Give either --api-key-id or --key\.$/m],
  [["revoke-key", "--key", "--api-key-id", randomUUID()], /^Give either --api-key-id or --key\.$/m],
  [["revoke-key", "--api-key-id", "x"], /^--api-key-id must be a UUID$/m],
  [["sign-out", "--user-id", "x"], /^--user-id must be a UUID$/m],
  [["payment-events", "--status", "lost"], /^--status must be one of queued, .*, quarantined, failed, done, all$/m],
  [["payment-events", "--limit", "1001"], /^--limit is at most 1000$/m],
];

test("a command that is not understood changes nothing, says why and ends with 2", async (t) => {
  for (const [args, sentence] of misunderstood) {
    const { code, out, err } = await admin(args, "", {});
    t.deepEqual([code, out], [2, ""], args.join(" "));
    t.regex(err, sentence);
  }
});

test("without a database, and without one that answers, a command says so and ends with 1", async (t) => {
  const nowhere = await admin(["list-users"], "", { DATA_DIR: join(root, "no-such-folder") });
  t.deepEqual([nowhere.code, nowhere.out], [1, ""]);
  t.is(
    nowhere.err,
    "No service is running here. Start it with npm start, or set DATABASE_URL, or the DATA_DIR that it was started with.\n",
  );
  const silent = await admin(["list-users"], "", { DATABASE_URL: "postgres://localhost:1/none" });
  t.is(silent.code, 1);
  t.regex(silent.err, /^The database does not answer \(connect ECONNREFUSED .*\)\.\n$/);
});

const made = z.strictObject({
  api_key_id: z.uuid(),
  user_id: z.uuid(),
  name: z.string(),
  description: z.string(),
  scopes: z.array(z.enum(apiKeyScopes)),
  key: z.string(),
  created_at: z.iso.datetime(),
});

test("create-key makes the account once, prints the key alone, and as JSON all of it", async (t) => {
  const email = newAddress();
  const { code, out, err } = await admin(["create-key", "--email", email, "--name", "laptop"]);
  t.deepEqual([code, err], [0, ""]);
  t.true(isWellFormedApiKey(out.trimEnd()));
  t.is(out, `${out.trim()}\n`);
  t.is(await statusOf(out.trim()), 200);
  const again = ["create-key", "--email", email.toUpperCase(), "--name", "desk", "--description", "Mine.", "--admin"];
  const second = await answered(made, again);
  t.like(second, { name: "desk", description: "Mine." });
  t.deepEqual(await idsOf(email), [second.user_id]);
  t.is(await roleOf(second.user_id), "admin");
  t.is(await statusOf(second.key, "/v1/contact-submissions"), 200);
  t.is(await statusOf(out.trim(), "/v1/contact-submissions"), 403, "the first key has not got the scope");
});

test("create-key gives all scopes but admin, all with --admin, or those of --scopes", async (t) => {
  const create = async (...options: readonly string[]) =>
    (await answered(made, ["create-key", "--email", newAddress(), "--name", "n", ...options])).scopes;
  const ordinary = apiKeyScopes.filter((scope) => scope !== "admin");
  t.deepEqual(await create(), ordinary);
  t.deepEqual(await create("--admin"), [...apiKeyScopes]);
  t.deepEqual(await create("--scopes", "all"), [...apiKeyScopes]);
  t.deepEqual(await create("--scopes", "keys,speech,keys"), ["speech", "keys"]);
  t.deepEqual(await create("--admin", "--scopes", "usage"), ["usage"]);
});

test("an account is named by its id, too; an unknown or closed one is none", async (t) => {
  const id = await insertIdentity(newAddress(), false);
  const { user_id: userId } = await answered(made, ["create-key", "--user-id", id, "--name", "n", "--admin"]);
  t.deepEqual([userId, await roleOf(id)], [id, "admin"]);
  await db.updateTable("users").set({ closed_at: new Date() }).where("id", "=", id).execute();
  for (const unknown of [id, randomUUID()]) {
    for (const command of [["create-key", "--name", "n"], ["set-role", "--role", "user"], ["sign-out"]]) {
      const { code, err } = await admin([...command, "--user-id", unknown]);
      t.deepEqual([code, err], [1, `Account ${unknown} not found.\n`]);
    }
  }
});

test("the twenty-first key of an account is refused", async (t) => {
  const { key, userId } = await service.account();
  const create = () => service.call("POST", "/v1/api-keys", { key, json: { name: "n" } });
  for (let count = 1; count < 20; count += 1) t.is((await create()).status, 201);
  const { code, err } = await admin(["create-key", "--user-id", userId, "--name", "n"]);
  t.deepEqual(
    [code, err],
    [1, "The account has reached its limit of active API keys. Revoke one to create another.\n"],
  );
});

test("an address that its owner has verified names that account", async (t) => {
  const email = newAddress();
  const id = await insertIdentity(email, true);
  await insertIdentity(email, false);
  const { user_id: userId } = await answered(made, ["create-key", "--email", email, "--name", "n"]);
  t.is(userId, id);
  t.is((await idsOf(email)).length, 2, "no third account was made");
});

test("an unverified address names no account that signed up with it, but one created here", async (t) => {
  const email = newAddress();
  const id = await insertIdentity(email, false);
  for (const command of [["create-key", "--name", "n"], ["set-role", "--role", "admin"], ["sign-out"]]) {
    const { code, out, err } = await admin([...command, "--email", email]);
    t.deepEqual([code, out], [1, ""]);
    t.regex(err, new RegExp(`^The address ${email} is not verified: .* --user-id \\(${id}\\)\\.\n$`));
  }
  t.deepEqual([await idsOf(email), await roleOf(id)], [[id], "user"]);

  const own = randomUUID();
  await db.insertInto("users").values({ id: own, email, name: "", username: "" }).execute();
  const { user_id: userId } = await answered(made, ["create-key", "--email", email, "--name", "n"]);
  t.is(userId, own);
});

test("an address of two accounts that are both proven names neither", async (t) => {
  const email = newAddress();
  const ids = [await insertIdentity(email, true), await insertIdentity(email, true)];
  const { code, err } = await admin(["set-role", "--email", email, "--role", "admin"]);
  t.is(code, 1);
  t.regex(err, /^Several accounts have the address /);
  for (const id of ids) t.true(err.includes(id) && (await roleOf(id)) === "user");
});

const page = z.object({
  items: z.array(
    z.strictObject({
      user_id: z.uuid(),
      email: z.string(),
      email_verified: z.boolean(),
      has_identity: z.boolean(),
      name: z.string(),
      username: z.string(),
      role: z.string(),
      role_source: z.enum(roleSources),
      created_at: z.iso.datetime(),
      closed_at: z.iso.datetime().nullable(),
    }),
  ),
  total: z.int(),
  has_next: z.boolean(),
});

test("accounts are listed newest first, in pages, by a part of their address, and no name reaches the terminal", async (t) => {
  const part = randomUUID();
  const ids: string[] = [];
  for (const name of ["a", "b\u001b[2J", "c"]) {
    // Two that were made within a millisecond would be in the order of their ids.
    await sql`update users set created_at = created_at - interval '1 minute' where id = any(${ids})`.execute(db);
    ids.unshift(await insertIdentity(`${name}${part}@example.com`, false));
  }
  const all = await answered(page, ["list-users", "--email", part.toUpperCase()]);
  t.deepEqual(
    all.items.map((item) => item.user_id),
    ids,
  );
  t.like(all, { total: 3, has_next: false });
  t.like(all.items[0], { email: `c${part}@example.com`, role: "user", has_identity: true, email_verified: false });
  const second = await answered(page, ["list-users", "--email", part, "--limit", "2", "--page", "2"]);
  t.deepEqual([second.items.map((item) => item.user_id), second.total], [ids.slice(2), 3]);
  t.true((await answered(page, ["list-users", "--limit", "1"])).has_next);

  const { out } = await admin(["list-users", "--email", part]);
  const lines = out.trimEnd().split("\n");
  t.is(lines.length, 4);
  t.true(lines[0]?.startsWith(`${ids[0]}  user `));
  t.true(lines[0]?.endsWith(`c${part}@example.com  (address not verified)`));
  t.is(lines[3], "3 of 3 accounts, page 1.");
  t.false(out.includes("\u001b"));
});

test("a role is given and taken from the next request on", async (t) => {
  const { key, userId } = await service.account();
  const [email] = await db.selectFrom("users").select("email").where("id", "=", userId).execute();
  const role = z.strictObject({ user_id: z.literal(userId), role: z.enum(["user", "admin"]) });
  t.is(await statusOf(key, "/v1/contact-submissions"), 403);
  t.like(await answered(role, ["set-role", "--email", email?.email ?? "", "--role", "admin"]), { role: "admin" });
  t.is(await statusOf(key, "/v1/contact-submissions"), 200);
  t.is((await admin(["set-role", "--user-id", userId, "--role", "user"])).code, 0);
  t.is(await statusOf(key, "/v1/contact-submissions"), 403);
  t.is((await admin(["set-role", "--email", newAddress(), "--role", "admin"])).code, 1);
});

test("a key is revoked by its id or by itself, read from standard input, and again without a change", async (t) => {
  const revoked = z.strictObject({
    ...{ api_key_id: z.uuid(), revoked_at: z.iso.datetime() },
    ...{ revoked_descendants: z.array(z.uuid()), live_descendants: z.int() },
  });
  const email = newAddress();
  const [one, other] = [
    await answered(made, ["create-key", "--email", email, "--name", "one"]),
    await answered(made, ["create-key", "--email", email, "--name", "other"]),
  ];
  const first = await answered(revoked, ["revoke-key", "--api-key-id", one.api_key_id]);
  t.deepEqual([await statusOf(one.key), await statusOf(other.key)], [401, 200]);
  const typed = await admin(["revoke-key", "--key"], `${other.key}\n`);
  t.deepEqual([typed.code, typed.err], [0, ""]);
  t.false(typed.out.includes(other.key));
  t.is(await statusOf(other.key), 401);
  t.deepEqual(await answered(revoked, ["revoke-key", "--api-key-id", one.api_key_id]), first);
  for (const wrong of [
    await admin(["revoke-key", "--api-key-id", randomUUID()]),
    await admin(["revoke-key", "--key"], "sk_x"),
  ]) {
    t.deepEqual([wrong.code, wrong.err], [1, "API key not found.\n"]);
  }
});

test("revoke-key tells how many keys were made with the key, and revokes them, too, with --descendants", async (t) => {
  const maker = await answered(made, ["create-key", "--email", newAddress(), "--name", "n"]);
  const child = await service.call("POST", "/v1/api-keys", { key: maker.key, json: { name: "n" } });
  const { key } = child.data(z.object({ key: z.string() }));
  const revoke = async (...options: readonly string[]) =>
    (await admin(["revoke-key", "--api-key-id", maker.api_key_id, ...options])).out.split("\n").slice(1, -1);
  t.deepEqual(await revoke(), ["Keys created with it, still active: 1. See --descendants."]);
  t.is(await statusOf(key), 200);
  t.deepEqual(await revoke("--descendants"), ["Keys created with it, also revoked: 1."]);
  t.is(await statusOf(key), 401);
});

test("sign-out ends all sessions of the account and no others; its keys keep working", async (t) => {
  const [one, other] = await Promise.all([service.account(), service.account()]);
  const inAnHour = new Date(Date.now() + 3_600_000);
  for (const userId of [one.userId, one.userId, other.userId]) {
    const session = { id: randomUUID(), user_id: userId, token_sha256: randomBytes(32), expires_at: inAnHour };
    await db.insertInto("sessions").values(session).execute();
  }
  const ended = z.strictObject({ user_id: z.literal(one.userId), signed_out: z.int() });
  t.is((await answered(ended, ["sign-out", "--user-id", one.userId])).signed_out, 2);
  t.is((await answered(ended, ["sign-out", "--user-id", one.userId])).signed_out, 0);
  t.is((await db.selectFrom("sessions").select("id").where("user_id", "=", other.userId).execute()).length, 1);
  t.is(await statusOf(one.key), 200);
});

const corrected = z.strictObject({
  user_id: z.uuid(),
  pool: z.enum(creditPools),
  credits: z.int(),
  remaining: z.int(),
});
const grant = (userId: string, credits: string) =>
  ["grant-credits", "--user-id", userId, "--pool", "asr", `--credits=${credits}`, "--reason", "A gift."] as const;

test("grant-credits gives and takes credits with a reason, but never more than there are", async (t) => {
  const { userId } = await service.account(0);
  t.like(await answered(corrected, [...grant(userId, "200")]), { credits: 200, remaining: 36_200 });
  t.like(await answered(corrected, [...grant(userId, "-36200")]), { remaining: 0 });
  const short = await admin([...grant(userId, "-1")]);
  t.deepEqual([short.code, short.err], [1, "Insufficient credits: the account has 0.\n"]);
  const entries = db.selectFrom("credit_ledger").select(["credits", "reason"]).where("user_id", "=", userId);
  t.deepEqual(await entries.where("kind", "=", "correction").orderBy("id").execute(), [
    { credits: 200, reason: "A gift." },
    { credits: -36_200, reason: "A gift." },
  ]);
  const { code, err } = await admin(["grant-credits", "--user-id", userId, "--credits", "0", "--reason", " "]);
  t.is(code, 2);
  for (const problem of ["--pool must be tts or asr", "--credits is 1 to", "--reason is empty"])
    t.true(err.includes(problem), err);
  t.is((await admin([...grant(randomUUID(), "1")])).code, 1);
});

test.serial("recount-credits names the accounts that fail the ledger checks", async (t) => {
  const { userId } = await service.account(0);
  const { code, out } = await admin(["recount-credits"]);
  t.is(code, 0);
  t.regex(out, /^0 of \d+ balances are wrong\.\n$/);
  const change = (credits: number) =>
    sql`update balances set permanent = permanent + ${credits} where user_id = ${userId} and pool = 'tts'`;
  await change(3).execute(db);
  const wrong = { user_id: userId, pool: "tts", balance: 100_003, held: 0, ledger: 100_000, charged: 0, used: 0 };
  const recounted = z.object({ differences: z.array(z.unknown()) });
  t.deepEqual((await answered(recounted, ["recount-credits"])).differences, [wrong]);
  t.true((await admin(["recount-credits"])).out.startsWith(`${userId}  tts  balance 100003  held 0  ledger 100000`));
  await change(-3).execute(db);
});

test.serial("recount-storage says whether the stored bytes add up, and whose do not", async (t) => {
  const { userId } = await service.account(0);
  const { code, out } = await admin(["recount-storage"]);
  t.deepEqual([code, /^0 of \d+ totals are wrong\.\n$/.test(out)], [0, true]);
  await sql`insert into storage_totals (user_id, bytes) values (${userId}, 5)`.execute(db);
  const wrong = { user_id: userId, total: 5, counted: 0, unnamed: 0 };
  const recounted = z.object({ differences: z.array(z.unknown()) });
  t.deepEqual((await answered(recounted, ["recount-storage"])).differences, [wrong]);
  t.true((await admin(["recount-storage"])).out.startsWith(`${userId}  total 5  counted 0  unnamed 0\n`));
  await sql`delete from storage_totals where user_id = ${userId}`.execute(db);
});

test.serial("hold-removals keeps stored audio for a while, and lets it go again", async (t) => {
  const held = z.object({ held_until: z.iso.datetime() });
  const { held_until: until } = await answered(held, ["hold-removals", "--minutes", "90"]);
  t.true(Math.abs(Date.parse(until) - Date.now() - 90 * 60_000) < 60_000);
  t.is((await db.selectFrom("removal_holds").selectAll().execute()).length, 1);
  t.is((await admin(["hold-removals", "--release"])).out, "Deleted audio is removed again.\n");
  t.deepEqual(await db.selectFrom("removal_holds").selectAll().execute(), []);
  for (const wrong of [[], ["--minutes", "0"], ["--minutes", "1", "--release"]])
    t.is((await admin(["hold-removals", ...wrong])).code, 2, wrong.join(" "));
});
