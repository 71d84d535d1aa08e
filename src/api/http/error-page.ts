import type { Context, Next } from "koa";
import { z } from "zod";
import { escapeHtml } from "./html.ts";
import type { SiteContext } from "./site-files.ts";
import { sitePage, sitePageHeaders } from "./site-page.ts";

const errorBody = z.object({ detail: z.string() });
const fallback = "The URL is not complete.";

/**
 * Turns errors into pages for callers that prefer HTML to JSON: those of routes for browsers, which are not cached
 * either, and addresses that are not there.
 */
export function renderErrorPages(context: SiteContext): (ctx: Context, next: Next) => Promise<void> {
  return async (ctx, next) => {
    await next();
    const { forBrowsers, isUnrouted } = ctx.state;
    if (forBrowsers === true) ctx.set("Cache-Control", "no-store");
    if ((forBrowsers !== true && isUnrouted !== true) || ctx.status < 400) return;
    ctx.vary("Accept");
    if (ctx.accepts("application/json", "text/html") !== "text/html") return;
    const { status, body } = ctx;
    ctx.body = await (isUnrouted === true ? notFoundPage(context) : signInErrorPage(context, body));
    ctx.status = status;
    ctx.set(sitePageHeaders);
  };
}

const notFoundPage = (context: SiteContext): Promise<string> =>
  sitePage(
    context,
    "Page not found",
    `<p>There is no page at this address. It may have moved, or the link may be incomplete.</p>
<p class="actions"><a class="button" href="/">Go to the home page</a>
<a href="/account">Dashboard</a> <a href="/docs">Documentation</a></p>`,
  );

function signInErrorPage(context: SiteContext, body: unknown): Promise<string> {
  const error = errorBody.safeParse(body);
  const sentence = escapeHtml(error.success ? error.data.detail : fallback);
  const actions = `<a class="button" href="/auth/login?return_to=/account">Sign in again</a> <a href="/">Home page</a>`;
  return sitePage(context, "Sign-in failed", `<p>${sentence}</p>\n<p class="actions">${actions}</p>`);
}
