import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import type { OpenApiFiles } from "#src/api/openapi/served-documents.ts";
import { openRoute, type Reply, type RequestContext, type Route } from "#src/api/route.ts";
import { notModified, sharedReply } from "#src/api/http/file-reply.ts";
import { sitePage, sitePageHeaders } from "#src/api/http/site-page.ts";
import { DomainError } from "#src/errors.ts";
import { errorsPage } from "./errors-page.ts";

const nothing = z.object({});
const facts = { tag: "Documentation", access: "public", params: nothing, query: nothing, body: noBody } as const;
const swaggerFolder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const assets: Readonly<Record<string, { readonly folder: string; readonly contentType: string }>> = {
  "swagger-ui.css": { folder: swaggerFolder, contentType: "text/css; charset=utf-8" },
  "swagger-ui-bundle.js": { folder: swaggerFolder, contentType: "text/javascript; charset=utf-8" },
  "start.js": { folder: import.meta.dirname, contentType: "text/javascript; charset=utf-8" },
};
/** To be kept, and used after asking whether it is still the same. */
const checked = { "Cache-Control": "public, no-cache" };
/** Swagger UI sets styles on its elements; scripts come from our own files only. */
const pageHeaders = {
  ...checked,
  "Content-Security-Policy":
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
};

const openApiAnswer = z.looseObject({ openapi: z.string() }).meta({ id: "OpenApiDocument" });

const documentRoute = (definition: Pick<Route, "path" | "operationId" | "summary">, file: keyof OpenApiFiles): Route =>
  openRoute(
    {
      ...facts,
      ...definition,
      method: "get",
      requestHeaders: { "If-None-Match": "An `ETag` of the document." },
      responses: {
        200: {
          description: "OpenAPI 3.1.",
          schema: openApiAnswer,
          bare: true,
          headers: { ETag: "Another one after each change." },
        },
        ...notModified,
      },
      errors: [],
    },
    (_input, _caller, context) => {
      const contentType = "application/json; charset=utf-8";
      return Promise.resolve(sharedReply(context, context.openApi[file], { contentType, headers: checked }));
    },
  );

const openapi = documentRoute(
  { path: "/openapi.json", operationId: "documentation.getOpenApi", summary: "This document" },
  "developers",
);

const internal = documentRoute(
  {
    path: "/openapi-internal.json",
    operationId: "documentation.getInternalOpenApi",
    summary: "The same of the calls that only admins, browsers and providers make",
  },
  "internal",
);

const page = openRoute(
  {
    ...facts,
    method: "get",
    path: "/docs",
    operationId: "documentation.getPage",
    summary: "The interactive documentation",
    responses: { 200: { description: "A page.", mediaTypes: ["text/html"] }, ...notModified },
    errors: [],
  },
  (_input, _caller, context) =>
    fileReply(context, join(import.meta.dirname, "page.html"), {
      contentType: "text/html; charset=utf-8",
      headers: pageHeaders,
    }),
);

const errors = openRoute(
  {
    ...facts,
    tag: "Pages",
    method: "get",
    path: "/docs/errors",
    operationId: "documentation.getErrors",
    summary: "What each error code means and what to do about it",
    responses: { 200: { description: "A page.", mediaTypes: ["text/html"] } },
    errors: [],
  },
  async (_input, _caller, context) => ({
    status: 200,
    headers: { ...sitePageHeaders, ...checked },
    raw: { content: await sitePage(context, "Errors", errorsPage()), contentType: sitePageHeaders["Content-Type"] },
  }),
);

const asset = openRoute(
  {
    ...facts,
    tag: "Pages",
    method: "get",
    path: "/docs/{asset}",
    operationId: "documentation.getAsset",
    summary: "A part of the documentation page",
    params: z.object({ asset: z.string() }),
    responses: { 200: { description: "The file.", mediaTypes: ["text/css", "text/javascript"] }, ...notModified },
    errors: ["not_found"],
  },
  async ({ params }, _caller, context) => {
    const found = Object.hasOwn(assets, params.asset) ? assets[params.asset] : undefined;
    if (found === undefined) throw new DomainError("not_found");
    const headers = { "Cache-Control": "public, max-age=3600" };
    return fileReply(context, join(found.folder, params.asset), { contentType: found.contentType, headers });
  },
);

async function fileReply(
  context: RequestContext,
  path: string,
  presented: Parameters<typeof sharedReply>[2],
): Promise<Reply> {
  const file = await context.files.read(path);
  if (file === null) throw new DomainError("not_found");
  return sharedReply(context, file, presented);
}

/** The OpenAPI documents of the service, and a page to read and try what developers call. */
export const docsRoutes = [openapi, internal, page, errors, asset];
