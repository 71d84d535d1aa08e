import type { Route } from "#src/api/route.ts";
import { modelRoutes } from "./models-routes.ts";
import { createClientSecret } from "./client-secrets-route.ts";
import { createSpeech } from "./speech-route.ts";
import { transcriptionRoutes } from "./transcription-routes.ts";
import { listVoicesRoute } from "./voices-route.ts";

const routes: readonly Route[] = [
  createSpeech,
  ...transcriptionRoutes,
  ...modelRoutes,
  listVoicesRoute,
  createClientSecret,
];

/** The same where other servers that speak OpenAI's API have it. */
const aliases = routes.map((route) => ({
  ...route,
  path: route.path.replace(/^\/openai/, ""),
  operationId: route.operationId.replace(/^openai/, "openaiRoot"),
}));

/** The routes that OpenAI's clients call. */
export const openAiRoutes: readonly Route[] = [...routes, ...aliases];
