import type { Context, Next } from "koa";
import { errors } from "oidc-provider";
import type { Logger } from "#src/platform/logger.ts";
import type { Pool } from "#sandbox/database.ts";
import { listen } from "#sandbox/http-server.ts";
import { errorPage } from "#sandbox/page.ts";
import { dressPages, refuseForeignForms } from "#sandbox/page-guards.ts";
import { BodyError } from "#sandbox/request-body.ts";
import { startWebhookSender } from "#sandbox/webhook-sender.ts";
import { accountRoutes } from "./account-routes.ts";
import { ensureOwnerAccount } from "./accounts.ts";
import { openIdentityDatabase } from "./database.ts";
import { interactionRoutes } from "./interaction-routes.ts";
import { storedSecrets } from "./kept-secrets.ts";
import { sweepArtifacts } from "./oidc-adapter.ts";
import { openProvider } from "./provider.ts";
import type { Settings } from "./settings.ts";
import { signatureHeaders } from "./webhook-signature.ts";

const ownForms = /^\/(interaction|account)\b/;

const queue = { table: "sandbox_identity.webhooks", orderKey: "account_id", eventId: "id" };

/** Allows nothing. On the one page that sends itself, oidc-provider adds the hash of its script to this. */
const scripts = "script-src 'report-sample'";

const sweepIntervalMs = 60_000;

export interface IdentityServer {
  /** Takes no more connections, waits for the calls in hand and for the webhook that is being sent. */
  stop(): Promise<void>;
}

/** Starts the sandbox's identity provider. @throws Error when its port is taken or the database does not answer */
export async function startIdentityServer(settings: Settings, log: Logger): Promise<IdentityServer> {
  await using opened = new AsyncDisposableStack();
  const pool = opened.adopt(await openIdentityDatabase(settings.databaseUrl), (part) => part.end());
  await ensureOwnerAccount(pool);
  const { publicUrl } = settings;
  const sender = startWebhookSender({
    pool,
    queue,
    url: `${publicUrl}/v1/webhooks/identity`,
    headersOf: (webhook) => signatureHeaders(webhook, settings.webhookSecret),
    log,
  });
  const webhooks = opened.adopt(sender, (part) => part.stop());
  opened.use(sweepNowAndThen(pool, log));

  const provider = openProvider(settings, pool, await storedSecrets(pool));
  provider.on("server_error", (_ctx, error) => log.error({ error: String(error) }, "a call failed"));
  const pages = { provider, pool, publicUrl, onChange: webhooks.wake };
  provider.use(dressPages({ publicUrl, look: settings.look, directives: [scripts] }));
  provider.use(
    refuseForeignForms({ ownUrl: settings.oidc.issuer, publicUrl, takesForms: (path) => ownForms.test(path) }),
  );
  provider.use(errorPages(settings, log));
  provider.use(interactionRoutes(pages).routes());
  provider.use(accountRoutes(pages).routes());
  opened.use(await listen(provider.callback(), settings));
  const kept = opened.move();
  return { stop: () => kept.disposeAsync() };
}

function sweepNowAndThen(pool: Pool, log: Logger): Disposable {
  const timer = setInterval(() => {
    sweepArtifacts(pool).catch((error: unknown) => log.warn({ error: String(error) }, "the sweep failed"));
  }, sweepIntervalMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Answers the errors that our own pages throw; oidc-provider shows its errors itself. */
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
  if (error instanceof errors.SessionNotFound) return "This page is too old. Start signing in again.";
  return error instanceof BodyError ? error.message : null;
}
