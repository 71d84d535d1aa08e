import { extname } from "node:path";
import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import type { OpenApiFiles } from "#src/api/openapi/served-documents.ts";
import { openRoute, type Route } from "#src/api/route.ts";
import { notModified, sharedReply } from "#src/api/http/file-reply.ts";
import { docsFile, docsPage } from "./serve-docs.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const facts = { tag: "Documentation", access: "public", params: noInput, query: noInput, body: noBody } as const;
/** To be kept, and used after asking whether it is still the same. */
const checked = { "Cache-Control": "public, no-cache" };

const asyncApiAnswer = z.looseObject({ asyncapi: z.string() }).meta({ id: "AsyncApiDocument" });
const openApiAnswer = z.looseObject({ openapi: z.string() }).meta({ id: "OpenApiDocument" });

type DocumentFacts = Pick<Route, "path" | "operationId" | "summary">;

const documentRoute = (definition: DocumentFacts, file: keyof OpenApiFiles): Route =>
  openRoute(
    {
      ...facts,
      ...definition,
      method: "get",
      requestHeaders: { "If-None-Match": "An `ETag` of the document." },
      responses: {
        200: {
          ...(file === "sockets"
            ? { description: "AsyncAPI 3.0.", schema: asyncApiAnswer }
            : { description: "OpenAPI 3.1.", schema: openApiAnswer }),
          bare: true,
          headers: { ETag: "Another one after each change." },
        },
        ...notModified,
      },
      errors: [],
    },
    (_input, _caller, context) => {
      const contentType = "application/json; charset=utf-8";
      return Promise.resolve(sharedReply(context, context.openApi[file](), { contentType, headers: checked }));
    },
  );

const openapi = documentRoute(
  { path: "/openapi.json", operationId: "documentation.getOpenApi", summary: "Get the OpenAPI document" },
  "developers",
);

const internal = documentRoute(
  {
    path: "/openapi-internal.json",
    operationId: "documentation.getInternalOpenApi",
    summary: "Get the internal OpenAPI document",
  },
  "internal",
);

const sockets = documentRoute(
  {
    path: "/asyncapi.json",
    operationId: "documentation.getAsyncApi",
    summary: "Get the AsyncAPI document",
  },
  "sockets",
);

const home = openRoute(
  {
    ...facts,
    method: "get",
    path: "/docs",
    operationId: "documentation.getPage",
    summary: "Open the documentation",
    responses: { 200: { description: "A page.", mediaTypes: ["text/html"] }, ...notModified },
    errors: [],
  },
  (_input, _caller, context) => docsPage(context, ""),
);

const part = openRoute(
  {
    ...facts,
    tag: "Pages",
    method: "get",
    path: "/docs/{path*}",
    operationId: "documentation.getPart",
    summary: "A page of the documentation, or a file of it",
    params: z.object({ path: z.string() }),
    responses: {
      200: {
        description: "The page or file.",
        mediaTypes: ["text/html", "text/css", "text/javascript", "text/markdown"],
      },
      503: { description: "The documentation is not built.", mediaTypes: ["text/html"] },
      ...notModified,
    },
    errors: ["not_found"],
  },
  ({ params: { path } }, _caller, context) =>
    extname(path) === "" ? docsPage(context, path) : docsFile(context, path),
);

/** The documentation for language models (https://llmstxt.org). */
const text = (path: string, operationId: string, summary: string): Route =>
  openRoute(
    {
      ...facts,
      tag: "Pages",
      method: "get",
      path,
      operationId,
      summary,
      responses: { 200: { description: "Markdown.", mediaTypes: ["text/plain"] }, ...notModified },
      errors: ["not_found"],
    },
    (_input, _caller, context) => docsFile(context, path.slice(1)),
  );

const client = openRoute(
  {
    ...facts,
    tag: "Pages",
    method: "get",
    path: "/sdk/{file}",
    operationId: "documentation.getClient",
    summary: "The package of a client, for `npm install` and `pip install`",
    params: z.object({ file: z.string() }),
    responses: {
      200: { description: "The package.", mediaTypes: ["application/gzip", "application/zip"] },
      ...notModified,
    },
    errors: ["not_found"],
  },
  ({ params: { file } }, _caller, context) => docsFile(context, `sdk/${file}`),
);

/** The OpenAPI and AsyncAPI documents of the service, its clients, and the documentation site as built from `docs/` and `web/docs/`. */
export const docsRoutes = [
  openapi,
  internal,
  sockets,
  home,
  part,
  client,
  text("/llms.txt", "documentation.getIndex", "The pages of the documentation"),
  text("/llms-full.txt", "documentation.getText", "All of the documentation in one text"),
];
