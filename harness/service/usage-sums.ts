import type { Db } from "#db/schema.ts";
import { CompiledQuery } from "kysely";

/** Each writes a sum of the account $1 anew, from what was used by day and voice, or by day and key. */
export const usageSums = [
  `insert into usage_totals (user_id, day, source, tts_count, asr_count, tts_characters, asr_seconds, credits)
   select user_id, day, source, sum(tts_count), sum(asr_count), sum(tts_characters), sum(asr_seconds), sum(credits)
   from usage_days where user_id = $1 group by user_id, day, source
   on conflict (user_id, day, source) do update set tts_count = excluded.tts_count, asr_count = excluded.asr_count,
     tts_characters = excluded.tts_characters, asr_seconds = excluded.asr_seconds, credits = excluded.credits`,
  `insert into usage_months (user_id, month, source, voice_id, voice_label, tts_count, credits)
   select user_id, date_trunc('month', day::timestamp)::date as first, source, voice_id, max(voice_label),
     sum(tts_count), sum(credits)
   from usage_days where user_id = $1 and voice_id <> '' group by user_id, first, source, voice_id
   on conflict (user_id, month, source, voice_id) do update set tts_count = excluded.tts_count, credits = excluded.credits`,
  `insert into usage_latencies (user_id, month, api_key_id, request_type, bucket, requests)
   select user_id, date_trunc('month', day::timestamp)::date as first, api_key_id, request_type, bucket, sum(number)
   from (
     select user_id, day, api_key_id, request_type, unnest(latencies) as number,
       generate_subscripts(latencies, 1) as bucket
     from usage_keys where user_id = $1) as part
   where bucket > 0 and number > 0 group by user_id, first, api_key_id, request_type, bucket
   on conflict (user_id, month, api_key_id, request_type, bucket) do update set requests = excluded.requests`,
] as const;

/** Adds up what a test has written into `usage_days` and `usage_keys`. */
export async function sumUsage(db: Db, userId: string): Promise<void> {
  for (const text of usageSums) await db.executeQuery(CompiledQuery.raw(text, [userId]));
}
