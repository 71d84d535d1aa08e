import { type Kysely, sql } from "kysely";

/** The e-mails about credits that are nearly or wholly used: one for each grant and threshold. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table credit_alerts (
      grant_id bigint not null,
      threshold integer not null check (threshold in (80, 100)),
      user_id uuid not null,
      pool text not null check (pool in ('tts', 'asr')),
      attempts integer not null default 0,
      due_at timestamptz(3) not null default now(),
      sent_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      primary key (grant_id, threshold)
    )`.execute(db);
  await sql`create index credit_alerts_due_idx on credit_alerts (due_at) where sent_at is null`.execute(db);
  await sql`create index credit_alerts_user_id_idx on credit_alerts (user_id)`.execute(db);
  await sql`
    create trigger refuse_closed_account before insert on credit_alerts
    for each row execute function refuse_closed_account()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table credit_alerts`.execute(db);
}
