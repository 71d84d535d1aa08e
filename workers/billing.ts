import { applyIdentityEventHandler } from "#workers/handlers/apply-identity-event.ts";
import { applyPaymentEventHandler } from "#workers/handlers/apply-payment-event.ts";
import { runWorker } from "#workers/run.ts";

await runWorker({
  queue: "billing",
  concurrency: ({ config }) => config.workers.billingConcurrency,
  open: (resources) => ({
    "apply-identity-event": applyIdentityEventHandler(resources),
    "apply-payment-event": applyPaymentEventHandler(resources),
  }),
});
