import type { ColumnType, Generated, RawBuilder } from "kysely";

/** The tables of documents: texts in chapters, which are spoken paragraph by paragraph. */
export interface DocumentTables {
  documents: DocumentsTable;
  document_paragraphs: DocumentParagraphsTable;
  document_exports: DocumentExportsTable;
}

/** The formats of files with chapters. */
export const exportFormats = ["m4b", "mp3"] as const;

/** A speaker of a document, whose paragraphs begin with the name and a colon, and the voice of that speaker. */
export interface SpeakerVoiceJson {
  readonly name: string;
  readonly voiceId: string;
}

interface DocumentsTable {
  id: string;
  user_id: string;
  title: string;
  /** Empty where none is named. */
  author: string;
  /** A tag; null for that of the voice or the text. */
  language: string | null;
  /** The voice of what no other voice speaks; null for the default voice of the language. */
  voice_id: string | null;
  speed: number;
  /** Written as its JSON text. */
  speakers: ColumnType<readonly SpeakerVoiceJson[], string, string>;
  /** The titles of the chapters, written as their JSON text. */
  chapters: ColumnType<readonly string[], string, string>;
  created_at: ColumnType<Date, undefined, never>;
  /** The time at which a text, a title or a voice was changed last. */
  updated_at: Generated<Date>;
}

interface DocumentParagraphsTable {
  id: string;
  document_id: string;
  /** The place in the document, from 0 on. */
  position: number;
  /** The number of its chapter, from 0 on. */
  chapter: number;
  text: string;
  /** Its own voice; null for that of its speaker or of the document. */
  voice_id: string | null;
  /** The speech request that has spoken it last, which may be gone; null before. */
  request_id: string | null;
  /** The digest of what that request spoke, and how. */
  spoken_as: string | null;
}

/** A file of the audio of a document, or of a chapter. */
interface DocumentExportsTable {
  id: string;
  document_id: string;
  user_id: string;
  format: (typeof exportFormats)[number];
  /** The number of the chapter, from 0 on; null for the whole document. */
  chapter: number | null;
  status: Generated<"queued" | "processing" | "completed" | "failed">;
  result_key: string | null;
  /** The size of the file, as PostgreSQL writes large integers. */
  bytes: string | null;
  duration_seconds: number | null;
  error_code: string | null;
  error_message: string | null;
  created_at: ColumnType<Date, undefined, never>;
  finished_at: ColumnType<Date | null, undefined, RawBuilder<Date>>;
}
