import { type Kysely, sql } from "kysely";
import { forgetRequestEvents } from "./0002-request-events.ts";
import { shareOptions } from "./0004-options.ts";

/**
 * Drops what releases before 0006 read and wrote: a column for each option of a speech request, the protocol of a voice's search, and the
 * trigger that removed the events of a closed account for them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger share_options on speech_requests`.execute(db);
  await sql`drop function share_speech_request_options()`.execute(db);
  await sql`drop function speech_request_options(speech_requests)`.execute(db);
  await sql`
    alter table speech_requests drop column speed, drop column format, drop column requested_model,
      drop column transcript_format, drop column input_type, drop column word_timestamps,
      drop column requested_sample_rate, drop column requested_bit_rate`.execute(db);
  await sql`alter table voices drop column search`.execute(db);
  await sql`drop trigger forget_request_events on users`.execute(db);
  await sql`drop function forget_request_events`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await forgetRequestEvents(db);
  await sql`alter table voices add column search jsonb`.execute(db);
  await sql`
    alter table speech_requests add column speed real,
      add column format text check (format in ('wav', 'mp3', 'ogg', 'flac', 'aac', 'pcm', 'mulaw', 'alaw')),
      add column requested_model text not null default 'auto',
      add column transcript_format text not null default 'smart' check (transcript_format in ('smart', 'verbatim')),
      add column input_type text not null default 'text' check (input_type in ('text', 'ssml')),
      add column word_timestamps boolean not null default false,
      add column requested_sample_rate integer, add column requested_bit_rate integer`.execute(db);
  await shareOptions(db);
}
