import type { z } from "zod";
import type { Tag } from "#src/api/openapi/tags.ts";
import type { ValidationRow } from "#src/api/validation/validation-error.ts";
import type { DomainError } from "#src/errors.ts";

/** Why a call is refused: an error, or what is wrong with its input, which is the form of every 422 of ours. */
export type Refusal = DomainError | readonly ValidationRow[];

export interface ErrorReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The rest of the limit that a call counted against. */
export interface LimitShare {
  /** Calls in a window. */
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
}

/** The facts of a call that every answer can tell. */
export interface AnsweredCall {
  /** The id of the call, or of the one that it repeats, which is that of the speech request that it made. */
  readonly requestId: string;
  readonly elapsedMs: number;
  /** Null where nothing was counted. */
  readonly share: LimitShare | null;
}

/** The dialects whose clients know no other answer than the result, and so wait for it. */
export type WaitingDialectName = "openai" | "deepgram" | "elevenlabs" | "sarvam";

/** The form of another vendor's API. Every path beneath its prefixes is answered in it, whether or not a route matches. */
export interface Dialect<Name extends string = WaitingDialectName | "assemblyai"> {
  /** Also the key of its settings, where it has some. */
  readonly name: Name;
  /** The tag of its routes in the OpenAPI document. */
  readonly tag: Tag;
  /** Paths without a slash at the end. */
  readonly prefixes: readonly string[];
  /**
   * The API key of a call, by a function that gives the value of a header.
   * @throws DomainError `missing_credentials` with a sentence that says where the key belongs
   */
  credentialOf(header: (name: string) => string | undefined): string;
  /** `refusal` is never an error that is answered with 422: that comes as its row. */
  errorReply(refusal: Refusal, call: { readonly requestId: string; readonly path?: string }): ErrorReply;
  /** Headers of every answer, beside ours. */
  answerHeaders(call: AnsweredCall): Readonly<Record<string, string>>;
  /** The description of it in the OpenAPI document. */
  readonly document: {
    readonly security: SecurityScheme;
    readonly error: z.ZodType;
    /** The body of an answer to input that is not valid. */
    readonly invalid: z.ZodType;
    /** Headers of its answers, each with what it means. */
    readonly headers: Readonly<Record<string, string>>;
  };
}

type SecurityScheme =
  | { readonly type: "http"; readonly scheme: string; readonly description: string }
  | { readonly type: "apiKey"; readonly in: "header"; readonly name: string; readonly description: string };
