import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { sessionCookie } from "./http/cookies.ts";
import { headersOf, statusOf } from "./errors.ts";
import { idempotencyKey } from "./validation/idempotency-key.ts";
import { limitOf, rateLimitHeaders } from "./limits/rate-limits.ts";
import type { ResponseDocument, Route } from "./route.ts";
import type { Config } from "#src/config.ts";
import { DomainError, type ErrorCode } from "#src/errors.ts";

const validationError = z
  .object({
    detail: z.array(
      z.object({
        type: z.string(),
        loc: z.array(z.union([z.string(), z.int()])),
        msg: z.string(),
        input: z.unknown().optional(),
        ctx: z.looseObject({}).optional(),
      }),
    ),
  })
  .meta({ id: "ValidationError" });

const errorAnswer = z
  .looseObject({
    success: z.literal(false),
    detail: z.string().meta({ description: "A sentence for people." }),
    code: z.string().meta({ description: "A code for programs." }),
    request_id: z.uuid(),
  })
  .meta({ id: "Error" });

const security = [{ apiKey: [] }, { bearer: [] }, { session: [] }];

/** The OpenAPI 3.1 document of a route table. */
export const openApiDocument = (routes: readonly Route[], config: Config) =>
  createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Speech service",
        version: "1",
        description: "Text-to-speech, speech-to-text and custom voices.",
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      servers: [{ url: config.publicUrl }],
      tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
      paths: pathsOf(routes, config),
      components: {
        securitySchemes: {
          apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
          bearer: {
            type: "http",
            scheme: "bearer",
            description: "An API key, or an access token of the identity provider.",
          },
          session: {
            type: "apiKey",
            in: "cookie",
            name: sessionCookie,
            description:
              "The dashboard's session. All but GET needs the `Origin` of this service, and no other one is let in.",
          },
        },
      },
    },
    // Answers may gain fields.
    {
      override: ({ jsonSchema, io }) => {
        if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    },
  );

function pathsOf(routes: readonly Route[], config: Config): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route, config) };
  return paths;
}

function operationOf(route: Route, config: Config): ZodOpenApiOperationObject {
  const { bodyDocument: body } = route;
  return {
    operationId: operationIdOf(route),
    tags: [route.tag],
    summary: route.summary,
    ...describedScope(route),
    security: route.access === "public" ? [] : route.access === "optional" ? [{}, ...security] : security,
    requestParams: {
      path: route.params,
      query: route.query,
      header: requestHeadersOf(route),
    },
    ...(body !== null && {
      requestBody: { required: true, content: { [body.contentType]: { schema: body.schema(config.limits) } } },
    }),
    responses: { ...successesOf(route), ...errorsOf(route) },
  };
}

/** Which scope a key needs, for people in the description and for programs beside it. */
function describedScope({ access, scope, description = "" }: Route) {
  if (access === "public" || scope === "any") return description === "" ? {} : { description };
  const sentence = `Required scope of an API key: \`${scope}\`.`;
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

const operationIdOf = ({ method, path }: Route): string =>
  [method, ...path.split("/").filter((part) => !["", "v1"].includes(part))].join("_").replaceAll(/\W/g, "");

const successesOf = (route: Route): Record<string, ZodOpenApiResponseObject> =>
  Object.fromEntries(
    Object.entries(route.responses).map(([status, response]) => {
      const headers = { ...response.headers, ...limitHeadersOf(route), ...(route.repeatable && replayedHeader) };
      return [status, successOf({ ...response, headers })];
    }),
  );

const replayedHeader = { "Idempotent-Replayed": "`true` when this repeats the answer of an earlier request." };
const limitHeadersOf = (route: Route) => (limitOf(route) === null ? {} : rateLimitHeaders);

function successOf(response: ResponseDocument): ZodOpenApiResponseObject {
  const { description, schema, bare, mediaTypes = [], headers = {} } = response;
  const content: Record<string, { schema: z.ZodType }> = {};
  if (schema !== undefined) {
    content["application/json"] = { schema: bare ? schema : z.object({ success: z.literal(true), data: schema }) };
  }
  for (const type of mediaTypes) content[type] = { schema: z.string().meta({ format: "binary" }) };
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

/** What a route can answer beyond its own codes follows from its access and its input. */
function errorsOf(route: Route): Record<string, ZodOpenApiResponseObject> {
  const codes: ErrorCode[] = [...route.errors, "malformed_request", "expectation_failed", "headers_too_large"];
  if (route.bodyDocument !== null) codes.push("request_timeout", "body_too_large");
  if (route.access !== "public") codes.push("invalid_api_key", "invalid_session", "origin_mismatch", "unavailable");
  if (route.access === "account" || route.access === "admin") codes.push("missing_credentials");
  if (route.access === "admin") codes.push("forbidden");
  if (route.scope !== "any") codes.push("insufficient_scope");
  if (route.access !== "public" || limitOf(route) !== null) codes.push("rate_limited");
  if (route.repeatable) codes.push("idempotency_in_progress");
  if (route.bodyDocument !== null) codes.push("request_timeout", "concurrency_limited", "unavailable");
  if (["multipart/form-data", "application/octet-stream"].includes(route.bodyDocument?.contentType ?? "")) {
    codes.push("storage_low");
  }
  const byStatus = Map.groupBy(new Set(codes), statusOf);
  const errors = Object.fromEntries(
    [...byStatus].filter(([status]) => status !== 422).map(([status, some]) => [status, errorOf(some, route)]),
  );
  if (!takesInput(route)) return errors;
  const invalid = {
    description: "The input is not valid.",
    content: { "application/json": { schema: validationError }, ...errorPageOf(route) },
  };
  return { ...errors, 422: invalid };
}

/** True for input that can be wrong; an id that may be anything cannot. */
const takesInput = ({ params, query, bodyDocument }: Route): boolean =>
  bodyDocument !== null || Object.keys(query.shape).length > 0 || !params.safeParse(oddValues(params)).success;

const oddValues = ({ shape }: z.ZodObject) => Object.fromEntries(Object.keys(shape).map((name) => [name, "\0"]));

const errorOf = (codes: readonly ErrorCode[], route: Route): ZodOpenApiResponseObject => ({
  description: codes.map((code) => `\`${code}\``).join(", "),
  content: { "application/json": { schema: errorAnswer }, ...errorPageOf(route) },
  headers: describeHeaders(errorHeadersOf(codes)),
});

const errorHeadersOf = (codes: readonly ErrorCode[]): Readonly<Record<string, string>> => ({
  ...(codes.some((code) => statusOf(code) === 401) && { "WWW-Authenticate": "`Bearer`." }),
  ...(codes.some((code) => "Retry-After" in headersOf(new DomainError(code))) && { "Retry-After": "Seconds." }),
  ...(codes.includes("rate_limited") && rateLimitHeaders),
});

const errorPageOf = ({ forBrowsers }: Route) => (forBrowsers ? { "text/html": { schema: z.string() } } : {});
