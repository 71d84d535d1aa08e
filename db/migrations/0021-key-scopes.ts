import { type Kysely, sql } from "kysely";

/**
 * What a key may do, and where it comes from. Keys that exist may do what their account may; those that the release
 * before inserts get the default.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_keys
      add column scopes text[] not null default array['speech', 'voices', 'usage', 'keys', 'billing']
        check (scopes <@ array['speech', 'voices', 'usage', 'keys', 'billing', 'admin']),
      add column created_by_key_id uuid references api_keys (id) on delete set null,
      add column replaces_key_id uuid references api_keys (id) on delete set null`.execute(db);
  await sql`
    create index api_keys_created_by_key_id_idx on api_keys (created_by_key_id)
    where created_by_key_id is not null`.execute(db);
  await sql`
    create unique index api_keys_replaces_key_id_key on api_keys (replaces_key_id)
    where replaces_key_id is not null`.execute(db);
  await sql`
    update api_keys set scopes = scopes || array['admin']
    from users where users.id = api_keys.user_id and users.role = 'admin'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_keys drop column replaces_key_id, drop column created_by_key_id, drop column scopes`.execute(db);
}
