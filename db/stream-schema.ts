import type { ColumnType, Generated } from "kysely";
import type { SpokenWordsJson } from "./engine-schema.ts";

/** The column of `speech_requests` for streams. */
export interface StreamColumns {
  /** Whether its audio is sent while it is being made. */
  is_streamed: Generated<boolean>;
}

/** The table of streamed audio. */
export interface StreamTables {
  speech_chunks: SpeechChunksTable;
}

/** A part of the audio of a streamed synthesis, written by one run of its job. */
interface SpeechChunksTable {
  request_id: string;
  run: number;
  /** 0 for the first of the run. */
  position: number;
  /** The number of its sentence, from 0. */
  sentence: number;
  /** How many characters of the text are spoken at the end of its sentence. */
  characters: number;
  content: Buffer;
  /** The words of its sentence, with the last chunk of it; null in other chunks, and where they were not asked for. */
  words: ColumnType<SpokenWordsJson | null, string | null, never>;
}
