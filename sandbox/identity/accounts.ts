import { randomBytes } from "node:crypto";
import pg from "pg";
import { owner } from "#src/config/owner.ts";
import { inTransaction, type Pool } from "#sandbox/database.ts";
import type { Account, Profile } from "./account.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { type AccountEvent, queueWebhook } from "./webhook-event.ts";

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The address belongs to another account. */
export const emailTaken = "email-taken";

const columns = "id, email, name, username, created_at, updated_at";
const uniqueViolation = "23505";

export async function createAccount(
  pool: Pool,
  { email, name, username, password }: Profile & Credentials,
): Promise<Account | typeof emailTaken> {
  const { salt, hash } = await hashPassword(password);
  return changeAccount(pool, "user.created", {
    sql: `insert into sandbox_identity.accounts (email, name, username, password_salt, password_hash)
          values ($1, $2, $3, $4, $5) on conflict (email) do nothing returning ${columns}`,
    values: [email, name, username, salt, hash],
  }).then((account) => account ?? emailTaken);
}

/** Makes the account that the owner signs in to. Its password is random and is not kept: only "Continue as owner" opens it. */
export async function ensureOwnerAccount(pool: Pool): Promise<void> {
  const { salt, hash } = await hashPassword(randomBytes(32).toString("base64url"));
  const { subject, email, name, username } = owner;
  await pool.query(
    `insert into sandbox_identity.accounts (id, email, name, username, password_salt, password_hash)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [subject, email, name, username, salt, hash],
  );
}

/** @returns null when there is no such account any more */
export async function updateAccount(
  pool: Pool,
  id: string,
  { email, name, username }: Profile,
): Promise<Account | typeof emailTaken | null> {
  try {
    return await changeAccount(pool, "user.updated", {
      // Two changes of an account never carry the same time: receivers order them by it.
      sql: `update sandbox_identity.accounts
            set email = $2, name = $3, username = $4, updated_at = greatest(now(), updated_at + interval '1 ms')
            where id = $1 returning ${columns}`,
      values: [id, email, name, username],
    });
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === uniqueViolation) return emailTaken;
    throw error;
  }
}

/** Ends the account's sessions and grants with it. */
export async function deleteAccount(pool: Pool, id: string): Promise<void> {
  await changeAccount(pool, "user.deleted", {
    sql: `with gone as (delete from sandbox_identity.accounts where id = $1 returning ${columns}),
          ended as (delete from sandbox_identity.artifacts where payload ->> 'accountId' in (select id::text from gone))
          select ${columns} from gone`,
    values: [id],
  });
}

/** @returns null when there is none */
export async function findAccount(pool: Pool, id: string): Promise<Account | null> {
  const { rows } = await pool.query<Account>(`select ${columns} from sandbox_identity.accounts where id = $1`, [id]);
  return rows[0] ?? null;
}

/** @returns null for an unknown address and for a wrong password alike */
export async function findByCredentials(pool: Pool, { email, password }: Credentials): Promise<Account | null> {
  const { rows } = await pool.query<Account & { salt: Buffer; hash: Buffer }>(
    `select ${columns}, password_salt as salt, password_hash as hash from sandbox_identity.accounts where email = $1`,
    [email],
  );
  const found = rows[0] ?? null;
  return (await verifyPassword(password, found)) ? found : null;
}

/** A change of one row and the webhook that tells of it, both or neither. */
function changeAccount(
  pool: Pool,
  event: AccountEvent,
  { sql, values }: { sql: string; values: readonly unknown[] },
): Promise<Account | null> {
  return inTransaction(pool, async (transaction) => {
    const { rows } = await transaction.query<Account>(sql, [...values]);
    const account = rows[0] ?? null;
    if (account !== null) await queueWebhook(transaction, event, account);
    return account;
  });
}
