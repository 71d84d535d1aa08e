import type { Route } from "#src/api/route.ts";
import { addVoice } from "./add-voice-route.ts";
import { editVoiceRoutes } from "./edit-voice-routes.ts";
import { listModels } from "./models-route.ts";
import { pronunciationRoutes } from "./pronunciation-routes.ts";
import { createSingleUseToken } from "./single-use-token-route.ts";
import { speechRoutes } from "./speech-routes.ts";
import { transcribe } from "./transcription-route.ts";
import { transcriptsRoutes } from "./transcripts-routes.ts";
import { userRoutes } from "./user-routes.ts";
import { voiceRoutes } from "./voices-routes.ts";

/** The routes that ElevenLabs' clients call. */
export const elevenLabsRoutes: readonly Route[] = [
  ...speechRoutes,
  transcribe,
  ...transcriptsRoutes,
  addVoice,
  ...voiceRoutes,
  ...editVoiceRoutes,
  ...pronunciationRoutes,
  listModels,
  ...userRoutes,
  createSingleUseToken,
];
