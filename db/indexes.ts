import { sql } from "kysely";
import { oneAtATime } from "#db/one-at-a-time.ts";
import type { Db } from "#db/schema.ts";

/** Indexes of tables that are large by now: each is built beside the service at work, not in a migration's transaction. */
const indexes = {
  speech_requests_finished_idx: "speech_requests (finished_at) where finished_at is not null",
  speech_requests_audio_idx:
    "speech_requests (finished_at) where (source_key is not null or result_key is not null) and finished_at is not null",
  speech_requests_sources_idx: "speech_requests (finished_at) where source_key is not null and finished_at is not null",
  speech_requests_demo_audio_idx:
    "speech_requests (finished_at) where is_demo and user_id is null and result_key is not null and finished_at is not null",
  speech_requests_texts_idx:
    "speech_requests (finished_at) where (input_text is not null or transcript is not null) and finished_at is not null",
  speech_requests_search_idx:
    "speech_requests using gin (speech_search_words(user_id, input_text, file_name, transcript)) where finished_at is not null and user_id is not null",
  speech_requests_list_idx: "speech_requests (user_id, created_at desc, id desc) include (request_type, status)",
  speech_requests_key_idx:
    "speech_requests (user_id, api_key_id, created_at desc, id desc) where api_key_id is not null",
  speech_requests_voice_idx: "speech_requests (user_id, voice_id, created_at desc, id desc) where voice_id is not null",
  speech_requests_single_idx: "speech_requests (user_id, created_at desc, id desc) where document_id is null",
  speech_requests_paragraphs_idx: "speech_requests (user_id, created_at desc, id desc) where document_id is not null",
  speech_requests_document_idx: "speech_requests (document_id) include (credits) where document_id is not null",
  speech_requests_asr_idx: "speech_requests (user_id, created_at desc, id desc) where request_type = 'asr'",
  speech_requests_errors_idx:
    "speech_requests (finished_at desc, id desc) where status = 'failed' and error_code is distinct from 'cancelled'",
  speech_requests_cancelled_idx: "speech_requests (finished_at) where status = 'failed' and error_code = 'cancelled'",
  speech_requests_failed_list_idx:
    "speech_requests (user_id, created_at desc, id desc) include (error_code) where status = 'failed'",
  api_keys_ended_idx: "api_keys (least(revoked_at, expires_at)) where revoked_at is not null or expires_at is not null",
  credit_ledger_free_credits_idx: "credit_ledger (user_id) where kind = 'grant' and order_id is null",
  credit_ledger_changes_idx: "credit_ledger (user_id, pool, id) where kind <> 'usage'",
  usage_totals_day_idx: "usage_totals (day, user_id)",
  payments_captured_idx: "payments (captured_at) where captured_at is not null",
  voice_uses_trained_idx: "voice_uses (created_at) where action = 'trained'",
  voices_failed_idx: "voices (failed_at) where failed_at is not null",
  contact_submissions_new_idx: "contact_submissions (created_at) where status = 'new'",
  webhook_events_failed_idx: "webhook_events (processed_at) where status = 'failed'",
  webhook_events_ended_idx: "webhook_events (processed_at) where status in ('processed', 'ignored')",
} as const;

/** Indexes of earlier releases that one of those above does the work of. */
const replaced = ["speech_requests_failed_idx", "speech_requests_failures_idx", "speech_requests_user_id_idx"] as const;

/**
 * Builds the indexes that are missing, and those whose building was interrupted, and then drops those that they replace, without blocking
 * writers.
 */
export const buildIndexes = (db: Db): Promise<void> =>
  oneAtATime(db, "building of indexes", async (connection) => {
    // It waits for transactions that began before, and meanwhile blocks none.
    await sql`set lock_timeout = 0`.execute(connection);
    for (const [name, definition] of Object.entries(indexes)) await buildIndex(connection, name, definition);
    for (const name of replaced) await dropIndex(connection, name);
  });

async function buildIndex(db: Db, name: string, definition: string): Promise<void> {
  const { rows } = await sql<{ whole: boolean }>`
    select indisvalid as whole from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  if (rows[0]?.whole === true) return;
  await dropIndex(db, name);
  await sql`create index concurrently ${sql.ref(name)} on ${sql.raw(definition)}`.execute(db);
}

const dropIndex = (db: Db, name: string) => sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
