import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { describedEvents } from "./callbacks/event-documents.ts";
import type { Dialect } from "./dialects/dialect.ts";
import { dialectAt, tellsIgnored } from "./dialects/dialects.ts";
import { errorReply } from "./http/error-reply.ts";
import { validationError } from "./validation/validation-error.ts";
import { idempotencyKey } from "./validation/idempotency-key.ts";
import { apiError } from "./openapi/api-error.ts";
import { describeDocument, type OpenApiDocument } from "./openapi/describe-document.ts";
import type { BodyDocument } from "#src/api/bodies/body-reader.ts";
import { addCodeSamples } from "./openapi/code-samples.ts";
import { createNames, type Names, typeNameOf } from "./openapi/names.ts";
import { securityOf, securitySchemesOf } from "./openapi/security.ts";
import { describedTags, introduction } from "./openapi/tags.ts";
import { limitOf, rateLimitHeaders } from "./limits/rate-limits.ts";
import type { ResponseDocument } from "./http/reply-body.ts";
import type { Route } from "./route.ts";
import type { Config } from "#src/config.ts";
import { DomainError, type ErrorCode } from "#src/errors.ts";
import { releaseVersion } from "#src/domain/release-version.ts";

/** The OpenAPI 3.1 document of a route table, every field described, as plain JSON. */
export const openApiDocument = (routes: readonly Route[], config: Config): OpenApiDocument =>
  addCodeSamples(describeDocument(createBareDocument(routes, config)), routes, config);

const createBareDocument = (routes: readonly Route[], config: Config) =>
  createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: config.site.name,
        version: releaseVersion,
        description: introduction,
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      servers: [{ url: config.publicUrl }],
      tags: [...describedTags(new Set(routes.map((route) => route.tag)))],
      paths: pathsOf(routes, config),
      ...(routes.some(({ tag }) => tag === "Webhook endpoints") && { webhooks: describedEvents }),
      components: { securitySchemes: securitySchemesOf(routes.map(withSocket)) },
    },
    {
      override: ({ jsonSchema, zodSchema, io }) => {
        // Answers may gain fields.
        if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
        // Zod drops the examples of a body with a list, which it takes for another value than is sent.
        const { examples } = z.globalRegistry.get(zodSchema) ?? {};
        if (zodSchema instanceof z.ZodObject && Array.isArray(examples)) jsonSchema.examples = examples;
      },
    },
  );

/** The route as those see it who open its WebSocket. */
const withSocket = (route: Route): Route =>
  route.socket === undefined
    ? route
    : { ...route, ...route.socket, access: "account", errors: [...route.errors, ...route.socket.errors] };

function pathsOf(routes: readonly Route[], config: Config): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  const names = createNames();
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(withSocket(route), { config, names }) };
  }
  return paths;
}

interface Documented {
  readonly config: Config;
  readonly names: Names;
}

function operationOf(route: Route, { config, names }: Documented): ZodOpenApiOperationObject {
  const { bodyDocument: body } = route;
  const schema = names.body(route, config.limits);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...describedScope(route),
    ...(route.socket !== undefined && { "x-websocket": true }),
    security: [...securityOf(route)],
    requestParams: {
      path: route.params,
      query: route.query,
      header: requestHeadersOf(route),
    },
    ...(body !== null &&
      schema !== null && {
        requestBody: {
          required: body.isOptional !== true,
          content: contentOf(route, { body, schema }, config),
        },
      }),
    responses: { ...successesOf(route, names), ...errorsOf(route) },
  };
}

/** A body by its media types. */
function contentOf(
  route: Route,
  { body, schema }: { readonly body: BodyDocument; readonly schema: z.ZodType },
  config: Config,
) {
  const { contentType, form } = body;
  const content = { [contentType]: { schema } };
  if (form === undefined) return content;
  const named = form.schema(config.limits).meta({ id: `${typeNameOf(route)}Form` });
  return { ...content, [form.contentType]: { schema: named } };
}

/** The scope that a key needs, for people in the description and for programs beside it. */
function describedScope({ access, scope, temporaryTokens, description = "" }: Route) {
  if (access === "public" || scope === "any") return description === "" ? {} : { description };
  const tokens = temporaryTokens === true ? " A temporary token will do." : "";
  const sentence = `Required scope of an API key: \`${scope}\`.${tokens}`;
  return { description: `${description}\n\n${sentence}`.trim(), "x-required-scope": scope } as const;
}

const requestHeadersOf = ({ requestHeaders = {}, repeatable }: Route): z.ZodObject => {
  const described = Object.entries(requestHeaders).map(
    ([name, description]) => [name, z.string().optional().meta({ description })] as const,
  );
  return z.object({
    ...Object.fromEntries(described),
    ...(repeatable && { "Idempotency-Key": idempotencyKey.optional() }),
  });
};

const successesOf = (route: Route, names: Names): Record<string, ZodOpenApiResponseObject> =>
  Object.fromEntries(
    Object.entries(route.responses).map(([status, response]) => {
      const headers = {
        ...response.headers,
        ...limitHeadersOf(route),
        ...(route.repeatable && replayedHeader),
        ...(tellsIgnored(route.path) && ignoredOptionsHeader),
        ...dialectAt(route.path)?.document.headers,
      };
      return [status, successOf({ ...response, headers }, names)];
    }),
  );

const replayedHeader = { "Idempotent-Replayed": "`true` when this repeats the answer of an earlier request." };
const ignoredOptionsHeader = {
  "Speech-Ignored": "The options of the call that have no effect, where there are any; `*` stands for further ones.",
};
const limitHeadersOf = (route: Route) => (limitOf(route) === null ? {} : rateLimitHeaders);

/** Audio is binary; text and lines of JSON are read as text. */
const isText = (mediaType: string): boolean => /^text\/|json|subrip/.test(mediaType);
const binary = z.string().meta({ format: "binary" });

function successOf(response: ResponseDocument, names: Names): ZodOpenApiResponseObject {
  const { description, schema, bare, mediaTypes = [], headers = {} } = response;
  const content: Record<string, { schema: z.ZodType }> = {};
  if (schema !== undefined) {
    content["application/json"] = { schema: bare ? schema : names.envelope(schema) };
  }
  for (const type of mediaTypes) content[type] = { schema: isText(type) ? z.string() : binary };
  return {
    description,
    ...(Object.keys(headers).length > 0 && { headers: describeHeaders(headers) }),
    ...(Object.keys(content).length > 0 && { content }),
  };
}

const describeHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).map(
      ([name, meaning]) => [name, { description: meaning, schema: { type: "string" } }] as const,
    ),
  );

/** The codes that a route can answer beyond its own follow from its access and its input. */
function errorsOf(route: Route): Record<string, ZodOpenApiResponseObject> {
  const codes: ErrorCode[] = [...route.errors, "malformed_request", "expectation_failed", "headers_too_large"];
  if (route.bodyDocument !== null) codes.push("request_timeout", "body_too_large");
  const dialect = dialectAt(route.path);
  if (route.access !== "public") codes.push("invalid_api_key", "account_blocked", "unavailable");
  if (dialect !== null) codes.push("options_unsupported");
  if (route.access !== "public" && dialect === null) codes.push("invalid_session", "origin_mismatch");
  if (route.access === "account" || route.access === "admin") codes.push("missing_credentials");
  if (route.access !== "public" && route.temporaryTokens !== true) codes.push("forbidden");
  if (route.scope !== "any") codes.push("insufficient_scope");
  if (route.access !== "public" || limitOf(route) !== null) codes.push("rate_limited");
  if (route.repeatable) codes.push("idempotency_in_progress");
  if (route.bodyDocument !== null) codes.push("request_timeout", "concurrency_limited", "unavailable");
  const { contentType = "", form } = route.bodyDocument ?? {};
  if (form !== undefined || ["multipart/form-data", "application/octet-stream"].includes(contentType)) {
    codes.push("storage_low");
  }
  const byStatus = Map.groupBy(new Set(codes), (code) => replyTo(code, dialect).status);
  // A failed work may refuse its input with a row, too.
  if (dialect === null) byStatus.delete(invalidStatusIn(dialect));
  if (takesInput(route)) byStatus.set(invalidStatusIn(dialect), byStatus.get(invalidStatusIn(dialect)) ?? []);
  return Object.fromEntries([...byStatus].map(([status, some]) => [status, errorOf({ status, codes: some }, route)]));
}

const noCall = { requestId: "", publicUrl: "" };
const replyTo = (code: ErrorCode, dialect: Dialect | null) => errorReply(dialect, new DomainError(code), noCall);
const invalidStatusIn = (dialect: Dialect | null): number => errorReply(dialect, [], noCall).status;

/** True for input that can be wrong; an id that may be anything cannot. */
const takesInput = ({ params, query, bodyDocument }: Route): boolean =>
  bodyDocument !== null || Object.keys(query.shape).length > 0 || !params.safeParse(oddValues(params)).success;

const oddValues = ({ shape }: z.ZodObject) => Object.fromEntries(Object.keys(shape).map((name) => [name, "\0"]));

interface ErrorDocument {
  readonly status: number;
  readonly codes: readonly ErrorCode[];
}

function errorOf({ status, codes }: ErrorDocument, route: Route): ZodOpenApiResponseObject {
  const dialect = dialectAt(route.path);
  const { error, invalid } = dialect?.document ?? { error: apiError, invalid: validationError };
  const isInvalid = status === invalidStatusIn(dialect);
  const reasons = [...codes.map((code) => `\`${code}\``), ...(isInvalid ? ["The input is not valid."] : [])];
  const headers = errorHeadersOf(codes, dialect);
  return {
    description: reasons.join(", "),
    content: { "application/json": { schema: isInvalid ? invalid : error }, ...errorPageOf(route) },
    ...(Object.keys(headers).length > 0 && { headers: describeHeaders(headers) }),
  };
}

/** The meanings of the headers of errors. */
const errorHeaders: Readonly<Record<string, string>> = {
  "WWW-Authenticate": "The scheme of the credential.",
  "Retry-After": "Seconds.",
  "retry-after-ms": "Milliseconds.",
  "dg-error": "The sentence of `err_msg`, for clients that see no body where a WebSocket is refused.",
  "x-should-retry": "`false` where repeating the call does not help.",
};

function errorHeadersOf(codes: readonly ErrorCode[], dialect: Dialect | null): Readonly<Record<string, string>> {
  const sent = new Set(codes.flatMap((code) => Object.keys(replyTo(code, dialect).headers)));
  const described = Object.entries(errorHeaders).filter(([name]) => sent.has(name));
  return { ...Object.fromEntries(described), ...(codes.includes("rate_limited") && rateLimitHeaders) };
}

const errorPageOf = ({ forBrowsers }: Route) => (forBrowsers ? { "text/html": { schema: z.string() } } : {});
