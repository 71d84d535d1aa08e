import { type Insertable, sql, type Updateable } from "kysely";
import { prepared } from "#db/prepared.ts";
import type { Database, Db } from "#db/schema.ts";
import { hasFreeCredits } from "#src/domain/credits/grant-free-credits.ts";

const columns = [
  "id",
  "email",
  "name",
  "username",
  "role",
  "role_source",
  "email_verified",
  "identity_updated_at",
  "closed_at",
  "blocked_at",
  "created_at",
  "keep_recordings",
  "alert_percent",
] as const;

const selectAccounts = (db: Db) => db.selectFrom("users").select(columns);

/** An account as it stands in its row; a closed one is the tombstone of what was erased. */
export type AccountRow = Awaited<ReturnType<ReturnType<typeof selectAccounts>["executeTakeFirstOrThrow"]>>;

/** Whom a provider means: its issuer, and the subject that is unique there. */
export interface IdentityName {
  readonly issuer: string;
  readonly subject: string;
}

/** An account by its id, closed or not. */
export async function findAccount(db: Db, userId: string): Promise<AccountRow | null> {
  return (await selectAccounts(db).where("id", "=", userId).executeTakeFirst()) ?? null;
}

/** Reads the profile of an account. */
export async function findProfile(db: Db, userId: string) {
  const profile = selectAccounts(db).select(hasFreeCredits.as("has_free_credits")).where("id", "=", userId);
  return (await profile.withPlugin(prepared("find-profile")).executeTakeFirst()) ?? null;
}

const selectByIdentity = (db: Db, { issuer, subject }: IdentityName) =>
  selectAccounts(db).where("oidc_issuer", "=", issuer).where("oidc_subject", "=", subject);

/** Keeps the admins from changing until the transaction ends. @returns their ids */
export async function lockAdmins(db: Db): Promise<readonly string[]> {
  const admins = db.selectFrom("users").select("id").where("role", "=", "admin").where("closed_at", "is", null);
  return (await admins.orderBy("id").forNoKeyUpdate().execute()).map(({ id }) => id);
}

/** The account of an identity, closed or not. */
export async function findIdentity(db: Db, name: IdentityName): Promise<AccountRow | null> {
  return (await selectByIdentity(db, name).executeTakeFirst()) ?? null;
}

/** The identity of an account; null for one that was made on the command line. */
export async function findIdentityName(db: Db, userId: string): Promise<IdentityName | null> {
  const account = db.selectFrom("users").select(["oidc_issuer as issuer", "oidc_subject as subject"]);
  const found = await account.where("id", "=", userId).executeTakeFirst();
  if (found === undefined || found.issuer === null || found.subject === null) return null;
  return { issuer: found.issuer, subject: found.subject };
}

/** The account of an identity as `findIdentity` finds it; until the transaction ends no other one makes or changes this account. */
export async function lockIdentity(db: Db, name: IdentityName): Promise<AccountRow | null> {
  const key = JSON.stringify([name.issuer, name.subject]);
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
  return (await selectByIdentity(db, name).forNoKeyUpdate().executeTakeFirst()) ?? null;
}

/** The one open account without an identity that has this e-mail, locked until the transaction ends. */
export async function findLinkableAccount(db: Db, email: string): Promise<AccountRow | null> {
  const row = await selectAccounts(db)
    .where(sql`lower(email)`, "=", sql`lower(${email})`)
    .where("oidc_subject", "is", null)
    .where("closed_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function insertAccount(db: Db, account: Insertable<Database["users"]>): Promise<void> {
  await db.insertInto("users").values(account).execute();
}

export async function updateAccount(db: Db, userId: string, changes: Updateable<Database["users"]>): Promise<void> {
  await db.updateTable("users").set(changes).where("id", "=", userId).execute();
}

/** Changes the settings of an account that are named. */
export async function changeSettings(
  db: Db,
  userId: string,
  changes: Pick<Updateable<Database["users"]>, "keep_recordings" | "alert_percent">,
): Promise<void> {
  if (Object.keys(changes).length > 0) await updateAccount(db, userId, changes);
}

/** Whether the recordings of an account's transcriptions are kept; those of anonymous calls never are. */
export async function keepsRecordings(db: Db, userId: string | null): Promise<boolean> {
  if (userId === null) return false;
  const account = db.selectFrom("users").select("keep_recordings").where("id", "=", userId);
  return (await account.executeTakeFirst())?.keep_recordings ?? false;
}

/**
 * Locks an account, so that its orders, changes of its purchases and its end come one after the other.
 * @returns false for a closed account
 */
export async function lockAccount(db: Db, userId: string): Promise<boolean> {
  const account = db.selectFrom("users").select("closed_at").where("id", "=", userId).forNoKeyUpdate();
  return (await account.withPlugin(prepared("lock-account")).executeTakeFirst())?.closed_at === null;
}
