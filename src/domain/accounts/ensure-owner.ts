import { randomUUID } from "node:crypto";
import type { Db } from "#db/schema.ts";
import { grantFreeCredits } from "#src/domain/credits/grant-free-credits.ts";
import { insertAccount, lockIdentity, updateAccount } from "./queries.ts";

/** The owner of an installation, as its sandbox signs them in. */
export interface Owner {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  readonly username: string;
}

/**
 * Makes the account of the owner, an admin with the free credits, or finds it; one that an earlier start made under another
 * issuer, which names the sandbox's port, follows to this one.
 * @returns the user id
 */
export const ensureOwner = ({ db }: { readonly db: Db }, { issuer, subject, ...profile }: Owner): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const here = await lockIdentity(trx, { issuer, subject });
    if (here !== null) return here.id;
    const elsewhere = await findBySubject(trx, subject);
    if (elsewhere !== null) {
      await updateAccount(trx, elsewhere, { oidc_issuer: issuer });
      return elsewhere;
    }
    const id = randomUUID();
    const identity = { oidc_issuer: issuer, oidc_subject: subject, email_verified: true };
    await insertAccount(trx, { id, ...identity, ...profile, role: "admin", role_source: "sandbox" });
    await grantFreeCredits(trx, id, { unverified: false });
    return id;
  });

async function findBySubject(db: Db, subject: string): Promise<string | null> {
  const account = db
    .selectFrom("users")
    .select("id")
    .where("oidc_subject", "=", subject)
    .where("closed_at", "is", null);
  return (await account.executeTakeFirst())?.id ?? null;
}
