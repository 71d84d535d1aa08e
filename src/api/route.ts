import type { Context } from "koa";
import { z } from "zod";
import type { EngineDirectory } from "#src/domain/engines/engine-directory.ts";
import { DomainError, type ErrorCode } from "#src/errors.ts";
import type { IdentityProvider } from "#src/providers/identity/identity-provider.ts";
import type { PaymentClient } from "#src/providers/payments/payment-provider.ts";
import type { Resources } from "#src/platform/resources.ts";
import type { Access, AccountAccess, OpenAccess, RouteScope } from "./callers/access.ts";
import type { BodyReader, BodyReading } from "./bodies/body-reader.ts";
import type { Caller } from "./callers/caller.ts";
import { dialectAt, tellsIgnored } from "./dialects/dialects.ts";
import { ignoredHeader, refuseIgnored } from "./dialects/ignored-options.ts";
import { idempotencyKey } from "./validation/idempotency-key.ts";
import type { ChunkReader } from "./results/chunk-reader.ts";
import type { Tag } from "./openapi/tags.ts";
import type { ResultWaiter } from "./results/result-waiter.ts";
import type { RawBody, StreamBody, ResponseDocument } from "./http/reply-body.ts";
import type { SharedFiles } from "./http/shared-files.ts";
import type { OpenApiFiles } from "./openapi/served-documents.ts";
import { parsePart, parseQuery } from "./validation/parse-part.ts";
import type { ValidationRow } from "./validation/validation-error.ts";

/** The limits of calls; how many calls each allows is a setting. */
export type LimitName = "calls" | "speech" | "live" | "demo_synthesis" | "demo_transcription" | "contact" | "sign_in";

/** The resources and facts of its call that a handler works with beside its input. */
export interface RequestContext {
  readonly resources: Resources;
  readonly waiter: ResultWaiter;
  readonly chunks: ChunkReader;
  /** The engines that the workers offer. */
  readonly engines: EngineDirectory;
  readonly isDraining: () => boolean;
  /** Null when no identity provider is configured. */
  readonly identityProvider: IdentityProvider | null;
  /** Null when no payment provider is configured. */
  readonly paymentClient: PaymentClient | null;
  /** The files that are served from memory. */
  readonly files: SharedFiles;
  readonly openApi: OpenApiFiles;
  /** True where the answer is wanted without its body. */
  readonly isHead: boolean;
  /** Ours, and the id of the speech request that the call makes. */
  readonly requestId: string;
  /** The address or network by which the limits count callers. */
  readonly address: string;
  /**
   * Counts the call against a limit, where only some calls of the route do; it is taken back when the call is refused.
   * @throws DomainError `rate_limited`
   */
  readonly count: (limit: LimitName) => Promise<void>;
  /** Aborted when the caller has hung up. */
  readonly signal: AbortSignal;
  readonly header: (name: string) => string | undefined;
  /** The query as it was sent, without its question mark. */
  readonly queryString: string;
  /** The first of these media types that the caller accepts best. */
  readonly accepts: (types: readonly string[]) => string | undefined;
}

/**
 * The answer of a route: `data` goes through its response schema into the envelope, `bare` without one, `raw` as it is, and a
 * `stream` part by part as it is made.
 */
export type Reply = {
  readonly status: number;
  /** The id of what it tells of, where an earlier call has made that. */
  readonly createdBy?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
} & (
  | { readonly data: unknown }
  | { readonly bare: unknown }
  | { readonly raw: RawBody }
  | { readonly stream: StreamBody }
);

export interface RouteDefinition<Params, Query, Body> {
  readonly method: "get" | "post" | "put" | "delete" | "patch";
  /** With OpenAPI's `{name}` for parameters. */
  readonly path: string;
  /** Resource and verb, which name the call in the OpenAPI document and in generated clients: `voices.create`. */
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** True for what a browser opens by itself: never cached, and an error is a page for those who prefer one. */
  readonly forBrowsers?: true;
  readonly params: z.ZodObject & z.ZodType<Params>;
  readonly query: z.ZodObject & z.ZodType<Query>;
  readonly body: BodyReader<Body>;
  readonly responses: Readonly<Record<number, ResponseDocument>>;
  /** True where a temporary token will do in place of an API key. */
  readonly temporaryTokens?: true;
  /** Headers that the route looks at, each with what it means. */
  readonly requestHeaders?: Readonly<Record<string, string>>;
  /** Codes beyond those that every route of its kind can answer. */
  readonly errors: readonly ErrorCode[];
  /** The limit that a call counts against; when absent, `calls` where an account is needed, and none elsewhere. */
  readonly limit?: LimitName;
  /** The way to answer a repeated call: one with the same `Idempotency-Key`, or in a dialect an equal one. */
  readonly repeat?: Repeat<Params, Query, Body>;
}

/**
 * The state of the thing that a call was to make: nothing, something that is being worked on, a stream of that, which
 * others may read too, something that has ended, or something that has failed on our side, so that the call may be made once
 * more.
 */
export type CreatedState = "nothing" | "open" | "streaming" | "ended" | "failed";

/** The resource that a call has created: its id is the request id of that call. */
export interface CreatedResource {
  readonly id: string;
  /** The success that the call was answered with; null after an error, and when it is no longer known. */
  readonly status: number | null;
}

/** The way in which the answer of a call is found again. */
export interface Repeat<Params, Query, Body> {
  state(id: string, context: RequestContext): Promise<CreatedState>;
  /** @throws DomainError where the call was answered with one */
  reply(
    created: CreatedResource,
    call: { readonly input: RouteInput<Params, Query, Body>; readonly context: RequestContext },
  ): Promise<Reply>;
}

/** The parsed input of a request. */
export interface RouteInput<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
}

/** A call whose input has passed its schemas. */
export interface ValidCall {
  /** Does what is asked for. */
  readonly perform: () => Promise<Reply>;
  /** The way to answer it like an earlier one; null where that is not known or not asked for. */
  readonly repeatable: RepeatableCall | null;
  /** Headers of its answer that the input decides. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A call that may be the repeat of another: one of an account with an `Idempotency-Key`, or one in a dialect. */
export interface RepeatableCall {
  /** Null in a dialect, where a call is its own key. */
  readonly key: string | null;
  /** Returns the value, as JSON, in which two equal calls to the route agree. */
  identity(): Promise<unknown>;
  state(id: string): Promise<CreatedState>;
  reply(created: CreatedResource): Promise<Reply>;
}

/** The caller and the resources with which the input of a call is read. */
export interface InputReading extends Pick<BodyReading, "bodies" | "scope"> {
  readonly caller: Caller | null;
  readonly context: RequestContext;
}

/** A route of the table, its types closed over: router, OpenAPI document and tests derive from this value. */
export interface Route extends Omit<RouteDefinition<unknown, unknown, unknown>, "body" | "repeat"> {
  readonly access: Access;
  /** `any` where no key is looked at. */
  readonly scope: RouteScope;
  readonly bodyDocument: BodyReader<unknown>["document"];
  /** The facts of an upgrade, at a path that takes WebSockets. A call that is none is refused before its caller is known. */
  readonly socket?: Pick<
    RouteDefinition<unknown, unknown, unknown>,
    "query" | "errors" | "limit" | "temporaryTokens"
  > & {
    readonly scope: RouteScope;
  };
  /** True when the route takes an `Idempotency-Key`. */
  readonly repeatable: boolean;
  /** Reads and parses the input, or says what is wrong with it: path, query, header, body, all at once. */
  read(ctx: Context, reading: InputReading): Promise<ValidCall | readonly ValidationRow[]>;
}

type Handle<Params, Query, Body, Who> = (
  input: RouteInput<Params, Query, Body>,
  caller: Who,
  context: RequestContext,
) => Promise<Reply>;

/** A route for all callers; `caller` is null without a credential. */
export function openRoute<Params, Query, Body>(
  definition: RouteDefinition<Params, Query, Body> & OpenAccess,
  handle: Handle<Params, Query, Body, Caller | null>,
): Route {
  const { body, repeat, ...facts } = definition;
  const isOurs = dialectAt(definition.path) === null;
  const isKeyed = repeat !== undefined && isOurs;
  return {
    ...facts,
    scope: facts.scope ?? "any",
    bodyDocument: body.document,
    repeatable: isKeyed,
    read: async (ctx, { caller, bodies, scope, context }) => {
      const { resources, engines, address } = context;
      const { strict: isStrict } = resources.config.dialects;
      const query = parseQuery(definition.query, ctx.querystring);
      // A call that is refused for its query needs no body.
      if (isStrict && !isOurs && query.ok) refuseIgnored([query.sent ?? []].flat(), resources.config);
      const read = await body.read(ctx, { resources, engines, caller, address, bodies, scope });
      const params = parsePart("path", definition.params, ctx["params"]);
      const sentKey = !isKeyed || caller === null ? undefined : ctx.req.headers["idempotency-key"];
      const key = parsePart("header", headers, { "Idempotency-Key": sentKey });
      if (!params.ok || !query.ok || !key.ok || !read.ok) {
        return [params, query, key, read].flatMap((part) => (part.ok ? [] : part.rows));
      }
      const sentOptions = tellsIgnored(definition.path) ? [query.sent ?? [], read.sent ?? []].flat() : [];
      if (isStrict && !isOurs) refuseIgnored(sentOptions, resources.config);
      const input = { params: params.value, query: query.value, body: read.value };
      const sent = key.value["Idempotency-Key"];
      const repeatable = isKeyed && sent === undefined ? null : repeatableCall(definition, { input, context });
      return {
        perform: () => handle(input, caller, context),
        repeatable: repeatable && { ...repeatable, key: sent ?? null },
        headers: ignoredHeader(sentOptions, resources.config),
      };
    },
  };
}

const headers = z.object({ "Idempotency-Key": idempotencyKey.optional() });

function repeatableCall<Params, Query, Body>(
  { repeat, body }: RouteDefinition<Params, Query, Body>,
  call: { readonly input: RouteInput<Params, Query, Body>; readonly context: RequestContext },
): Omit<RepeatableCall, "key"> | null {
  if (repeat === undefined) return null;
  return {
    identity: async () => ({ ...call.input, body: (await body.identityOf?.(call.input.body)) ?? call.input.body }),
    state: (id) => repeat.state(id, call.context),
    reply: (created) => repeat.reply(created, call),
  };
}

/** A route for accounts; the router has seen to the credential before. */
export const accountRoute = <Params, Query, Body>(
  definition: RouteDefinition<Params, Query, Body> & AccountAccess,
  handle: Handle<Params, Query, Body, Caller>,
): Route => ({
  ...openRoute({ ...definition, access: "optional" }, (input, caller, context) => {
    if (caller === null) throw new DomainError("missing_credentials");
    return handle(input, caller, context);
  }),
  access: definition.access,
});
