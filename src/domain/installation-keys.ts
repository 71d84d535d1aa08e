import type { Db } from "#db/schema.ts";

/** A secret that was drawn when the database was made, and that all processes of this installation know. */
export async function findInstallationKey(db: Db, name: "demo callers" | "webhook secrets"): Promise<Buffer> {
  const row = await db
    .selectFrom("installation_keys")
    .select("secret")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return row.secret;
}
