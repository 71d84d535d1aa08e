import type { Route } from "#src/api/route.ts";
import { listTranscripts } from "./list-route.ts";
import { partRoutes } from "./part-routes.ts";
import { redactedAudioRoutes } from "./redacted-audio-routes.ts";
import { transcriptRoutes } from "./transcript-routes.ts";
import { createToken } from "./token-route.ts";
import { upload } from "./upload-route.ts";

const routes: readonly Route[] = [
  ...[upload, ...transcriptRoutes, listTranscripts],
  ...[...partRoutes, ...redactedAudioRoutes, createToken],
];

/** The same for programs that have room for a host only. */
const aliases = routes.map((route) => ({
  ...route,
  path: route.path.replace(/^\/assemblyai/, ""),
  operationId: route.operationId.replace(/^assemblyai/, "assemblyaiRoot"),
}));

/** The routes that AssemblyAI's clients call. */
export const assemblyAiRoutes: readonly Route[] = [...routes, ...aliases];
