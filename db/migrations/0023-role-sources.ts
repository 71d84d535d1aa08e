import { type Kysely, sql } from "kysely";

/**
 * Who gave an account its role, so that it ends with its reason, and when a ticket was closed, so that it can be
 * forgotten. The source of earlier admins is unknown: they stay admins until the list or the provider claims them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column role_source text not null default 'default'
      check (role_source in ('default', 'provider', 'email_list', 'sandbox', 'operator'))`.execute(db);
  await sql`alter table contact_submissions add column closed_at timestamptz(3)`.execute(db);
  // When those were closed is unknown: their time begins now.
  await sql`update contact_submissions set closed_at = now() where status = 'closed'`.execute(db);
  await sql`
    create index contact_submissions_closed_at_idx on contact_submissions (closed_at)
    where closed_at is not null`.execute(db);
  // By the database, since an earlier release that closes a ticket does not know the column.
  await sql`
    create function note_ticket_closing() returns trigger language plpgsql as $$
    begin
      new.closed_at := case when new.status = 'closed' then coalesce(old.closed_at, now()) end;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger note_ticket_closing before update of status on contact_submissions
    for each row execute function note_ticket_closing()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger note_ticket_closing on contact_submissions`.execute(db);
  await sql`drop function note_ticket_closing()`.execute(db);
  await sql`alter table contact_submissions drop column closed_at`.execute(db);
  await sql`alter table users drop column role_source`.execute(db);
}
