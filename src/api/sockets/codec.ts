import type { DomainError } from "#src/errors.ts";
import type { FinalResult, PartialResult } from "#src/domain/live/finals.ts";
import type { GivenTranscriptionOptions } from "#src/domain/speech/transcription-options.ts";
import type { ClientFrame } from "./client-channel.ts";
import type { StartMessage } from "./worker-link.ts";

/** A live transcription as its caller wants it. */
export interface LiveChoice extends Pick<
  StartMessage,
  "encoding" | "sample_rate" | "interim_results" | "endpointing_ms" | "end_of_turn" | "revises"
> {
  /** A tag, code or English name of a language, or `auto`; undefined where the caller names none. */
  readonly language: string | undefined;
  readonly options: GivenTranscriptionOptions;
}

/** The wishes that a client sends in a frame. */
export type ClientInput =
  | { readonly type: "sound"; readonly sound: Buffer }
  | { readonly type: "keep_alive" }
  /** End the open utterance now. */
  | { readonly type: "finalize" }
  | { readonly type: "close" }
  /** Wishes that take the place of those that the session was opened with, before its first sound. Answered by `configured`. */
  | { readonly type: "configure"; readonly wish: LiveChoice }
  /** An answer that the session has no part in. */
  | { readonly type: "answer"; readonly message: object }
  /** A fault that ends the session. */
  | { readonly type: "fault"; readonly error: DomainError };

/** An event that a session tells its client. Times in seconds from the first sound. */
export type SessionEvent =
  | { readonly type: "opened" }
  /** The wishes of the client hold from now on; or why they do not, and those of before hold. */
  | { readonly type: "configured"; readonly error: DomainError | null }
  | { readonly type: "going_away"; readonly inMs: number }
  | { readonly type: "ready"; readonly model: string; readonly language: string }
  | { readonly type: "speech_started"; readonly at: number }
  | ({ readonly type: "partial" } & PartialResult)
  | ({ readonly type: "final" } & FinalResult)
  /** The seconds of sound that were heard so far. */
  | { readonly type: "progress"; readonly seconds: number };

/** The end of a session. */
export interface SessionEnd {
  readonly seconds: number;
  /** Null where it is not charged here: it goes on elsewhere, or had ended before. */
  readonly credits: number | null;
  /** Null where the client closed it. */
  readonly error: DomainError | null;
}

/** The last messages of a session, and its close frame. */
export interface Farewell {
  readonly messages: readonly object[];
  readonly code: number;
  /** At most 123 bytes. */
  readonly reason: string;
}

/** The messages of one protocol, in both directions. One codec serves one session. */
export interface LiveCodec {
  /** Whether its clients say what they want when the session is open. */
  readonly configures?: true;
  read(frame: ClientFrame): readonly ClientInput[];
  present(event: SessionEvent): readonly object[];
  end(ended: SessionEnd): Farewell;
}
