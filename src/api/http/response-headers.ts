import type { Context, Next } from "koa";
import type { Config } from "#src/config.ts";

const httpsOnlySeconds = 365 * 24 * 3_600;

/**
 * The headers of every answer, those written without Koa included: they say that its type is not to be guessed, that it is
 * not to be kept, and where the service has https that nothing else is to be used (RFC 6797).
 */
export const answerHeaders = ({ publicUrl }: Pick<Config, "publicUrl">): Readonly<Record<string, string>> => ({
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
  ...(publicUrl.startsWith("https:") && { "Strict-Transport-Security": `max-age=${httpsOnlySeconds}` }),
});

/** Sets these headers; a route may set others on its successes, not on errors. */
export function withAnswerHeaders(config: Config): (ctx: Context, next: Next) => Promise<void> {
  const headers = answerHeaders(config);
  return async (ctx, next) => {
    ctx.set({ ...headers });
    await next();
    if (ctx.status >= 400) ctx.set("Cache-Control", "no-store");
  };
}
