import { randomUUID } from "node:crypto";
import type { Db, userRoles } from "#db/schema.ts";
import { grantFreeCredits } from "#src/domain/credits/grant-free-credits.ts";
import type { Person } from "#src/providers/identity/person.ts";
import { resolveRole } from "./assigned-role.ts";
import type { IdentityTrust } from "./identity-trust.ts";
import { type AccountRow, findLinkableAccount, insertAccount, lockIdentity, updateAccount } from "./queries.ts";

type Role = (typeof userRoles)[number];

/** A person at a provider. */
export interface Identity extends Person {
  readonly issuer: string;
  readonly subject: string;
  /** The role that the provider gives the person: null is none, absent where it says nothing about roles. */
  readonly role?: Role | null | undefined;
}

/** The trust in a provider, and the age of its statement. */
export interface IdentityPolicy extends IdentityTrust {
  /** The time of the change that a notification reports. It is the whole person, and is kept so that no older one wins. */
  readonly updatedAt?: Date | undefined;
  /** The time of issue of a token. What the token does not say stays as it is. */
  readonly issuedAt?: Date | undefined;
}

/**
 * Brings the account of an identity to what its provider says, and creates it when there is none; a report that is older
 * than what has been applied changes nothing, and a closed account stays as it is. An identity that is new takes over
 * an account without one when the e-mail is the same, and verified or the sandbox's. Any number of calls at once make one account.
 */
export function upsertIdentity(
  { db }: { readonly db: Db },
  identity: Identity,
  policy: IdentityPolicy,
): Promise<{ readonly userId: string; readonly closed: boolean }> {
  const upsert = async (trx: Db) => {
    const found = (await lockIdentity(trx, identity)) ?? (await linkable(trx, identity, policy));
    if (found === null) return { userId: await create(trx, identity, policy), closed: false };
    if (found.closed_at !== null) return { userId: found.id, closed: true };
    if (!isOutdated(found, policy)) await update(trx, found, { identity, policy });
    return { userId: found.id, closed: false };
  };
  return db.isTransaction ? upsert(db) : db.transaction().execute(upsert);
}

const linkable = async (
  db: Db,
  { email, emailVerified }: Identity,
  { sandbox }: IdentityPolicy,
): Promise<AccountRow | null> =>
  email !== null && (emailVerified || sandbox) && ascii.test(email) ? findLinkableAccount(db, email) : null;

const ascii = /^[\x21-\x7e]+$/;

function isOutdated({ identity_updated_at: applied }: AccountRow, { updatedAt, issuedAt }: IdentityPolicy): boolean {
  const said = updatedAt ?? issuedAt;
  return applied !== null && said !== undefined && applied > said;
}

async function create(db: Db, identity: Identity, policy: IdentityPolicy): Promise<string> {
  const id = randomUUID();
  const columns = columnsOf(identity, policy, null);
  const role = resolveRole({ role: identity.role, address: columns }, policy, null);
  await insertAccount(db, { id, ...role, ...columns });
  await grantFreeCredits(db, id, { unverified: policy.unverifiedCredits === true });
  return id;
}

async function update(
  db: Db,
  found: AccountRow,
  { identity, policy }: { readonly identity: Identity; readonly policy: IdentityPolicy },
): Promise<void> {
  const columns = columnsOf(identity, policy, policy.updatedAt === undefined ? found : null);
  const role = resolveRole({ role: identity.role, address: columns }, policy, found);
  await updateAccount(db, found.id, { ...role, ...columns });
  await grantFreeCredits(db, found.id, { unverified: policy.unverifiedCredits === true });
}

function columnsOf(identity: Identity, { updatedAt }: IdentityPolicy, kept: AccountRow | null) {
  const email = identity.email ?? kept?.email ?? "";
  const username = identity.username ?? kept?.username ?? (localPart(email) || identity.subject);
  return {
    oidc_issuer: identity.issuer,
    oidc_subject: identity.subject,
    email,
    email_verified: identity.email === null ? (kept?.email_verified ?? false) : identity.emailVerified,
    username,
    name: identity.name ?? kept?.name ?? username,
    ...(updatedAt !== undefined && { identity_updated_at: updatedAt }),
  };
}

const localPart = (email: string): string => email.split("@", 1)[0] ?? email;
