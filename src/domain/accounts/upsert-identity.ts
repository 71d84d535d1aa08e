import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database, userRoles } from "#db/schema.ts";
import { openCredits } from "#src/domain/credits/open-credits.ts";
import {
  type AccountRow,
  findLinkableAccount,
  insertAccount,
  isFirstAccount,
  lockIdentity,
  updateAccount,
} from "./queries.ts";

type Role = (typeof userRoles)[number];

/** What a provider says of a person; null is what it does not say. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly username: string | null;
  /** What the provider makes of the person; without it the role stays as it is. */
  readonly role?: Role | undefined;
}

/** How far a provider is trusted, and how old its word is. */
export interface IdentityPolicy {
  /** Lower case. Who has one of these addresses, verified, is an admin. */
  readonly adminEmails: readonly string[];
  /** In the sandbox the very first account is an admin. */
  readonly sandbox: boolean;
  /** Of a notification: when the person was changed. It is the whole person, and is kept so that no older one wins. */
  readonly updatedAt?: Date | undefined;
  /** Of a token: when it was issued. What it does not say stays as it is. */
  readonly issuedAt?: Date | undefined;
}

/**
 * Brings the account of an identity to what its provider says, and makes it when there is none; word that is older
 * than what has been applied changes nothing, and a closed account stays as it is. An identity that is new takes over
 * an account without one when the e-mail is verified and the same. Any number of calls at once make one account.
 */
export function upsertIdentity(
  { db }: { readonly db: Kysely<Database> },
  identity: Identity,
  policy: IdentityPolicy,
): Promise<{ readonly userId: string; readonly closed: boolean }> {
  const upsert = async (trx: Kysely<Database>) => {
    const found = (await lockIdentity(trx, identity)) ?? (await linkable(trx, identity));
    if (found === null) return { userId: await create(trx, identity, policy), closed: false };
    if (found.closed_at !== null) return { userId: found.id, closed: true };
    if (!isOutdated(found, policy)) await update(trx, found, { identity, policy });
    return { userId: found.id, closed: false };
  };
  return db.isTransaction ? upsert(db) : db.transaction().execute(upsert);
}

const linkable = async (db: Kysely<Database>, { email, emailVerified }: Identity): Promise<AccountRow | null> =>
  email !== null && emailVerified && ascii.test(email) ? findLinkableAccount(db, email) : null;

const ascii = /^[\x21-\x7e]+$/;

/** ASCII letters only: the Kelvin sign in lower case is a k, and another address. */
const inLowerCase = (email: string): string => email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

function isOutdated({ identity_updated_at: applied }: AccountRow, { updatedAt, issuedAt }: IdentityPolicy): boolean {
  const said = updatedAt ?? issuedAt;
  return applied !== null && said !== undefined && applied > said;
}

async function create(db: Kysely<Database>, identity: Identity, policy: IdentityPolicy): Promise<string> {
  const id = randomUUID();
  const first = policy.sandbox && (await isFirstAccount(db));
  const role = roleOf(identity, policy) ?? (first ? "admin" : "user");
  await insertAccount(db, { id, role, ...columnsOf(identity, policy, null) });
  await openCredits(db, id);
  return id;
}

async function update(
  db: Kysely<Database>,
  found: AccountRow,
  { identity, policy }: { readonly identity: Identity; readonly policy: IdentityPolicy },
): Promise<void> {
  const role = roleOf(identity, policy) ?? found.role;
  const kept = policy.updatedAt === undefined ? found : null;
  await updateAccount(db, found.id, { role, ...columnsOf(identity, policy, kept) });
}

/** The role that the provider's word gives; null when it says nothing about it. */
function roleOf({ email, emailVerified, role }: Identity, { adminEmails }: IdentityPolicy): Role | null {
  if (email !== null && emailVerified && adminEmails.includes(inLowerCase(email))) return "admin";
  return role ?? null;
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
