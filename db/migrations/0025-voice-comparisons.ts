import { type Kysely, sql } from "kysely";

/** Keeps the words of a sample as the voice that was made of it says them; the release before makes voices without. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table voices add column comparison jsonb`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into object_removals (key) select comparison ->> 'key' from voices where comparison is not null
    on conflict do nothing`.execute(db);
  await sql`alter table voices drop column comparison`.execute(db);
}
