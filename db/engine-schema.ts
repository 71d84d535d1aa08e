import type { ColumnType, Generated } from "kysely";

/** The tables of what the workers can do, and what it is done with. */
export interface EngineTables {
  engines: EnginesTable;
  key_term_lists: KeyTermListsTable;
  pronunciation_dictionaries: PronunciationDictionariesTable;
}

export const engineKinds = ["recognition", "synthesis"] as const;
export const engineStates = ["ready", "starting", "unavailable"] as const;
/** The kinds of text: plain, or with markup. */
export const inputTypes = ["text", "ssml"] as const;
/** The forms of numbers in a transcript: in figures, or as they were said. */
export const transcriptFormats = ["smart", "verbatim"] as const;
/** The sources of the confidences of a transcript. */
export const confidenceSources = ["model", "alignment", "none"] as const;

/** The sources of the times of spoken words, the most exact first. */
export const wordsSources = ["model", "alignment", "estimate"] as const;

/** An engine of one worker process. */
interface EnginesTable {
  /** The id of the process; a new one each time that it starts. */
  instance_id: string;
  name: string;
  kind: (typeof engineKinds)[number];
  /** As the release of the worker writes it, which may be a newer one. */
  manifest: ColumnType<object, string, string>;
  state: (typeof engineStates)[number];
  /** Why it is unavailable, and what to do. */
  reason: string | null;
  seen_at: Generated<Date>;
  /** The time at which the process ended cleanly. */
  ended_at: Date | null;
}

/** A list of terms that an account keeps. */
interface KeyTermListsTable {
  id: string;
  user_id: string;
  name: string;
  /** Written as its JSON text. */
  terms: ColumnType<readonly string[], string, string>;
  created_at: ColumnType<Date, undefined, never>;
  updated_at: Generated<Date>;
}

/** Words that an account has spoken otherwise than they are written. */
interface PronunciationDictionariesTable {
  id: string;
  user_id: string;
  name: string;
  description: string;
  /** Whether every synthesis of the account uses it. */
  always: boolean;
  /** Written as its JSON text. */
  entries: ColumnType<readonly PronunciationJson[], string, string>;
  created_at: ColumnType<Date, undefined, never>;
  updated_at: Generated<Date>;
}

/** A stored entry: a word with its respelling or its IPA. */
export interface PronunciationJson {
  readonly word: string;
  readonly respelling?: string | undefined;
  readonly ipa?: string | undefined;
  readonly language: string | null;
  readonly isCaseSensitive: boolean;
}

/** The words that a speech request keeps. */
export interface WordColumns {
  /** The transcript of a recording. */
  transcript: Json<TranscriptJson>;
  /** The words of a text with their times; null where they were not made. */
  spoken_words: Json<SpokenWordsJson>;
}

type Json<T> = ColumnType<T | null, string | null, string | null>;

/** The stored transcript of a recording. Times are in seconds. */
export interface TranscriptJson {
  /** The text as it is shown, with corrections: lists, exports and the search of the history read it here. */
  readonly text: string;
  /** The words of the model, also of segments that were corrected. */
  readonly segments: readonly TranscriptSegment[];
  readonly words: readonly TranscriptWord[];
  /** The probability of the language that was found in it, 0 to 1; absent where it was told, or no engine gave one. */
  readonly languageProbability?: number;
  /** Why this model has read it; absent in transcripts of earlier releases. */
  readonly modelReason?: string;
  /** The languages with their times; absent where there is only one. */
  readonly languages?: readonly {
    readonly language: string;
    readonly probability: number;
    readonly start: number;
    readonly end: number;
  }[];
  /** Speech in which no words were found; absent in transcripts of earlier releases. */
  readonly unintelligible?: readonly { readonly start: number; readonly end: number }[];
  /** The parts in which people speak at once; absent where speakers were not told apart, and without the model that hears it. */
  readonly overlaps?: readonly { readonly start: number; readonly end: number }[];
  /** The channels, where each was transcribed by itself; the language where it was detected. */
  readonly channels?: readonly TranscriptChannel[];
  /** The names that were given to speakers, by their letters, or to channels, by their numbers from 0; absent without any. */
  readonly speakerNames?: Readonly<Record<string, string>>;
  /** The corrections by people, by `corrected` applied to a transcript that is shown; absent without any. */
  readonly corrections?: {
    /** The text that the model read. */
    readonly text: string;
    /** The corrected texts of segments, by their ids; empty where nothing is said. */
    readonly segments: Readonly<Record<string, string>>;
    /** The numbers of the speakers to whom segments were given, by the ids of the segments; absent without any. */
    readonly speakers?: Readonly<Record<string, number>>;
  };
  /** The segments whose corrected text is empty; only in a transcript that is shown. */
  readonly silenced?: readonly TranscriptSegment[];
  /** The parts with a topic of their own, with typical words; absent where they were not asked for. */
  readonly chapters?: readonly { readonly start: number; readonly end: number; readonly keywords: readonly string[] }[];
  /** The texts that a text model has written; absent where that was not asked for, or has failed. */
  readonly derived?: {
    /** The name of the text model. */
    readonly model: string;
    readonly summary?: string;
    readonly topics?: readonly string[];
    readonly translation?: { readonly language: string; readonly text: string };
  };
  /** Warnings about possible faults; absent in transcripts of earlier releases that have none. */
  readonly warnings?: readonly { readonly code: string; readonly message: string }[];
  /** The words that were searched for, each with its places; absent where none were. */
  readonly search?: readonly {
    readonly query: string;
    readonly hits: readonly {
      readonly start: number;
      readonly end: number;
      readonly confidence: number;
      readonly snippet: string;
      /** Absent where channels were transcribed together. */
      readonly channel?: number;
    }[];
  }[];
}

/** The words of a text as they are written in it, and where they are in its audio, as it is stored. Times in seconds. */
export interface SpokenWordsJson {
  readonly source: (typeof wordsSources)[number];
  readonly words: readonly { readonly word: string; readonly start: number; readonly end: number }[];
}

interface TranscriptChannel {
  /** From 0. */
  readonly channel: number;
  readonly language?: string;
  readonly languageProbability?: number;
}

interface TranscriptSegment {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly confidence: number;
  /** The one who speaks, numbered from 0 in the order of appearance; absent where speakers were not told apart. */
  readonly speaker?: number;
  /** The channel in which it was said, from 0; absent where channels were transcribed together. */
  readonly channel?: number;
  /** Whether a person has corrected it; only in a transcript that is shown. */
  readonly corrected?: boolean;
}

interface TranscriptWord {
  readonly word: string;
  /** With its punctuation, and in the words in which it was said; absent of transcripts from before they were kept. */
  readonly written?: string;
  readonly spoken?: string;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
  /** As of a segment. */
  readonly speaker?: number;
  readonly channel?: number;
}
