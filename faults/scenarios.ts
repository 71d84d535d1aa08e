import type { Scenario } from "./scenario.ts";
import { failuresFree } from "./scenarios/failures-free.ts";
import { forgedWebhooks } from "./scenarios/forged-webhooks.ts";
import { oversold } from "./scenarios/oversold.ts";
import { paymentOrders } from "./scenarios/payment-orders.ts";
import { payments } from "./scenarios/payments.ts";
import { webhookLoad } from "./scenarios/webhook-load.ts";
import { workerFrozen } from "./scenarios/worker-frozen.ts";
import { workersKilled } from "./scenarios/workers-killed.ts";

/** Every way in which the suite breaks the service; one file each. */
export const scenarios: readonly Scenario[] = [
  workersKilled,
  workerFrozen,
  oversold,
  failuresFree,
  payments,
  paymentOrders,
  forgedWebhooks,
  webhookLoad,
];
