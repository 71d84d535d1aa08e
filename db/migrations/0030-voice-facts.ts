import { type Kysely, sql } from "kysely";

/** What is known of built-in voices, which the seed writes; custom voices have none of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table voices
      add column gender text,
      add column accent text,
      add column quality text,
      add column licence text,
      add column deprecated boolean not null default false`.execute(db);
  // Not valid, or the table would be read through while it is locked; new rows are checked all the same.
  await sql`
    alter table voices
      add constraint voices_gender_check check (gender in ('female', 'male')) not valid,
      add constraint voices_quality_check check (quality in ('natural', 'standard', 'basic')) not valid`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table voices
      drop column gender,
      drop column accent,
      drop column quality,
      drop column licence,
      drop column deprecated`.execute(db);
}
