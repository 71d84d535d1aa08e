import type { Context, Next } from "koa";
import { z } from "zod";

const errorBody = z.object({ detail: z.string() });
const fallback = "The URL is not complete.";
const headers = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

/** Turns the errors of routes for browsers into pages, for callers that prefer HTML to JSON, and forbids caching. */
export async function renderErrorPages(ctx: Context, next: Next): Promise<void> {
  await next();
  if (ctx.state["forBrowsers"] !== true) return;
  ctx.set("Cache-Control", "no-store");
  if (ctx.status < 400 || ctx.accepts("application/json", "text/html") !== "text/html") return;
  const { status } = ctx;
  const error = errorBody.safeParse(ctx.body);
  ctx.body = page(error.success ? error.data.detail : fallback);
  ctx.status = status;
  ctx.set(headers);
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const page = (sentence: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sign in</title>
    <style>:root { color-scheme: light dark } body { font: 1.1rem/1.6 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 1rem }</style>
  </head>
  <body>
    <main>
      <h1>Sign-in failed</h1>
      <p>${escaped(sentence)}</p>
      <p><a href="/auth/login">Sign in</a></p>
    </main>
  </body>
</html>
`;
