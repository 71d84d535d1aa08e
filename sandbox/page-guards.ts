import { createHash } from "node:crypto";
import type { Context, Next } from "koa";
import { errorPage, type Look, openLook } from "./page.ts";

export interface PagesLook {
  readonly publicUrl: string;
  readonly look: Look;
  /** Directives of the policy, beside those that all pages have. */
  readonly directives?: readonly string[];
}

/**
 * Gives pages the operator's look, and headers that keep them to themselves. Browsers hold redirects after a form against
 * `form-action`, so the API is in it.
 */
export function dressPages({ publicUrl, look, directives = [] }: PagesLook) {
  const { css, dress } = openLook(look, publicUrl);
  const policy = [
    "default-src 'none'",
    ...directives,
    `style-src 'sha256-${createHash("sha256").update(css).digest("base64")}'`,
    `form-action 'self' ${new URL(publicUrl).origin}`,
    `img-src ${new URL(publicUrl).origin}`,
    "font-src data:",
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
    if (typeof ctx.body === "string") ctx.body = dress(ctx.body);
  };
}

export interface GuardedForms {
  /** The origin of our own pages. */
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
