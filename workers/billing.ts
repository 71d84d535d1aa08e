import { applyIdentityEventHandler } from "#workers/billing/apply-identity-event.ts";
import { applyPaymentEventHandler } from "#workers/billing/apply-payment-event.ts";
import { runWorker } from "#workers/runtime/run.ts";

await runWorker({
  queue: "billing",
  concurrency: ({ config }) => config.workers.billingConcurrency,
  open: (resources) => ({
    "apply-identity-event": applyIdentityEventHandler(resources),
    "apply-payment-event": applyPaymentEventHandler(resources),
  }),
});
