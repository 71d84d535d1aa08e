import { type Kysely, sql } from "kysely";

/** How the queues stood in each minute of the last day, which the maintenance process writes down, and when a training failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table queue_samples (
      sampled_at timestamptz(3) not null,
      queue text not null,
      waiting integer not null,
      running integer not null,
      oldest_seconds double precision,
      completed integer not null,
      failed integer not null,
      primary key (sampled_at, queue)
    )`.execute(db);
  await sql`alter table voices add column failed_at timestamptz(3)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table voices drop column failed_at`.execute(db);
  await sql`drop table queue_samples`.execute(db);
}
