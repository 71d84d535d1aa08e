import { type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";

/**
 * The table `made` of pairs: a key, and one that was made with it, directly or through others. A key counts as made with
 * another one when that has authenticated its creation or its rotation, when it has replaced a key that was, and when it
 * was made with a key that the other one has replaced.
 */
const madeWith = (apiKeyIds: readonly string[]) => sql`
  recursive line (root, id) as (
    select id, id from unnest(${[...apiKeyIds]}::uuid[]) as roots (id)
    union
    select line.root, api_keys.replaces_key_id from line join api_keys using (id)
    where api_keys.replaces_key_id is not null
  ),
  reached (root, id) as (
    select line.root, api_keys.id from line join api_keys on api_keys.created_by_key_id = line.id
    where not exists (select from line as own where own.root = line.root and own.id = api_keys.id)
    union
    select reached.root, api_keys.id
    from reached join api_keys on reached.id in (api_keys.created_by_key_id, api_keys.replaces_key_id)
  ),
  made (root, id) as (
    select root, id from reached
    where not exists (select from line where line.root = reached.root and line.id = reached.id)
  )`;

const isLive = sql`api_keys.revoked_at is null and (api_keys.expires_at is null or api_keys.expires_at > now())`;

/** Revokes what was made with a key, as far as it still works, in one statement. @returns the ids of what it has revoked */
export async function revokeMadeWith(db: Kysely<Database>, apiKeyId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    with ${madeWith([apiKeyId])}
    update api_keys set revoked_at = now() from made where made.id = api_keys.id and ${isLive}
    returning api_keys.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** How many keys that still work were made with each of these; those with which none was made are left out. */
export async function countLiveMadeWith(
  db: Kysely<Database>,
  apiKeyIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ root: string; live: string }>`
    with ${madeWith(apiKeyIds)}
    select made.root, count(*) as live from made join api_keys using (id) where ${isLive}
    group by made.root`.execute(db);
  return new Map(rows.map(({ root, live }) => [root, Number(live)]));
}
