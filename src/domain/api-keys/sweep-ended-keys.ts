import { sql } from "kysely";
import type { Db } from "#db/schema.ts";

const batch = 500;

/**
 * Removes keys that stopped working so many days ago, be they revoked or replaced, the oldest first. A key from which one
 * comes that works, or worked until lately, stays as long as that does, so that both can still be revoked together: a key
 * comes from the one it was made with, from the one it replaces, and from all that those come from. What was used and
 * charged with them stays, too: no row of it names a key.
 * @returns how many there were this time, which is 0 when nothing is left
 */
export async function sweepEndedKeys({ db }: { readonly db: Db }, days: number): Promise<number> {
  const endedLongAgo = sql`coalesce(least(revoked_at, expires_at) < now() - make_interval(days => ${days}), false)`;
  const { numAffectedRows } = await sql`
    with recursive kept (id, created_by_key_id, replaces_key_id) as (
      select id, created_by_key_id, replaces_key_id from api_keys
      where (created_by_key_id is not null or replaces_key_id is not null) and not ${endedLongAgo}
      union
      select origin.id, origin.created_by_key_id, origin.replaces_key_id
      from kept join api_keys as origin on origin.id in (kept.created_by_key_id, kept.replaces_key_id)
    )
    delete from api_keys where id in (
      select id from api_keys
      where (revoked_at is not null or expires_at is not null)
        and least(revoked_at, expires_at) < now() - make_interval(days => ${days})
        and id not in (select id from kept)
      order by least(revoked_at, expires_at)
      limit ${batch}
      for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
