import type { DetectedLanguage, Owner, Recognition, RecognizedWord, UtteranceOptions } from "#workers/speech/engine.ts";
import type { TranscriptFormat } from "#workers/speech/recognition/format-transcript.ts";
import type { ReadSlots } from "./read-slots.ts";
import type { TurnDetector } from "./turn-host.ts";
import type { VoiceActivity } from "./voice-host.ts";

/** Hz. All sound of a session is mono. */
export const liveRate = 16_000;

/** The parts that sessions share. */
export interface LiveEngine {
  readonly hear: VoiceActivity["hear"];
  /** @throws DomainError as engines do */
  readonly read: (samples: Int16Array, options: UtteranceOptions) => Promise<Recognition>;
  /** The likeliest language of those that are read, or null; null where no engine finds languages. */
  readonly findLanguage:
    | ((samples: Int16Array, options: Pick<UtteranceOptions, "owner" | "signal">) => Promise<DetectedLanguage | null>)
    | null;
  /** Null where Smart Turn is not installed. */
  readonly judgeTurn: TurnDetector["judge"] | null;
  readonly slots: ReadSlots;
  /** Milliseconds, by any clock that never goes back. */
  readonly now: () => number;
}

/** The way in which the end of an utterance is found. */
export const endsOfTurn = ["silence", "smart"] as const;
export type EndOfTurn = (typeof endsOfTurn)[number];

export interface LiveOptions {
  /** A primary tag, or `auto`. */
  readonly language: string;
  readonly interimResults: boolean;
  /** The silence that ends an utterance, at least 128 ms; null where silence alone ends none. */
  readonly endpointingMs: number | null;
  /** Whether Smart Turn ends an utterance in a shorter silence, where the speaker seems to have finished. */
  readonly endOfTurn: EndOfTurn;
  /** Whether several finals without a longer pause between them are read once more as a whole. */
  readonly revises: boolean;
  /** The way in which English numbers of finals are written; interim results are as they were read. */
  readonly format: TranscriptFormat;
  /** The account and the session, for fair queues. */
  readonly owner: Owner;
  readonly onEvent: (event: LiveEvent) => void;
  /** Called once when the session cannot go on. */
  readonly onError: (error: unknown) => void;
  readonly observe?: (measured: LiveMeasure) => void;
}

/** Seconds between the arrival of the sound, or the end of the silence, and the words. */
export interface LiveMeasure {
  readonly kind: "partial" | "final";
  readonly seconds: number;
}

/** A word of a session; `written` is with its punctuation. */
export interface LiveWord extends RecognizedWord {
  readonly written: string;
}

interface Words {
  /** Seconds from the first sound of the session. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly words: readonly LiveWord[];
}

export interface LivePartial extends Words {
  readonly kind: "partial";
  /** So many words do not change in later partials of the utterance. */
  readonly committed: number;
}

export interface LiveFinal extends Words {
  readonly kind: "final";
  /** From 1. */
  readonly id: number;
  readonly confidence: number;
  readonly confidenceSource: Recognition["confidenceSource"];
  readonly model: string;
  readonly language: string;
  /** Null where the language was named, or no engine gave one. */
  readonly languageProbability: number | null;
  /** False where it was cut because it grew too long. */
  readonly speechFinal: boolean;
  readonly fromFinalize: boolean;
  /** The finals that it replaces; empty unless it is a revision. */
  readonly replaces: readonly number[];
}

export type LiveEvent = { readonly kind: "speech_started"; readonly at: number } | LivePartial | LiveFinal;

/** An utterance as far as it is known: samples of the stream, from the first up to and without the second. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly speech: readonly (readonly [from: number, to: number])[];
}
