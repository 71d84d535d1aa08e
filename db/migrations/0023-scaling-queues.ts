import { type Kysely, sql } from "kysely";

/**
 * Adds the view that autoscalers read, so that their queries outlast changes of the tables. A queue without jobs has a row, too. The
 * previous release knows no such view.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view scaling_queues as
    select queue,
      (count(job.name) filter (where waits))::int as waiting,
      (count(job.name) filter (where state = 'running'))::int as running,
      coalesce(extract(epoch from now() - min(run_at) filter (where waits)), 0)::float8 as oldest_seconds
    from (
      values ('synthesize-speech', 'synthesis'), ('transcribe-audio', 'transcription'), ('train-voice', 'training'),
        ('export-document', 'synthesis'), ('apply-identity-event', 'billing'), ('apply-payment-event', 'billing')
    ) as kinds (name, queue)
    left join (select name, state, run_at, state = 'queued' and run_at <= now() as waits from jobs) as job using (name)
    group by queue`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop view scaling_queues`.execute(db);
}
