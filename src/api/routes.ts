import { apiKeyRoutes } from "./api-keys/routes.ts";
import { authRoutes } from "./auth/routes.ts";
import { contactRoutes } from "./contact-submissions/routes.ts";
import { docsRoutes } from "./docs/routes.ts";
import { feedbackRoutes } from "./feedback/routes.ts";
import { healthRoutes } from "./health/routes.ts";
import { planRoutes } from "./plans/routes.ts";
import type { Route } from "./route.ts";
import { demoRoutes } from "./speech/demo-routes.ts";
import { speechRoutes } from "./speech/routes.ts";
import { subscriptionRoutes } from "./subscriptions/routes.ts";
import { usageRoutes } from "./usage/routes.ts";
import { userRoutes } from "./users/routes.ts";
import { voiceRoutes } from "./voices/routes.ts";
import { webRoutes } from "./web/routes.ts";
import { webhookRoutes } from "./webhooks/routes.ts";

const serviceRoutes: readonly Route[] = [
  ...demoRoutes,
  ...speechRoutes,
  ...voiceRoutes,
  ...authRoutes,
  ...userRoutes,
  ...apiKeyRoutes,
  ...feedbackRoutes,
  ...contactRoutes,
  ...planRoutes,
  ...subscriptionRoutes,
  ...usageRoutes,
  ...webhookRoutes,
  ...healthRoutes,
];

/** The route table: router, OpenAPI document and the tests of access and bad input derive from it. */
export const routes: readonly Route[] = [...serviceRoutes, ...docsRoutes(serviceRoutes), ...webRoutes];
