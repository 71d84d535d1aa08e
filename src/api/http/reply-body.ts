import type { Readable } from "node:stream";

/** An answer that goes out as it is. */
export interface RawBody {
  readonly content: string | Buffer | Readable;
  readonly contentType: string;
  /** Bytes; needed for a stream. */
  readonly length?: number;
}

/** An answer that is still being made. */
export interface StreamBody {
  /** Asked for the next part when the one before was written to the connection. */
  readonly parts: AsyncIterable<Buffer | string>;
  readonly contentType: string;
}
