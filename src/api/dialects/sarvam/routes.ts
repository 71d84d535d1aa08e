import type { Route } from "#src/api/route.ts";
import { jobFileRoutes } from "./job-file-routes.ts";
import { jobRoutes } from "./job-routes.ts";
import { pronunciationRoutes } from "./pronunciation-routes.ts";
import { speechRoutes } from "./speech-routes.ts";
import { transcriptionRoutes } from "./transcription-routes.ts";
import { listVoicesRoute } from "./voices-route.ts";

const routes: readonly Route[] = [...transcriptionRoutes, ...jobRoutes, ...speechRoutes];

/** The same where Sarvam has it, for clients that take a host only. */
const aliases = routes.map((route) => ({
  ...route,
  path: route.path.replace(/^\/sarvam/, ""),
  operationId: route.operationId.replace(/^sarvam/, "sarvamRoot"),
}));

/** The routes that Sarvam's clients call. */
export const sarvamRoutes: readonly Route[] = [
  ...routes,
  ...pronunciationRoutes,
  ...jobFileRoutes,
  listVoicesRoute,
  ...aliases,
];
