import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";

/** Finds the account of an e-mail address, or makes it; with `admin` the account gets that role. @returns the user id */
export async function ensureAccount(
  { db }: { readonly db: Kysely<Database> },
  { email, admin }: { readonly email: string; readonly admin: boolean },
): Promise<string> {
  const localPart = email.split("@", 1)[0] ?? email;
  const row = await db
    .insertInto("users")
    .values({ id: randomUUID(), email, name: localPart, username: localPart, role: admin ? "admin" : "user" })
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(email)`)
        .where("oidc_subject", "is", null)
        .where("closed_at", "is", null)
        .doUpdateSet(() => ({
          role: admin ? "admin" : sql`users.role`,
        })),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}
