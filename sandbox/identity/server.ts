import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Context, Next } from "koa";
import { errors, type Provider } from "oidc-provider";
import type { Logger } from "#src/platform/logger.ts";
import { accountRoutes } from "./account-routes.ts";
import { type Pool, openDatabase } from "./database.ts";
import { FormError } from "./forms.ts";
import { interactionRoutes } from "./interaction-routes.ts";
import { keptSecrets } from "./kept-secrets.ts";
import { sweepArtifacts } from "./oidc-adapter.ts";
import { errorPage, styleSource } from "./pages.ts";
import { openProvider } from "./provider.ts";
import type { Settings } from "./settings.ts";
import { startWebhookSender } from "./webhook-sender.ts";

const sweepIntervalMs = 60_000;

export interface IdentityServer {
  /** Takes no more connections, waits for the calls in hand and for the webhook that is being sent. */
  stop(): Promise<void>;
}

/** Starts the sandbox's identity provider. @throws Error when its port is taken or the database does not answer */
export async function startIdentityServer(settings: Settings, log: Logger): Promise<IdentityServer> {
  await using opened = new AsyncDisposableStack();
  const pool = opened.adopt(await openDatabase(settings.databaseUrl), (part) => part.end());
  const { publicUrl, webhookSecret: secret } = settings;
  const url = `${publicUrl}/v1/webhooks/identity`;
  const webhooks = opened.adopt(startWebhookSender({ pool, url, secret, log }), (part) => part.stop());
  opened.use(sweepNowAndThen(pool, log));

  const provider = openProvider(settings, pool, await keptSecrets(pool));
  provider.on("server_error", (_ctx, error) => log.error({ error: String(error) }, "a call failed"));
  const pages = { provider, pool, publicUrl, onChange: webhooks.wake };
  provider.use(securityHeaders(settings));
  provider.use(refuseForeignForms(settings));
  provider.use(errorPages(settings, log));
  provider.use(interactionRoutes(pages).routes());
  provider.use(accountRoutes(pages).routes());
  opened.adopt(await listen(provider, settings), close);
  const kept = opened.move();
  return { stop: () => kept.disposeAsync() };
}

async function listen(provider: Provider, { host, port }: Settings): Promise<Server> {
  const callback = provider.callback();
  const server = createServer((request, response) => void callback(request, response));
  server.listen(port, host);
  await once(server, "listening");
  return server;
}

async function close(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeIdleConnections();
  await closed;
}

function sweepNowAndThen(pool: Pool, log: Logger): Disposable {
  const timer = setInterval(() => {
    sweepArtifacts(pool).catch((error: unknown) => log.warn({ error: String(error) }, "the sweep failed"));
  }, sweepIntervalMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Browsers hold redirects after a form against `form-action`, so the callback of the API is in it. */
function securityHeaders({ publicUrl }: Settings) {
  const policy = [
    "default-src 'none'",
    // Allows nothing. On the one page that sends itself, oidc-provider adds the hash of its script to this.
    "script-src 'report-sample'",
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

/** Cookies of localhost are sent from every port of it, so a browser's forms must come from our own pages. */
function refuseForeignForms({ oidc, publicUrl }: Settings) {
  const { origin } = new URL(oidc.issuer);
  return async (ctx: Context, next: Next): Promise<void> => {
    const sent = ctx.get("origin");
    const isForm = ctx.method === "POST" && /^\/(interaction|account)\b/.test(ctx.path);
    if (!isForm || sent === "" || sent === origin) {
      await next();
      return;
    }
    ctx.status = 403;
    ctx.body = errorPage("This form was sent from another site.", publicUrl);
  };
}

/** What our own pages throw; oidc-provider shows its errors itself. */
function errorPages({ publicUrl }: Settings, log: Logger) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      const sentence = publicSentence(error);
      if (sentence === null) log.error({ error: String(error) }, "a call failed");
      ctx.status = sentence === null ? 500 : 400;
      ctx.body = errorPage(sentence ?? "Something went wrong; the log says what.", publicUrl);
    }
  };
}

function publicSentence(error: unknown): string | null {
  if (error instanceof errors.SessionNotFound) return "This page is too old. Begin to sign in again.";
  return error instanceof FormError ? error.message : null;
}
