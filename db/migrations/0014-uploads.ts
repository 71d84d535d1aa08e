import { type Kysely, sql } from "kysely";

/** Keeps recordings that were uploaded, to be transcribed by later calls. The previous release knows no such table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table uploads (
      id uuid primary key,
      user_id uuid not null references users (id),
      object_key text not null,
      container text not null,
      bytes bigint not null,
      declared_seconds double precision,
      declared_channels integer,
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index uploads_user_id_idx on uploads (user_id)`.execute(db);
  await sql`create index uploads_created_at_idx on uploads (created_at)`.execute(db);
}

/** The objects go before the rows that name them. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into object_removals (key) select object_key from uploads on conflict do nothing`.execute(db);
  await sql`drop table uploads`.execute(db);
}
