import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { z } from "zod";
import { noBody } from "#src/api/body.ts";
import { openApiDocument } from "#src/api/openapi.ts";
import { openRoute, type Route } from "#src/api/route.ts";
import { DomainError } from "#src/errors.ts";

const tag = "Documentation";
const nothing = z.object({});
const swaggerFolder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const assets: Readonly<Record<string, { readonly folder: string; readonly contentType: string }>> = {
  "swagger-ui.css": { folder: swaggerFolder, contentType: "text/css; charset=utf-8" },
  "swagger-ui-bundle.js": { folder: swaggerFolder, contentType: "text/javascript; charset=utf-8" },
  "start.js": { folder: import.meta.dirname, contentType: "text/javascript; charset=utf-8" },
};
/** Swagger UI sets styles on its elements; scripts come from our own files only. */
const pageHeaders = {
  "Content-Security-Policy":
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
};

/** The OpenAPI document of a route table, and a page to read and try it. */
export function docsRoutes(table: readonly Route[]): readonly Route[] {
  const openapi: Route = openRoute(
    {
      method: "get",
      path: "/openapi.json",
      tag,
      summary: "This document",
      access: "public",
      params: nothing,
      query: nothing,
      body: noBody,
      responses: { 200: { description: "OpenAPI 3.1.", schema: z.looseObject({ openapi: z.string() }), bare: true } },
      errors: [],
    },
    (_input, _caller, { resources }) =>
      Promise.resolve({ status: 200, bare: openApiDocument([...table, openapi, page], resources.config) }),
  );
  return [openapi, page, asset];
}

const page = openRoute(
  {
    method: "get",
    path: "/docs",
    tag,
    summary: "The documentation to read and try",
    access: "public",
    params: nothing,
    query: nothing,
    body: noBody,
    responses: { 200: { description: "A page.", mediaTypes: ["text/html"] } },
    errors: [],
  },
  async () => ({
    status: 200,
    headers: pageHeaders,
    raw: { content: await readFile(join(import.meta.dirname, "page.html")), contentType: "text/html; charset=utf-8" },
  }),
);

const asset = openRoute(
  {
    method: "get",
    path: "/docs/{asset}",
    tag,
    summary: "A part of the documentation page",
    access: "public",
    params: z.object({ asset: z.string() }),
    query: nothing,
    body: noBody,
    responses: { 200: { description: "The file.", mediaTypes: ["text/css", "text/javascript"] } },
    errors: ["not_found"],
  },
  async ({ params }) => {
    const found = Object.hasOwn(assets, params.asset) ? assets[params.asset] : undefined;
    if (found === undefined) throw new DomainError("not_found");
    const headers = { "Cache-Control": "public, max-age=3600", "X-Content-Type-Options": "nosniff" };
    const content = await readFile(join(found.folder, params.asset));
    return { status: 200, headers, raw: { content, contentType: found.contentType } };
  },
);
