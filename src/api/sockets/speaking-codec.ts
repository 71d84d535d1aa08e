import type { StreamedChunk } from "#src/api/results/read-stream.ts";
import type { DomainError } from "#src/errors.ts";
import type { ClientFrame } from "./client-channel.ts";
import type { Farewell } from "./codec.ts";

/** The wishes of a client that writes a text to be spoken. */
export type SpeakingInput =
  /** More of the text. */
  | { readonly type: "text"; readonly text: string }
  /** Speak all that is written, though no sentence has ended. */
  | { readonly type: "flush" }
  /** Forget what is written, and be silent at once. */
  | { readonly type: "clear" }
  /** Speak all that is written, and end. */
  | { readonly type: "close" }
  /** A fault that ends the session. */
  | { readonly type: "fault"; readonly error: DomainError };

/** An event that a session which speaks tells its client. */
export type SpeakingEvent =
  | { readonly type: "opened" }
  /** A part of the text begins to sound. */
  | { readonly type: "begun"; readonly text: string }
  | { readonly type: "sound"; readonly chunk: StreamedChunk }
  /** All that was written before a flush was spoken. */
  | { readonly type: "flushed" }
  | { readonly type: "cleared" };

/** The messages of a protocol by which texts are spoken while they are being written. One codec serves one session. */
export interface SpeakingCodec {
  read(frame: ClientFrame): readonly SpeakingInput[];
  present(event: SpeakingEvent): readonly (Buffer | object)[];
  /** @param error null where the client has ended the session */
  end(error: DomainError | null): Farewell;
}
