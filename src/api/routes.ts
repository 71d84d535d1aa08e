import { exportAccount } from "./account-export.ts";
import { adminAccountListRoutes } from "./account-lists.ts";
import { adminAccountRoutes } from "./admin/account-routes.ts";
import { adminEventRoutes } from "./admin/event-routes.ts";
import { adminStatisticsRoutes } from "./admin/statistics-routes.ts";
import { adminLiveRoutes } from "./admin/live-routes.ts";
import { adminModelRoutes } from "./admin/model-routes.ts";
import { adminAttentionRoutes } from "./admin/attention-routes.ts";
import { adminQueueRoutes } from "./admin/queue-routes.ts";
import { supervisionRoutes } from "./admin/supervision-routes.ts";
import { apiKeyRoutes } from "./api-keys/routes.ts";
import { authRoutes } from "./auth/routes.ts";
import { batchRoutes } from "./speech/batch-routes.ts";
import { contactRoutes } from "./contact-submissions/routes.ts";
import { assemblyAiRoutes } from "./dialects/assemblyai/routes.ts";
import { streamingSockets } from "./dialects/assemblyai/streaming-socket.ts";
import { deepgramRoutes } from "./dialects/deepgram/routes.ts";
import { listenSockets } from "./dialects/deepgram/listen-socket.ts";
import { speakSockets } from "./dialects/deepgram/speak-socket.ts";
import { elevenLabsRoutes } from "./dialects/elevenlabs/routes.ts";
import { openAiRoutes } from "./dialects/openai/routes.ts";
import { streamInputSockets } from "./dialects/elevenlabs/stream-input-socket.ts";
import { elevenLabsSocketRoutes } from "./dialects/elevenlabs/realtime-socket.ts";
import { listenSockets as sarvamListenSockets } from "./dialects/sarvam/listen-socket.ts";
import { realtimeSockets } from "./dialects/sarvam/realtime-socket.ts";
import { sarvamRoutes } from "./dialects/sarvam/routes.ts";
import { speakSockets as sarvamSpeakSockets } from "./dialects/sarvam/speak-socket.ts";
import { openAiSocketRoutes } from "./dialects/openai/realtime-socket.ts";
import { deviceAuthorizationRoutes } from "./api-keys/device-routes.ts";
import { docsRoutes } from "./docs/routes.ts";
import { documentEstimateRoute } from "./documents/estimate-route.ts";
import { documentExportRoutes } from "./documents/export-routes.ts";
import { documentRoutes } from "./documents/routes.ts";
import { engineRoutes } from "./engines/routes.ts";
import { exampleRoutes } from "./examples/routes.ts";
import { feedbackRoutes } from "./feedback/routes.ts";
import { healthRoutes } from "./health/routes.ts";
import { keyTermListRoutes } from "./key-term-lists/routes.ts";
import { paymentRoutes } from "./payments/routes.ts";
import { pronunciationRoutes } from "./pronunciation/routes.ts";
import { planRoutes } from "./plans/routes.ts";
import type { SocketRoute } from "./sockets/socket-route.ts";
import type { Route } from "./route.ts";
import { demoRoutes } from "./speech/demo-routes.ts";
import { limitsRoute } from "./speech/limits-route.ts";
import { speechLive } from "./speech/live-route.ts";
import { createLiveToken } from "./speech/live-token-route.ts";
import { speechRoutes } from "./speech/routes.ts";
import { subscriptionRoutes } from "./subscriptions/routes.ts";
import { topUpRoutes } from "./subscriptions/top-up-routes.ts";
import { usageRoutes } from "./usage/routes.ts";
import { checklistRoutes } from "./users/checklist-routes.ts";
import { userRoutes } from "./users/routes.ts";
import { voiceRoutes } from "./voices/routes.ts";
import { webRoutes } from "./web/routes.ts";
import { webhookEndpointRoutes } from "./webhook-endpoints/routes.ts";
import { webhookRoutes } from "./webhooks/routes.ts";

/** The paths that take WebSockets. */
export const socketRoutes: readonly SocketRoute[] = [
  speechLive,
  ...listenSockets,
  ...speakSockets,
  ...openAiSocketRoutes,
  ...elevenLabsSocketRoutes,
  ...streamInputSockets,
  ...sarvamListenSockets,
  ...realtimeSockets,
  ...sarvamSpeakSockets,
  ...streamingSockets,
];

/** The route table: router, OpenAPI document and the tests of access and bad input derive from it. */
export const routes: readonly Route[] = [
  ...demoRoutes,
  ...speechRoutes,
  ...batchRoutes,
  ...voiceRoutes,
  ...engineRoutes,
  ...exampleRoutes,
  ...keyTermListRoutes,
  ...pronunciationRoutes,
  ...documentRoutes,
  documentEstimateRoute,
  ...documentExportRoutes,
  ...authRoutes,
  ...userRoutes,
  exportAccount,
  ...checklistRoutes,
  limitsRoute,
  createLiveToken,
  ...apiKeyRoutes,
  ...deviceAuthorizationRoutes,
  ...webhookEndpointRoutes,
  ...feedbackRoutes,
  ...contactRoutes,
  ...planRoutes,
  ...subscriptionRoutes,
  ...topUpRoutes,
  ...paymentRoutes,
  ...usageRoutes,
  ...webhookRoutes,
  ...adminAttentionRoutes,
  ...adminStatisticsRoutes,
  ...adminAccountRoutes,
  ...adminAccountListRoutes,
  ...supervisionRoutes,
  ...adminEventRoutes,
  ...adminQueueRoutes,
  ...adminLiveRoutes,
  ...adminModelRoutes,
  ...openAiRoutes,
  ...deepgramRoutes,
  ...elevenLabsRoutes,
  ...sarvamRoutes,
  ...assemblyAiRoutes,
  ...healthRoutes,
  ...docsRoutes,
  ...webRoutes,
  ...socketRoutes.map(({ route }) => route),
];
