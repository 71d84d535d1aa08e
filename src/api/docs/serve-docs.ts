import { createHash } from "node:crypto";
import { extname, join } from "node:path";
import { sharedReply } from "#src/api/http/file-reply.ts";
import { escapeHtml } from "#src/api/http/html.ts";
import { type SharedFile, sharedFile } from "#src/api/http/shared-files.ts";
import { commonHead } from "#src/api/http/site-head.ts";
import { sitePage, sitePageHeaders } from "#src/api/http/site-page.ts";
import type { Reply, RequestContext } from "#src/api/route.ts";
import { DomainError } from "#src/errors.ts";

/** The folder in which `bin/setup` and the image put what they build of `web/docs/`. */
const docsFolder = join(import.meta.dirname, "../../../web/docs/dist");

const html = "text/html; charset=utf-8";
const contentTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".tgz": "application/gzip",
  ".whl": "application/zip",
  ".woff2": "font/woff2",
};

/** To be kept, and used after asking whether it is still the same. */
const checked = "public, no-cache";
const forever = "public, max-age=31536000, immutable";
/** Steps of an address that neither hide a file nor leave the folder. */
const harmless = /^\w[\w.-]*(?:\/\w[\w.-]*)*$/;

/** @throws DomainError `not_found` for a file that the build does not have */
export async function docsFile(context: RequestContext, path: string): Promise<Reply> {
  const file = await builtFile(context, path);
  const contentType = contentTypes[extname(path)];
  if (contentType === undefined || file === null) throw new DomainError("not_found");
  if (/\.(?:md|txt)$/.test(path)) {
    return sharedReply(context, named(context, file), { contentType, headers: { "Cache-Control": checked } });
  }
  // Names that the build makes of the content.
  const headers = { "Cache-Control": path.startsWith("_astro/") ? forever : checked, Vary: "Accept-Encoding" };
  const isGzipTaken = /\bgzip\b/.test(context.header("accept-encoding") ?? "");
  const gzipped = isGzipTaken ? await builtFile(context, `${path}.gz`) : null;
  if (gzipped === null) return sharedReply(context, file, { contentType, headers });
  return sharedReply(context, gzipped, { contentType, headers: { ...headers, "Content-Encoding": "gzip" } });
}

/** A page of the site, by its address below /docs; the site's own "not found" for what is none, and how to build the site where it is not there. */
export async function docsPage(context: RequestContext, page: string): Promise<Reply> {
  const file = await builtFile(context, page === "" ? "index.html" : `${page}/index.html`);
  if (file !== null) {
    const shown = await completed(context, file);
    const headers = { "Content-Security-Policy": policyOf(shown), "Cache-Control": checked };
    return sharedReply(context, shown, { contentType: html, headers });
  }
  const missing = await builtFile(context, "404.html");
  if (missing === null) return notBuilt(context);
  if (context.accepts(["application/json", "text/html"]) !== "text/html") throw new DomainError("not_found");
  const shown = await completed(context, missing);
  const headers = { "Content-Security-Policy": policyOf(shown), "Cache-Control": "no-store", Vary: "Accept" };
  return { status: 404, headers, raw: { content: shown.content, contentType: html } };
}

const builtFile = async ({ files }: RequestContext, path: string): Promise<SharedFile | null> =>
  harmless.test(path) ? files.read(join(docsFolder, path)) : null;

async function notBuilt(context: RequestContext): Promise<Reply> {
  const content = `<p>Run <code>bin/setup</code> in the folder of the service, or <code>npm start</code>, which does that first.</p>
<p>The calls of the API are in <a href="/openapi.json">its OpenAPI document</a>.</p>`;
  const page = await sitePage(context, "The documentation is not built", content);
  return { status: 503, headers: sitePageHeaders, raw: { content: page, contentType: html } };
}

/** A file with the name of the service, which the operator chooses. */
const named = ({ resources }: RequestContext, { content }: SharedFile): SharedFile =>
  sharedFile(Buffer.from(content.toString().replaceAll("%SITE_NAME%", () => resources.config.site.name)));

/** A page with what the operator chooses: name, status page, icons and style, which the style of the site comes before. */
async function completed(context: RequestContext, { content }: SharedFile): Promise<SharedFile> {
  const { name, statusUrl } = context.resources.config.site;
  // As a layer below that of the build, whose rules for headings, links and lists are its own.
  const [, styles = "", icons = ""] =
    /^<link rel="stylesheet" href="([^"]*)">([^]*)$/.exec(await commonHead(context)) ?? [];
  const style = `<style>@layer site,starlight;@import url("${styles}") layer(site);</style>`;
  const status = statusUrl === null ? "" : `<a href="${escapeHtml(statusUrl)}">Status</a>`;
  const page = content
    .toString()
    .replace(/<link rel="(?:shortcut )?icon"[^<>]*>/, () => icons)
    .replace("<head>", () => `<head>${style}`)
    .replaceAll("%SITE_STATUS%", () => status)
    .replaceAll("%SITE_NAME%", () => escapeHtml(name));
  return sharedFile(Buffer.from(page));
}

/**
 * The content security policy of a page: only this service. Its few scripts that are not in files are named by their
 * hashes, and coloured code has styles on its elements.
 */
function policyOf({ content }: SharedFile): string {
  const scripts = inlineScripts(content.toString());
  const hashes = scripts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  return [
    "default-src 'self'",
    ["script-src 'self'", ...new Set(hashes)].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob: data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The texts of the scripts that are in a page itself. */
const inlineScripts = (page: string): readonly string[] =>
  page.split("<script").flatMap((part, index) => {
    const end = part.indexOf(">");
    const isInline = index > 0 && !part.slice(0, end).includes(" src=");
    return isInline ? part.slice(end + 1).split("</script>", 1) : [];
  });
