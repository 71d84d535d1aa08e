import { join } from "node:path";
import type { Reply, RequestContext } from "#src/api/route.ts";
import { onlyCookie, sessionCookie, themeCookie } from "#src/api/http/cookies.ts";
import { sharedReply } from "#src/api/http/file-reply.ts";
import { siteHead } from "#src/api/http/site-head.ts";
import { sitePage } from "#src/api/http/site-page.ts";
import { DomainError } from "#src/errors.ts";

const html = "text/html; charset=utf-8";
/** A name that the build gives to a file: what is in it never changes. */
const hashedName = /^[\w.-]+-[\w-]{8}\.(js|css|svg|png|woff2)$/;
const contentTypes: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  woff2: "font/woff2",
};

/** The advice where the pages were not built. */
const notBuilt = `<p>Run <code>bin/setup</code> in the folder of the service, or <code>npm start</code>, which does that first.</p>
<p>The API works without them: <a href="/docs">its documentation</a>.</p>`;

/** The values that the content of a page depends on. */
type PageContext = Pick<RequestContext, "files" | "resources" | "paymentClient" | "header">;

/** The origins, beside our own, that forms of the pages may lead to: where people sign in and where they pay. */
const formTargets = ({ resources: { config }, paymentClient }: PageContext): readonly string[] =>
  [config.oidc?.issuer, paymentClient?.checkoutUrl].flatMap((address) =>
    address === undefined ? [] : [new URL(address).origin],
  );

/** The content security policy of the pages: only this service, and forms to the two providers. */
const pageHeaders = (context: PageContext) => ({
  "Content-Security-Policy": [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...formTargets(context)].join(" "),
    "frame-ancestors 'none'",
  ].join("; "),
  "Referrer-Policy": "same-origin",
  "Cache-Control": "no-store",
});

/** The place in the built page at which the server inserts what it knows: the head. */
const headMark = "<!-- site -->";

const plainRoot = '<html lang="en">';
const themes: ReadonlySet<string | null> = new Set(["light", "dark"]);

/** The root element of the page in the theme that this browser keeps, so that it never appears in another one first. */
function rootOf(cookies: string | undefined): string {
  const theme = onlyCookie(cookies, themeCookie);
  return themes.has(theme) ? `<html lang="en" data-theme="${theme}">` : plainRoot;
}

/**
 * The one HTML page of everything in `folder`, or how to build it where it is not there. The head has the operator's
 * name, and whether the browser sends a session cookie; only the API checks that it is valid.
 */
export async function webPage(folder: string, context: PageContext): Promise<Reply> {
  const page = await context.files.read(join(folder, "index.html"));
  if (page === null) {
    const content = await sitePage(context, "The web pages are not built", notBuilt);
    return { status: 503, headers: pageHeaders(context), raw: { content, contentType: html } };
  }
  const isSignedIn = onlyCookie(context.header("cookie"), sessionCookie) !== null;
  const head = await siteHead(context, isSignedIn);
  const root = rootOf(context.header("cookie"));
  const content = page.content
    .toString()
    .replace(plainRoot, root)
    .replace(headMark, () => head);
  return { status: 200, headers: pageHeaders(context), raw: { content, contentType: html } };
}

/**
 * A file of the build, compressed with gzip for browsers that accept it.
 * @throws DomainError `not_found`, also for names that no build gives
 */
export async function webAsset(folder: string, name: string, context: RequestContext): Promise<Reply> {
  const extension = hashedName.exec(name)?.[1];
  const contentType = extension === undefined ? undefined : contentTypes[extension];
  if (contentType === undefined) throw new DomainError("not_found");
  const path = join(folder, "assets", name);
  const headers = { "Cache-Control": "public, max-age=31536000, immutable", Vary: "Accept-Encoding" };
  const gzipped = /\bgzip\b/.test(context.header("accept-encoding") ?? "")
    ? await context.files.read(`${path}.gz`)
    : null;
  if (gzipped !== null) {
    return sharedReply(context, gzipped, { contentType, headers: { ...headers, "Content-Encoding": "gzip" } });
  }
  const file = await context.files.read(path);
  if (file === null) throw new DomainError("not_found");
  return sharedReply(context, file, { contentType, headers });
}
