import { type Kysely, sql } from "kysely";

/** A lane lets one of its jobs run at a time, whatever their queues; jobs without one run side by side. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs add column lane text`.execute(db);
  await sql`create index jobs_lane_idx on jobs (lane, created_at) where lane is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index jobs_lane_idx`.execute(db);
  await sql`alter table jobs drop column lane`.execute(db);
}
