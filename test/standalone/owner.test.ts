import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { owner } from "#src/config/owner.ts";
import { operator } from "#src/domain/api-keys/key-creator.ts";
import { isWellFormedApiKey, secretDigest } from "#src/domain/api-keys/key-format.ts";
import { findApiKeyAccount } from "#src/domain/api-keys/key-account-queries.ts";
import { findApiKeyUser } from "#src/domain/api-keys/queries.ts";
import { revokeApiKey } from "#src/domain/api-keys/revoke-api-key.ts";
import { openPostgres } from "#src/platform/postgres/postgres.ts";
import { ensureOwnerKey, findLiveKey, ownerKeyFile } from "#src/standalone/owner.ts";
import { openAdminProgram } from "#test/support/admin-program.ts";
import { createTestDatabase } from "#test/support/database.ts";
import { testEnvironment } from "#test/support/environment.ts";

const { clusterUrl, redisUrl } = testEnvironment();
const database = await createTestDatabase(clusterUrl, redisUrl);
const db = openPostgres({ url: database.url, poolSize: 4, name: "test" });
test.after.always(async () => {
  await db.destroy();
  await database.drop();
});

const issuer = "http://localhost:8081";

async function emptyFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "speech-owner-"));
  t.teardown(() => rm(folder, { recursive: true }));
  return folder;
}

const activeKeys = async (): Promise<number> => {
  const keys = db.selectFrom("api_keys").select("id").where("revoked_at", "is", null);
  return (await keys.execute()).length;
};

test.serial("the first start makes a key in a file of its owner's, and later ones keep it", async (t) => {
  const dataDir = await emptyFolder(t);
  const first = await ensureOwnerKey({ db }, { issuer, dataDir });
  t.is(first.state, "made");
  t.true(isWellFormedApiKey(first.key));
  t.is(await readFile(ownerKeyFile(dataDir), "utf8"), `${first.key}\n`);
  t.is((await stat(ownerKeyFile(dataDir))).mode & 0o777, 0o600);
  const made = await activeKeys();
  t.deepEqual(await ensureOwnerKey({ db }, { issuer, dataDir }), { key: first.key, state: "kept" });
  const elsewhere = { issuer: "http://localhost:9001", dataDir };
  t.deepEqual(await ensureOwnerKey({ db }, elsewhere), { key: first.key, state: "kept" }, "on another port as well");
  t.is(await activeKeys(), made);
  const used = db.selectFrom("api_keys").select("id").where("last_used_at", "is not", null);
  t.deepEqual(await used.execute(), [], "looking at a key is not using it");
  t.like(await findApiKeyAccount(db, secretDigest(first.key)), { role: "admin" });
});

test.serial("a key that was revoked, lost or not the owner's is replaced by the next start", async (t) => {
  const dataDir = await emptyFolder(t);
  const first = await ensureOwnerKey({ db }, { issuer, dataDir });
  const { apiKeyId = "" } = (await findLiveKey({ db }, first.key)) ?? {};
  await revokeApiKey({ db }, { apiKeyId, creator: operator, descendants: false });
  const second = await ensureOwnerKey({ db }, { issuer, dataDir });
  t.is(second.state, "replaced");
  t.not(second.key, first.key);

  await writeFile(ownerKeyFile(dataDir), "sk_of_another_database\n");
  const third = await ensureOwnerKey({ db }, { issuer, dataDir });
  t.is(third.state, "replaced");
  t.is((await stat(ownerKeyFile(dataDir))).mode & 0o777, 0o600);
  await rm(ownerKeyFile(dataDir));
  t.is((await ensureOwnerKey({ db }, { issuer, dataDir })).state, "made");
  const owners = db.selectFrom("users").select("id").where("email", "=", owner.email);
  t.is((await owners.execute()).length, 1);
});

test.serial("show-key prints the key alone, and says of one that is missing or revoked what to do", async (t) => {
  const dataDir = await emptyFolder(t);
  const { admin } = openAdminProgram({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  const missing = await admin(["show-key"]);
  t.deepEqual([missing.code, missing.out], [1, ""]);
  t.regex(missing.err, /^There is no owner's key in \S+: .* Use create-key\.\n$/);

  const { key } = await ensureOwnerKey({ db }, { issuer, dataDir });
  t.deepEqual(await admin(["show-key"]), { code: 0, out: `${key}\n`, err: "" });
  const { apiKeyId = "", userId } = (await findLiveKey({ db }, key)) ?? {};
  t.deepEqual(JSON.parse((await admin(["show-key", "--json"])).out), { api_key_id: apiKeyId, user_id: userId, key });
  t.is(await findApiKeyUser(db, { apiKeyId }), userId ?? "");

  await revokeApiKey({ db }, { apiKeyId, creator: operator, descendants: false });
  const revoked = await admin(["show-key"]);
  t.deepEqual([revoked.code, revoked.out], [1, ""]);
  t.regex(revoked.err, /^The key in \S+ no longer works: it was replaced or revoked\. Restart the service/);
});
