import { type Kysely, sql } from "kysely";

/**
 * Lets the log of a voice say that its sample was replaced; the release before shows the word as it is. Rows that are there have fewer words:
 * they are not looked at, which would hold up speech.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table voice_uses drop constraint voice_uses_action_check, add constraint voice_uses_action_check
    check (action in ('created', 'trained', 'spoken', 'sample_replaced', 'sample_deleted', 'deleted')) not valid`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from voice_uses where action = 'sample_replaced'`.execute(db);
  await sql`alter table voice_uses drop constraint voice_uses_action_check, add constraint voice_uses_action_check
    check (action in ('created', 'trained', 'spoken', 'sample_deleted', 'deleted'))`.execute(db);
}
