import { type Kysely, sql } from "kysely";

/**
 * Adds the options of a speech request as one value. The previous release has a column for each of them: its requests get their options
 * from these columns, and those of this release have the columns filled for it. Requests that have ended follow in a migration of their
 * own, which locks no unfinished one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table speech_requests add column options jsonb not null default '{}'`.execute(db);
  await shareOptions(db);
  await sql`
    update speech_requests set options = speech_request_options(speech_requests)
    where id in (select subject_id from jobs)`.execute(db);
}

/** Has the columns of the options filled from the value, and the value from them. */
export async function shareOptions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function speech_request_options(request speech_requests) returns jsonb
    language sql immutable as $$
      select case request.request_type
        when 'tts' then jsonb_strip_nulls(jsonb_build_object(
          'inputType', request.input_type, 'speed', request.speed, 'format', request.format,
          'sampleRate', request.requested_sample_rate, 'bitRate', request.requested_bit_rate,
          'wordTimestamps', request.word_timestamps))
        else jsonb_build_object('model', request.requested_model, 'transcriptFormat', request.transcript_format)
      end
    $$`.execute(db);
  await sql`
    create function share_speech_request_options() returns trigger
    language plpgsql as $$
    begin
      if new.options = '{}' then
        new.options := speech_request_options(new);
      elsif new.request_type = 'tts' then
        new.input_type := coalesce(new.options ->> 'inputType', 'text');
        new.speed := coalesce((new.options ->> 'speed')::float8, 1);
        new.format := coalesce(new.options ->> 'format', 'wav');
        new.requested_sample_rate := (new.options ->> 'sampleRate')::integer;
        new.requested_bit_rate := (new.options ->> 'bitRate')::integer;
        new.word_timestamps := coalesce((new.options ->> 'wordTimestamps')::boolean, false);
      else
        new.requested_model := coalesce(new.options ->> 'model', 'auto');
        new.transcript_format := coalesce(new.options ->> 'transcriptFormat', 'smart');
      end if;
      return new;
    end
    $$`.execute(db);
  await sql`
    create trigger share_options before insert on speech_requests
    for each row execute function share_speech_request_options()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger share_options on speech_requests`.execute(db);
  await sql`drop function share_speech_request_options()`.execute(db);
  await sql`drop function speech_request_options(speech_requests)`.execute(db);
  await sql`alter table speech_requests drop column options`.execute(db);
}
