import { type Kysely, sql } from "kysely";

/** Measures trainings of voices, so that the time left of one can be told; the release before leaves them unmeasured. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table voices
      add column training_started_at timestamptz,
      add column training_seconds real`.execute(db);
  await sql`
    create index voices_trained on voices (training_started_at) where training_seconds is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table voices drop column training_started_at, drop column training_seconds`.execute(db);
}
