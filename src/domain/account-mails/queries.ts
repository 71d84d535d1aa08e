import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

const tables = ["credit_alerts", "subscription_reminders", "webhook_endpoint_notices"] as const;

/** The rows of a kind of e-mail: where they are, and which columns tell them apart. */
export interface MailRows<Key> {
  readonly table: (typeof tables)[number];
  readonly key: readonly (keyof Key & string)[];
}

/** An e-mail that is being sent. */
export interface DueMail {
  readonly user_id: string;
  /** The number of attempts to send it, this one included. */
  readonly attempts: number;
}

/** True for a row of `users` to whose address e-mails go: its address is verified, or an operator has made the account for it. */
export const canReceiveMail = ({ unverified }: { readonly unverified: boolean }) => sql<boolean>`
  (users.closed_at is null and users.email <> ''
    and (users.email_verified or users.oidc_subject is null or ${unverified}::boolean))`;

/** Finds the address to which e-mails to an account go; null when they go nowhere. */
export async function findMailAddress(
  db: Db,
  userId: string,
  to: { readonly unverified: boolean },
): Promise<string | null> {
  const user = db.selectFrom("users").select("email").where("id", "=", userId).where(canReceiveMail(to));
  return (await user.executeTakeFirst())?.email ?? null;
}

/**
 * Takes the e-mail that is due first, and makes it due again after five minutes, then ten, then twenty, up to a day: should it not
 * be sent. A slow mail server takes less. @returns null when none is
 */
export async function takeDueMail<Key>(
  db: Db,
  { table, key }: MailRows<Key>,
  maxAttempts: number,
): Promise<(Key & DueMail) | null> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const { rows } = await sql<Key & DueMail>`
    with due as materialized (
      select ${columns} from ${sql.table(table)}
      where sent_at is null and due_at <= now() and attempts < ${maxAttempts}
      order by due_at limit 1 for update skip locked
    )
    update ${sql.table(table)} as taken set attempts = taken.attempts + 1,
      due_at = now() + least(interval '5 minutes' * power(2, taken.attempts), interval '1 day')
    where (${columns}) in (select ${columns} from due)
    returning ${columns}, user_id, attempts`.execute(db);
  return rows[0] ?? null;
}

/** Keeps an e-mail from being sent again. */
export async function markMailSent<Key>(db: Db, { table, key }: MailRows<Key>, mail: Key): Promise<void> {
  const values = key.map((column) => sql`${sql.ref(column)} = ${mail[column]}`);
  await sql`update ${sql.table(table)} set sent_at = now() where ${sql.join(values, sql` and `)}`.execute(db);
}

/** Forgets what was written to an account. */
export async function deleteMails(db: Db, userId: string): Promise<void> {
  for (const table of tables) await db.deleteFrom(table).where("user_id", "=", userId).execute();
}
