import { type Kysely, sql } from "kysely";

/**
 * Keys that were made with a key which ends, directly or through others, end with it at the latest. A key that was replaced stands for
 * the newest one in its place, since its own end may be that of a grace period.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    begin
      loop
        with recursive line (id, newest) as (
          select distinct created_by_key_id, created_by_key_id from api_keys where created_by_key_id is not null
          union all
          select line.id, successor.id from line join api_keys as successor on successor.replaces_key_id = line.newest
        ), bounds as (
          select line.id, origin.expires_at from line join api_keys as origin on origin.id = line.newest
          where origin.expires_at is not null
            and not exists (select from api_keys as successor where successor.replaces_key_id = origin.id)
        )
        update api_keys as made set expires_at = bounds.expires_at from bounds
        where made.created_by_key_id = bounds.id
          and (made.expires_at is null or made.expires_at > bounds.expires_at);
        exit when not found;
      end loop;
    end $$`.execute(db);
}

export async function down(): Promise<void> {
  // The ends of before are not kept, and the previous release takes the present ones.
}
