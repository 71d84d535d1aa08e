import type { Readable } from "node:stream";
import type { Context } from "koa";
import type { z } from "zod";
import type { Limits } from "#src/config.ts";
import { DomainError, type ErrorCode } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";
import type { ResultWaiter } from "./result-waiter.ts";
import { toValidationDetail, type ValidationRow } from "./validation-error.ts";

/** Who may call a route. `optional`: nobody in particular, but a credential that is sent must be valid. */
export type Access = "public" | "optional" | "account" | "admin";

/** The account behind a request. */
export interface Caller {
  readonly userId: string;
  readonly role: "user" | "admin";
  /** How the account was proven: a key, or a session of the dashboard or the identity provider. */
  readonly source: "api_key" | "web";
  /** The key that was used; null with a session. */
  readonly apiKeyId: string | null;
  /** The dashboard's session that was used; null with a key or a token of the identity provider. */
  readonly sessionId: string | null;
}

/** What a handler works with beside its input. */
export interface RequestContext {
  readonly resources: Resources;
  readonly waiter: ResultWaiter;
  /** Ours, and the id of the speech request that the call makes. */
  readonly requestId: string;
  /** Aborted when the caller has hung up. */
  readonly signal: AbortSignal;
  readonly header: (name: string) => string | undefined;
  /** The first of these media types that the caller accepts best. */
  readonly accepts: (types: readonly string[]) => string | undefined;
}

/** What a route answers: `data` goes through its response schema into the envelope, `bare` without one, `raw` as it is. */
export type Reply = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
} & ({ readonly data: unknown } | { readonly bare: unknown } | { readonly raw: RawBody });

export interface RawBody {
  readonly content: string | Buffer | Readable;
  readonly contentType: string;
  /** Bytes; needed for a stream. */
  readonly length?: number;
}

/** What was read of a body: its value, or what is wrong with it. */
export type BodyResult<Body> =
  | { readonly ok: true; readonly value: Body }
  | { readonly ok: false; readonly rows: readonly ValidationRow[] };

/** How the body of a request is read. Everything it keeps is released with `scope`. */
export interface BodyReader<Body> {
  read(ctx: Context, resources: Resources, scope: AsyncDisposableStack): Promise<BodyResult<Body>>;
  /** What the OpenAPI document says of it; null when there is none. */
  readonly document: { readonly contentType: string; schema(limits: Limits): z.ZodObject } | null;
}

/** An answer as the OpenAPI document shows it: JSON by the schema, or raw in one of the media types. */
export interface ResponseDocument {
  readonly description: string;
  /** Of `data` in the envelope; of the whole body where `bare` says so. */
  readonly schema?: z.ZodType;
  readonly bare?: true;
  readonly mediaTypes?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RouteDefinition<Params, Query, Body> {
  readonly method: "get" | "post" | "delete" | "patch";
  /** With OpenAPI's `{name}` for parameters. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  readonly params: z.ZodObject & z.ZodType<Params>;
  readonly query: z.ZodObject & z.ZodType<Query>;
  readonly body: BodyReader<Body>;
  readonly responses: Readonly<Record<number, ResponseDocument>>;
  /** Codes beyond those that every route of its kind can answer. */
  readonly errors: readonly ErrorCode[];
}

/** The parsed input of a request. */
export interface RouteInput<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
}

/** A route of the table, its types closed over: router, OpenAPI document and tests derive from this value. */
export interface Route extends Omit<RouteDefinition<unknown, unknown, unknown>, "body"> {
  readonly bodyDocument: BodyReader<unknown>["document"];
  /** Reads and parses the input and answers it, or says what is wrong with it: path, query, body, all at once. */
  answer(ctx: Context, caller: Caller | null, context: RequestContext): Promise<Reply | readonly ValidationRow[]>;
}

type Handle<Params, Query, Body, Who> = (
  input: RouteInput<Params, Query, Body>,
  caller: Who,
  context: RequestContext,
) => Promise<Reply>;

/** A route that anybody may call; `caller` is null for those who show no credential. */
export function openRoute<Params, Query, Body>(
  definition: RouteDefinition<Params, Query, Body> & { readonly access: "public" | "optional" },
  handle: Handle<Params, Query, Body, Caller | null>,
): Route {
  const { body, ...facts } = definition;
  return {
    ...facts,
    bodyDocument: body.document,
    answer: async (ctx, caller, context) => {
      await using scope = new AsyncDisposableStack();
      const read = await body.read(ctx, context.resources, scope);
      const params = parsePart("path", definition.params, ctx["params"]);
      const query = parsePart("query", definition.query, Object.fromEntries(new URLSearchParams(ctx.querystring)));
      if (params.ok && query.ok && read.ok) {
        return await handle({ params: params.value, query: query.value, body: read.value }, caller, context);
      }
      return [params, query, read].flatMap((part) => (part.ok ? [] : part.rows));
    },
  };
}

/** A route for accounts; the router has seen to the credential before. */
export const accountRoute = <Params, Query, Body>(
  definition: RouteDefinition<Params, Query, Body> & { readonly access: "account" | "admin" },
  handle: Handle<Params, Query, Body, Caller>,
): Route => ({
  ...openRoute({ ...definition, access: "optional" }, (input, caller, context) => {
    if (caller === null) throw new DomainError("missing_credentials");
    return handle(input, caller, context);
  }),
  access: definition.access,
});

function parsePart<Value>(where: "path" | "query", schema: z.ZodType<Value>, input: unknown): BodyResult<Value> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, rows: toValidationDetail(parsed.error, { where, input, schema }) };
}
