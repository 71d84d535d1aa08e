import { type Kysely, sql } from "kysely";

/** ASCII and CJK punctuation, which separates words; without it `minutes_2026-05.mp3` would be one word. */
const punctuation = `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~，。！？、；：「」『』（）“”‘’…—–¿¡«»·।`;

/**
 * The key that called for a request and the name of the file that was sent; null in requests from before, and in those of the
 * previous release.
 *
 * `speech_search_words` are the words by which a request is found, for an index. Each begins with eight digits of the account's id, so
 * that a search reads the words of one account, however many others have the same ones. Words are cut to 40 characters,
 * and the text to 150,000, so that the result stays below the limit of a tsvector, 1 MiB. Chinese and Japanese, which have no
 * spaces, are searched by their characters.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table speech_requests add column api_key_id uuid, add column file_name text`.execute(db);
  await sql`
    create function speech_search_words(account uuid, input text, file_name text, transcript jsonb) returns tsvector
    language sql immutable parallel safe cost 5000 as $$
      select array_to_tsvector(coalesce(array_agg(distinct left(account::text, 8) || left(word, 40)), '{}'))
      from unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', regexp_replace(
        translate(
          lower(left(coalesce(input, '') || ' ' || coalesce(file_name, '') || ' ' || coalesce(transcript ->> 'text', ''), 150000)),
          ${sql.lit(punctuation)}, ${sql.lit(" ".repeat(punctuation.length))}),
        '([\\u3041-\\u30ff\\u3400-\\u9fff])', '\\1 ', 'g')))) as word
    $$`.execute(db);
  await sql`
    create function speech_search_query(account uuid, content text) returns tsquery
    language sql immutable parallel safe as $$
      select string_agg(quote_literal(word) || ':*', ' & ')::tsquery
      from unnest(tsvector_to_array(speech_search_words(account, content, null, null))) as word
    $$`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index if exists speech_requests_search_idx`.execute(db);
  await sql`drop function speech_search_query(uuid, text)`.execute(db);
  await sql`drop function speech_search_words(uuid, text, text, jsonb)`.execute(db);
  await sql`alter table speech_requests drop column file_name, drop column api_key_id`.execute(db);
}
