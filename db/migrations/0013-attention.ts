import { type Kysely, sql } from "kysely";

/** What an operator looks at: events that somebody has dealt with, and what has failed of late. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhook_events
      add column resolved_at timestamptz(3),
      add column resolved_by uuid references users (id),
      add check (resolved_at is null or status in ('quarantined', 'failed')),
      add check (resolved_by is null or resolved_at is not null)`.execute(db);
  await sql`
    create index webhook_events_attention_idx on webhook_events (received_at desc, id desc)
    where status in ('quarantined', 'failed')`.execute(db);
  await sql`
    create index speech_requests_failed_idx on speech_requests (finished_at desc, id desc)
    where status = 'failed'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index speech_requests_failed_idx`.execute(db);
  await sql`drop index webhook_events_attention_idx`.execute(db);
  await sql`alter table webhook_events drop column resolved_by, drop column resolved_at`.execute(db);
}
