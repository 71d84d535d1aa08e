import type { ColumnType } from "kysely";
import type { SpokenWordsJson } from "./engine-schema.ts";

/** The tables that keep account of the object store, and the one of audio that is streamed. */
export interface ObjectTables {
  object_removals: ObjectRemovalsTable;
  removal_holds: RemovalHoldsTable;
  pending_objects: PendingObjectsTable;
  stored_objects: StoredObjectsTable;
  storage_totals: StorageTotalsTable;
  synthesis_cache: SynthesisCacheTable;
  speech_chunks: SpeechChunksTable;
}

/** Objects that no row names any more, until the store has removed them. */
interface ObjectRemovalsTable {
  key: string;
  /** The time of the latest attempt that failed, if there was one. */
  created_at: ColumnType<Date, never, Date>;
}

/** While one lasts, objects that are listed for their removal stay. */
interface RemovalHoldsTable {
  held_until: Date;
}

/** Each is about to be named by a row, which takes it off this table. */
interface PendingObjectsTable {
  key: string;
  created_at: ColumnType<Date, never, never>;
}

/** Objects that rows of accounts name, each with its size. */
interface StoredObjectsTable {
  key: string;
  user_id: string;
  /** As the driver reads large integers. */
  bytes: ColumnType<string, number, never>;
}

/** The sums of `stored_objects`, which its triggers keep. */
interface StorageTotalsTable {
  user_id: string;
  bytes: ColumnType<string, number, never>;
}

/** The finished synthesis that has the audio for an input; a trigger forgets what is listed for removal. */
interface SynthesisCacheTable {
  cache_key: Buffer;
  request_id: string;
  result_key: string;
  /** The id of the voice that speaks; null for a built-in one. */
  custom_voice_id: string | null;
  used_at: ColumnType<Date, never, Date>;
}

/** A part of the audio of a streamed synthesis, written by one run of its job. */
interface SpeechChunksTable {
  request_id: string;
  run: number;
  /** 0 for the first of the run. */
  position: number;
  /** The number of its sentence, from 0. */
  sentence: number;
  /** The number of characters of the text that are spoken at the end of its sentence. */
  characters: number;
  content: Buffer;
  /** The words of its sentence, with the last chunk of it; null in other chunks, and where they were not asked for. */
  words: ColumnType<SpokenWordsJson | null, string | null, never>;
}
