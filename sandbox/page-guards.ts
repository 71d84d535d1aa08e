import type { Context, Next } from "koa";
import { errorPage, styleSource } from "./page.ts";

/**
 * Headers that keep a page to itself; `directives` are added to its policy. Browsers hold redirects after a form
 * against `form-action`, so the API is in it.
 */
export function securityHeaders(publicUrl: string, directives: readonly string[] = []) {
  const policy = [
    "default-src 'none'",
    ...directives,
    `style-src ${styleSource}`,
    `form-action 'self' ${new URL(publicUrl).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return async (ctx: Context, next: Next): Promise<void> => {
    ctx.set({
      "content-security-policy": policy,
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    await next();
  };
}

export interface GuardedForms {
  /** Where our own pages are. */
  readonly ownUrl: string;
  readonly publicUrl: string;
  /** True for the paths that they send their forms to. */
  readonly takesForms: (path: string) => boolean;
}

/**
 * Refuses the forms that a browser sends from the pages of others: the ports of localhost are one site, so neither
 * cookies nor `SameSite` tell them apart.
 */
export function refuseForeignForms({ ownUrl, publicUrl, takesForms }: GuardedForms) {
  const { origin } = new URL(ownUrl);
  return async (ctx: Context, next: Next): Promise<void> => {
    const sent = ctx.get("origin");
    const isForm = ctx.method === "POST" && takesForms(ctx.path);
    if (!isForm || sent === "" || sent === origin) {
      await next();
      return;
    }
    ctx.status = 403;
    ctx.body = errorPage("This form was sent from another site.", publicUrl);
  };
}
