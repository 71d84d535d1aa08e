import Koa, { type Context, type Next } from "koa";
import type { Logger } from "#src/platform/logger.ts";
import type { Pool } from "#sandbox/database.ts";
import { startDueWork } from "#sandbox/due-work.ts";
import { listen } from "#sandbox/http-server.ts";
import { errorPage } from "#sandbox/page.ts";
import { dressPages, refuseForeignForms } from "#sandbox/page-guards.ts";
import { startWebhookSender } from "#sandbox/webhook-sender.ts";
import { apiRoutes } from "./api-routes.ts";
import { captureDue } from "./capture-payments.ts";
import { payPath } from "./checkout-pages.ts";
import { checkoutRoutes } from "./checkout-routes.ts";
import { openPaymentDatabase } from "./database.ts";
import { errorBody, ProviderError, toProviderError } from "./provider-error.ts";
import type { Settings } from "./settings.ts";
import { webhookHeaders } from "./signatures.ts";

const queue = { table: "sandbox_payment.webhooks", orderKey: "order_key", eventId: "event_id" };

export interface PaymentServer {
  /** Takes no more connections, waits for the calls in hand and for the webhook that is being sent. */
  stop(): Promise<void>;
}

/** Starts the sandbox's payment provider. @throws Error when its port is taken or the database does not answer */
export async function startPaymentServer(settings: Settings, log: Logger): Promise<PaymentServer> {
  await using opened = new AsyncDisposableStack();
  const pool = opened.adopt(await openPaymentDatabase(settings.databaseUrl), (part) => part.end());
  const { payments, publicUrl, webhookSecret } = settings;
  const sender = startWebhookSender({
    pool,
    queue,
    url: `${publicUrl}/v1/webhooks/payments`,
    headersOf: (webhook) => webhookHeaders(webhook, webhookSecret),
    log,
  });
  const webhooks = opened.adopt(sender, (part) => part.stop());
  const captures = opened.adopt(capturing(pool, webhooks.wake, log), (part) => part.stop());
  const onChange = (): void => {
    webhooks.wake();
    captures.wake();
  };

  const app = new Koa();
  // The caller has hung up; without a listener it would be printed.
  app.on("error", (error: unknown) => log.debug({ error: String(error) }, "a connection broke"));
  app.use(dressPages({ publicUrl, look: settings.look }));
  app.use(answerErrors(settings, log));
  app.use(refuseForeignForms({ ownUrl: payments.apiUrl, publicUrl, takesForms: (path) => path.startsWith(payPath) }));
  app.use(checkoutRoutes({ pool, settings, onChange }).routes());
  app.use(apiRoutes({ pool, payments, onChange }).routes());
  opened.use(await listen(app.callback(), settings));
  const kept = opened.move();
  return { stop: () => kept.disposeAsync() };
}

const capturing = (pool: Pool, onCapture: () => void, log: Logger) =>
  startDueWork(() => captureDue(pool, onCapture), log);

/** A page for browsers, and for all other callers the provider's JSON. */
function answerErrors({ publicUrl }: Settings, log: Logger) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
      if (ctx.status === 404) throw new ProviderError(404, "The requested URL was not found on the server.");
    } catch (error) {
      const expected = toProviderError(error);
      if (expected === null) log.error({ error: String(error) }, "a call failed");
      const shown = expected ?? new ProviderError(500, "Something went wrong; the log says what.");
      ctx.status = shown.status;
      ctx.body = ctx.accepts("json", "html") === "html" ? errorPage(shown.message, publicUrl) : errorBody(shown);
    }
  };
}
