import { type Kysely, sql } from "kysely";

/**
 * Names the document whose paragraph a request speaks, so that a list can leave it out. Those that the release before submits meanwhile
 * name none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table speech_requests add column document_id uuid`.execute(db);
  await sql`
    update speech_requests set document_id = paragraph.document_id
    from document_paragraphs as paragraph where paragraph.request_id = speech_requests.id`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table speech_requests drop column document_id`.execute(db);
}
