import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import test from "ava";
import { ensureAccount } from "#src/domain/accounts/ensure-account.ts";
import { authenticateApiKey } from "#src/domain/api-keys/authenticate-api-key.ts";
import { createApiKey } from "#src/domain/api-keys/create-api-key.ts";
import { operator } from "#src/domain/api-keys/key-creator.ts";
import { isWellFormedApiKey, newApiKey } from "#src/domain/api-keys/key-format.ts";
import { DomainError } from "#src/errors.ts";
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

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const valueOf = (text: string): bigint =>
  [...text].reduce((value, digit) => value * 62n + BigInt(digits.indexOf(digit)), 0n);

const account = (email: string) => ensureAccount({ db }, { email, admin: false });
const create = (userId: string) =>
  createApiKey({ db }, { userId, name: "n", description: "", creator: operator, maxLive: 20 });

test("a key is a prefix, 32 random bytes and a checksum", (t) => {
  const keys = Array.from({ length: 200 }, newApiKey);
  t.is(new Set(keys).size, keys.length);
  for (const key of keys) {
    t.regex(key, /^sk_[0-9A-Za-z]{49}$/);
    t.true(valueOf(key.slice(3, 46)) < 2n ** 256n);
    t.is(valueOf(key.slice(46)), BigInt(crc32(key.slice(0, 46))));
    t.true(isWellFormedApiKey(key));
  }
  const bytes = keys.map((key) => Number(valueOf(key.slice(3, 46)) >> 248n));
  t.true(Math.max(...bytes) > 200 && Math.min(...bytes) < 55, "the first byte takes all values, too");
});

test("a typo is noticed: any one character changed, two swapped, one lost, one more", (t) => {
  const key = newApiKey();
  const changed = [...key].map((digit, index) => {
    const other = digits[(digits.indexOf(digit) + 1) % 62] ?? "";
    return key.slice(0, index) + other + key.slice(index + 1);
  });
  const swapped = [...key].flatMap((digit, index) => {
    const next = key[index + 1] ?? digit;
    return next === digit ? [] : [key.slice(0, index) + next + digit + key.slice(index + 2)];
  });
  const lost = [...key].map((_, index) => key.slice(0, index) + key.slice(index + 1));
  for (const typo of [...changed, ...swapped, ...lost, `${key}0`, ` ${key}`, `${key}\n`, ""]) {
    t.false(isWellFormedApiKey(typo), typo);
  }
});

test("a key opens its account and is kept as a digest and a hint only", async (t) => {
  const userId = await account("digest@example.com");
  const { key, apiKeyId, createdAt } = await create(userId);
  const scopes = ["speech", "voices", "usage", "keys", "billing"];
  t.deepEqual(await authenticateApiKey({ db }, key), { apiKeyId, userId, role: "user", scopes, shouldRecordUse: true });
  const row = await db.selectFrom("api_keys").selectAll().where("id", "=", apiKeyId).executeTakeFirstOrThrow();
  t.deepEqual(row.key_sha256, createHash("sha256").update(key).digest());
  t.is(row.hint, key.slice(-4));
  t.deepEqual(row.created_at, createdAt);
});

test("an account has at most twenty active keys, however many parallel requests", async (t) => {
  const userId = await account("many@example.com");
  const results = await Promise.allSettled(Array.from({ length: 30 }, () => create(userId)));
  const made = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  t.is(made.length, 20);
  for (const result of results) {
    if (result.status === "rejected") t.like(result.reason, { name: "DomainError", code: "api_key_limit" });
  }
  t.is((await db.selectFrom("api_keys").select("id").where("user_id", "=", userId).execute()).length, 20);

  const revoked = made[0]?.apiKeyId ?? "";
  await db.updateTable("api_keys").set({ revoked_at: new Date() }).where("id", "=", revoked).execute();
  await t.notThrowsAsync(create(userId));
  await t.throwsAsync(create(userId), { instanceOf: DomainError });
  await t.notThrowsAsync(create(await account("other@example.com")), "another account is another matter");
});

test("an account is found again by its e-mail in any case, and keeps its role", async (t) => {
  const userId = await ensureAccount({ db }, { email: "Ann.Lee@example.com", admin: true });
  t.is(await account("ann.lee@EXAMPLE.com"), userId);
  const user = await db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirstOrThrow();
  t.like(user, { role: "admin", username: "Ann.Lee", name: "Ann.Lee", email: "Ann.Lee@example.com" });
  const again = await Promise.all(Array.from({ length: 10 }, () => account("race@example.com")));
  t.is(new Set(again).size, 1);
});
