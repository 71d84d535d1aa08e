import { docsRoutes } from "./docs/routes.ts";
import { healthRoutes } from "./health/routes.ts";
import type { Route } from "./route.ts";
import { demoRoutes } from "./speech/demo-routes.ts";
import { speechRoutes } from "./speech/routes.ts";
import { voiceRoutes } from "./voices/routes.ts";

const serviceRoutes: readonly Route[] = [...demoRoutes, ...speechRoutes, ...voiceRoutes, ...healthRoutes];

/** The route table: router, OpenAPI document and the tests of access and bad input derive from it. */
export const routes: readonly Route[] = [...serviceRoutes, ...docsRoutes(serviceRoutes)];
