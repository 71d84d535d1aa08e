import type { ColumnType, Generated, RawBuilder } from "kysely";
import type { usageSources } from "./usage-schema.ts";

/** The tables of batches: many recordings that were sent by one call. */
export interface BatchTables {
  speech_batches: SpeechBatchesTable;
  speech_batch_items: SpeechBatchItemsTable;
}

/** `submitted`: it is a speech request. The last three are ends. */
export const batchItemStates = ["waiting", "submitted", "completed", "failed", "cancelled"] as const;

interface SpeechBatchesTable {
  id: string;
  user_id: string;
  /** The kind of credential of the call. */
  source: (typeof usageSources)[number];
  api_key_id: string | null;
  /** The language as it was sent, or the one that stands for none. */
  language: string;
  /** True where the call named no language. */
  is_language_assumed: boolean;
  /** The choices of the call, as those of a speech request; none any more once it has ended, since they may have words of the caller. */
  options: ColumnType<object, string, string>;
  /** The price of its requests, in percent of that of others. */
  price_percent: number;
  item_count: number;
  /** The number of its items by their states, and the credits that they were charged; null until it has ended. */
  counts: ColumnType<object | null, never, string>;
  /** The object with the files of its items; null where they are fetched from addresses, and when all have ended. */
  archive_key: string | null;
  /** The time at which its items could be submitted; null while its files are uploaded. */
  started_at: ColumnType<Date | null, null | undefined, RawBuilder<Date>>;
  /** The time at which it was cancelled. */
  cancelled_at: Date | null;
  /** The time at which all of its items had ended. */
  finished_at: Date | null;
  created_at: ColumnType<Date, never, never>;
}

interface SpeechBatchItemsTable {
  batch_id: string;
  /** The place in the batch, from 0 on. */
  position: number;
  /** The id that its speech request has, once it is submitted. */
  request_id: string;
  /** The name that the caller gave it. */
  custom_id: string | null;
  /** The name of its file, as the request shows it. */
  name: string | null;
  /** The place of the recording, as `src/domain/batches/queries.ts` describes it; null once it is submitted, or has ended. */
  source: ColumnType<object | null, string | null, string | null>;
  state: (typeof batchItemStates)[number];
  error_code: string | null;
  error_message: string | null;
  /** The credits that it was charged. */
  credits: Generated<number>;
}
