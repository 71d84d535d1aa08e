import { type Kysely, sql } from "kysely";

/** How the numbers of a transcript are written; requests from before, and those of the release before, have figures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table speech_requests add column transcript_format text not null default 'smart'`.execute(db);
  // Not valid, or the table would be read through while it is locked; new rows are checked all the same.
  await sql`
    alter table speech_requests add constraint speech_requests_transcript_format_check
      check (transcript_format in ('smart', 'verbatim')) not valid`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table speech_requests drop column transcript_format`.execute(db);
}
