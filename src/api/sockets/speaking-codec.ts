import type { StreamedChunk } from "#src/api/results/read-stream.ts";
import type { DomainError } from "#src/errors.ts";
import type { ClientFrame } from "./client-channel.ts";
import type { Farewell } from "./codec.ts";

/** A text by the name that the client gave it; the empty name where a protocol has one text only. */
interface OfText {
  readonly context: string;
}

/** The wishes of a client that writes a text to be spoken, or several at the same time. */
export type SpeakingInput =
  /** More of the text. Parts that begin from now on have the speed; that of before when it is absent. */
  | (OfText & { readonly type: "text"; readonly text: string; readonly speed?: number | undefined })
  /** Speak all that is written, though no sentence has ended. */
  | (OfText & { readonly type: "flush" })
  /** Forget what is written, and be silent at once. */
  | (OfText & { readonly type: "clear" })
  /** Speak all that is written, and end the text. */
  | (OfText & { readonly type: "close" })
  /** The same for all texts, and end the session. */
  | { readonly type: "end" }
  /** A fault that ends the session. */
  | { readonly type: "fault"; readonly error: DomainError };

/** An event that a session which speaks tells its client. */
export type SpeakingEvent =
  | { readonly type: "opened" }
  /** A part of the text begins to sound. */
  | (OfText & { readonly type: "begun"; readonly text: string })
  | (OfText & { readonly type: "sound"; readonly chunk: StreamedChunk })
  /** All that was written before a flush was spoken. */
  | (OfText & { readonly type: "flushed" })
  | (OfText & { readonly type: "cleared" })
  /** A text has ended: all of it was spoken, or it was refused. */
  | (OfText & { readonly type: "closed" })
  /** A text is not taken, or not spoken to its end; the session goes on. */
  | (OfText & { readonly type: "refused"; readonly error: DomainError });

/** The messages of a protocol by which texts are spoken while they are being written. One codec serves one session. */
export interface SpeakingCodec {
  read(frame: ClientFrame): readonly SpeakingInput[];
  present(event: SpeakingEvent): readonly (Buffer | object)[];
  /** @param error null where the client has ended the session */
  end(error: DomainError | null): Farewell;
}
