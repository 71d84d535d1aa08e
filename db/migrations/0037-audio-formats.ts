import { type Kysely, sql } from "kysely";

/**
 * The sample rate (Hz) and the bit rate (bits per second) that a synthesis was asked for; null for the defaults of its format, as
 * in requests from before and in those of the release before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table speech_requests
      add column requested_sample_rate integer,
      add column requested_bit_rate integer`.execute(db);
  // Not valid, or the table would be read through while it is locked; new rows are checked all the same.
  await sql`
    alter table speech_requests add constraint speech_requests_format_check
      check (format in ('wav', 'mp3', 'ogg', 'flac', 'aac', 'pcm', 'mulaw', 'alaw')) not valid`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table speech_requests
      drop constraint speech_requests_format_check,
      drop column requested_sample_rate,
      drop column requested_bit_rate`.execute(db);
}
