import type { ColumnType, Generated } from "kysely";

/** The table of what the workers can do. */
export interface EngineTables {
  engines: EnginesTable;
}

export const engineKinds = ["recognition", "synthesis"] as const;
export const engineStates = ["ready", "starting", "unavailable"] as const;
/** What a text is: plain, or with markup. */
export const inputTypes = ["text", "ssml"] as const;
/** How numbers are written in a transcript: in figures, or as they were said. */
export const transcriptFormats = ["smart", "verbatim"] as const;
/** Where the confidences of a transcript come from. */
export const confidenceSources = ["model", "alignment", "none"] as const;

/** Where the times of spoken words come from, the most exact first. */
export const wordsSources = ["model", "alignment", "estimate"] as const;

/** An engine of one worker process. */
interface EnginesTable {
  /** Of the process; a new one each time that it starts. */
  instance_id: string;
  name: string;
  kind: (typeof engineKinds)[number];
  /** As the release of the worker writes it, which may be a newer one. */
  manifest: ColumnType<object, string, string>;
  state: (typeof engineStates)[number];
  /** Why it is unavailable, and what to do. */
  reason: string | null;
  seen_at: Generated<Date>;
  /** When the process ended cleanly. */
  ended_at: Date | null;
}

/** What a speech request keeps of words, and whether it is to. */
export interface WordColumns {
  /** Of a recording. */
  transcript: Json<TranscriptJson>;
  /** Whether the times of the words of a text are asked for. */
  word_timestamps: Generated<boolean>;
  /** Of a text; null where they were not made. */
  spoken_words: Json<SpokenWordsJson>;
}

type Json<T> = ColumnType<T | null, string | null, string | null>;

/** What was recognised in a recording, as it is stored. Times in seconds. */
export interface TranscriptJson {
  readonly text: string;
  readonly segments: readonly { id: number; start: number; end: number; text: string; confidence: number }[];
  readonly words: readonly TranscriptWord[];
  /** What may be wrong with it; absent where nothing is. */
  readonly warnings?: readonly { readonly code: string; readonly message: string }[];
}

/** The words of a text as they are written in it, and where they are in its audio, as it is stored. Times in seconds. */
export interface SpokenWordsJson {
  readonly source: (typeof wordsSources)[number];
  readonly words: readonly { readonly word: string; readonly start: number; readonly end: number }[];
}

interface TranscriptWord {
  readonly word: string;
  /** With its punctuation, and in the words in which it was said; absent of transcripts from before they were kept. */
  readonly written?: string;
  readonly spoken?: string;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
}
