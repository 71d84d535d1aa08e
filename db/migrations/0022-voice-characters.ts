import { type Kysely, sql } from "kysely";

/** Says of built-in voices how they sound and what they suit, which the release before leaves empty. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table voices
      add column age text check (age in ('adult', 'old')),
      add column tags text[] not null default '{}',
      add column use_cases text[] not null default '{}'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table voices drop column age, drop column tags, drop column use_cases`.execute(db);
}
