import { type Kysely, sql } from "kysely";

/** Whether a text has markup; requests from before, and those of the release before, are plain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table speech_requests add column input_type text not null default 'text'`.execute(db);
  // Not valid, or the table would be read through while it is locked; new rows are checked all the same.
  await sql`
    alter table speech_requests add constraint speech_requests_input_type_check
      check (input_type in ('text', 'ssml')) not valid`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table speech_requests drop column input_type`.execute(db);
}
