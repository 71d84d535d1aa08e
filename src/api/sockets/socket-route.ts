import type { WebSocket } from "ws";
import type { z } from "zod";
import type { ApiKeyScope } from "#db/schema.ts";
import { noBody } from "#src/api/bodies/body.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import type { SentOptions } from "#src/api/bodies/body-reader.ts";
import { parsePart, parseQuery } from "#src/api/validation/parse-part.ts";
import type { ValidationRow } from "#src/api/validation/validation-error.ts";
import type { Tag } from "#src/api/openapi/tags.ts";
import { type LimitName, openRoute, type Route } from "#src/api/route.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { DomainError, type ErrorCode } from "#src/errors.ts";
import type { ChunkReader } from "#src/api/results/chunk-reader.ts";
import type { Resources } from "#src/platform/resources.ts";
import type { EngineDirectory } from "#src/domain/engines/engine-directory.ts";

/** A connection that waits for its handshake. */
export interface OpenedSocket {
  attach(socket: WebSocket): void;
  /** The handshake has failed. */
  abandon(): void;
}

export type PathParameters = Readonly<Record<string, string>>;

/** The session of an open socket, as far as the process that serves it is concerned. */
export interface SocketSession {
  /** Says that the process ends in some time, where the protocol has words for it. */
  warn(inMs: number): void;
  /** @param error null where the client wants it */
  stop(error: DomainError | null): void;
  /** Resolves when all is settled, with how it has ended: `closed`, `lost` where it waited for another connection, or the code of an error. */
  readonly ended: Promise<string>;
}

/** The resources and facts of its call that a socket is opened with. */
export interface SocketContext {
  readonly resources: Resources;
  readonly engines: EngineDirectory;
  readonly chunks: ChunkReader;
  readonly requestId: string;
  /** The header with the credential of the call, or what stands in its place among the subprotocols. */
  readonly authorization: string;
  /** The query as it was sent, without its question mark. */
  readonly queryString: string;
  /** The parameters of the path, decoded. */
  readonly params: PathParameters;
  /** The sessions of this process. */
  readonly sessions: SocketSessions;
}

/** The sessions of a process. */
export interface SocketSessions {
  /** @param speaker the account for which it speaks; absent for one that hears */
  add(session: SocketSession, speaker?: string): void;
  /** The number of sessions that speak for an account. */
  speakingFor(account: string): number;
}

/** The credential that a browser sends as a subprotocol, and the subprotocol that is answered. */
export interface OfferedCredential {
  /** The value of the header in whose place it stands; null where the offer holds none. */
  readonly authorization: string | null;
  readonly selected: string;
}

/** A message of a protocol, for the AsyncAPI document. */
export interface MessageDocument {
  readonly name: string;
  readonly summary: string;
  readonly schema: z.ZodType;
}

/** The messages of a protocol by their names, which say what they are. */
export const messageDocuments = (schemas: Readonly<Record<string, z.ZodType>>): readonly MessageDocument[] =>
  Object.entries(schemas).map(([name, schema]) => ({ name, summary: name, schema }));

export interface SocketDefinition<Query> {
  readonly path: string;
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly scope: ApiKeyScope;
  /** True where a temporary token will do in place of an API key. */
  readonly temporaryTokens?: true;
  /** True where a token of `POST /v1/live/tokens` will do. */
  readonly liveTokens?: true;
  /** The parameters of the path; none when absent. */
  readonly params?: z.ZodObject;
  readonly query: z.ZodObject & z.ZodType<Query>;
  readonly limit: LimitName;
  readonly errors: readonly ErrorCode[];
  /** Reads the offered subprotocols; null where they say nothing. */
  readonly offered: (protocols: readonly string[]) => OfferedCredential | null;
  /** Parameters of the query that hold a credential, each with the header in whose place it stands and which it comes before. */
  readonly queryCredentials?: Readonly<Record<string, string>>;
  readonly messages: { readonly client: readonly MessageDocument[]; readonly server: readonly MessageDocument[] };
  /** True where sound goes to the client, and not to the service. */
  readonly speaks?: true;
  /** True where sound is base64 in the messages, in either direction; elsewhere it is in binary frames. */
  readonly soundInMessages?: true;
}

/** A path that takes WebSockets, its types closed over: the upgrade, both documents and the tests derive from this value. */
export interface SocketRoute extends Omit<SocketDefinition<unknown>, "query"> {
  readonly query: z.ZodObject;
  readonly access: "account";
  /** The answer to a call that is no upgrade, and the operation in the OpenAPI document. */
  readonly route: Route;
  /** The parameters of a path that the route takes; null for any other path. */
  match(path: string): PathParameters | null;
  /** Reads the path and the query, or says what is wrong with them. */
  read(params: PathParameters, queryString: string): ReadQuery | readonly ValidationRow[];
}

/** A query that has passed its schema. */
export interface ReadQuery {
  readonly sent: readonly SentOptions[];
  open(caller: Caller, context: SocketContext): Promise<OpenedSocket>;
}

/** A path that takes WebSockets of accounts. `open` does all that can be refused; the handshake follows. */
export function socketRoute<Query>(
  definition: SocketDefinition<Query>,
  open: (query: Query, caller: Caller, context: SocketContext) => Promise<OpenedSocket>,
): SocketRoute {
  const { path, operationId, tag, summary, description, query, params = noInput } = definition;
  const facts = { path, operationId, tag, summary, ...(description !== undefined && { description }) };
  const route = openRoute(
    {
      ...facts,
      ...{ method: "get", access: "public", params, query: noInput, body: noBody },
      responses: { 101: { description: "The WebSocket is open." } },
      errors: ["upgrade_required"],
    },
    () => {
      throw new DomainError("upgrade_required");
    },
  );
  const { scope, temporaryTokens, errors, limit } = definition;
  return {
    ...definition,
    access: "account",
    route: { ...route, socket: { scope, ...(temporaryTokens === true && { temporaryTokens }), errors, limit, query } },
    match: (sent) => matchPath(path, sent),
    read: (sent, queryString) => {
      const read = parseQuery(query, queryString);
      const named = parsePart("path", params, sent);
      if (!read.ok || !named.ok) return [named, read].flatMap((part) => (part.ok ? [] : part.rows));
      return {
        sent: [read.sent ?? []].flat(),
        open: (caller, context) => open(read.value, caller, context),
      };
    },
  };
}

/** A step `{name}` of a template takes any step of a path. */
function matchPath(template: string, path: string): PathParameters | null {
  const [names, steps] = [template.split("/"), path.split("/").map(decoded)];
  const isSame = names.every((name, index) => (name.startsWith("{") ? steps[index] !== "" : name === steps[index]));
  if (!isSame || names.length !== steps.length || steps.includes(null)) return null;
  const found = names.flatMap((name, index) =>
    name.startsWith("{") ? [[name.slice(1, -1), steps[index] ?? ""] as const] : [],
  );
  return Object.fromEntries(found);
}

/** Null for what is no encoding of a text. */
function decoded(step: string): string | null {
  try {
    return decodeURIComponent(step);
  } catch {
    return null;
  }
}
