import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "#db/schema.ts";
import { grantFreeCredits } from "#src/domain/credits/grant-free-credits.ts";
import { type AccountAddress, findAccountByEmail } from "./find-account-by-email.ts";
import { setRole } from "./set-role.ts";

/**
 * Finds the account that an e-mail address names, or makes it; with `admin` the account gets that role.
 * @returns the user id
 * @throws AmbiguousEmailError
 */
export async function ensureAccount(
  { db }: { readonly db: Db },
  { admin, ...address }: AccountAddress & { readonly admin: boolean },
): Promise<string> {
  const userId =
    (await findAccountByEmail({ db }, address)) ??
    (await db.transaction().execute((trx) => makeAccount(trx, address.email)));
  if (admin) await setRole({ db }, { userId, role: "admin" });
  return userId;
}

/** Creates the account; several calls at the same time give the same account. */
async function makeAccount(db: Db, email: string): Promise<string> {
  const localPart = email.split("@", 1)[0] ?? email;
  const row = await db
    .insertInto("users")
    .values({ id: randomUUID(), email, name: localPart, username: localPart })
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(email)`)
        .where("oidc_subject", "is", null)
        .where("closed_at", "is", null)
        // Without a change the row that is there would not be returned.
        .doUpdateSet({ email: sql`users.email` }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  await grantFreeCredits(db, row.id, { unverified: false });
  return row.id;
}
