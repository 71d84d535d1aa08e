import type { Readable } from "node:stream";
import type { z } from "zod";

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

/** An answer as the OpenAPI document shows it: JSON by the schema, or raw in one of the media types. */
export interface ResponseDocument {
  readonly description: string;
  /** The schema of `data` in the envelope, or of the whole body where `bare` says so. */
  readonly schema?: z.ZodType;
  readonly bare?: true;
  readonly mediaTypes?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}
