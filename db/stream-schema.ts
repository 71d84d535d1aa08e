import type { ColumnType, Generated } from "kysely";
import type { SpokenWordsJson } from "./engine-schema.ts";

/** What a speech request has of streams. */
export interface StreamColumns {
  /** Whether its audio is sent while it is being made. */
  is_streamed: Generated<boolean>;
}

/** The table of what is heard while it is being made. */
export interface StreamTables {
  speech_chunks: SpeechChunksTable;
}

/** A piece of the audio of a streamed synthesis, as one run of its job has made it. */
interface SpeechChunksTable {
  request_id: string;
  run: number;
  /** 0 for the first of the run. */
  position: number;
  /** The number of the sentence whose sound this is, from 0. */
  sentence: number;
  /** How many characters of the text are spoken with the end of its sentence. */
  characters: number;
  content: Buffer;
  /** Of its sentence, with the last chunk of it; null where they were not asked for. */
  words: ColumnType<SpokenWordsJson | null, string | null, never>;
}
