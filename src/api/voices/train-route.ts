import { noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { isFavorite } from "#src/domain/voices/favorite-queries.ts";
import { retrainVoice } from "#src/domain/voices/retrain-voice.ts";
import { presentWithPlace } from "./present-options.ts";
import { voiceAnswer, voiceParams } from "./schemas.ts";

/** Trains a voice again that can no longer speak. */
export const trainRoute = accountRoute(
  {
    method: "post",
    path: "/v1/voices/{voice_id}/train",
    operationId: "voices.train",
    tag: "Voices",
    summary: "Retrain a voice",
    description:
      "A voice whose `error.code` is `voice_outdated` was made by a formant synthesiser, which was removed. It is trained again " +
      "from its sample and keeps its id; nothing is charged. Where that fails, the sample stays unless it is at fault, so the call can be repeated. Where its sample is not kept (`has_sample`), replace it.",
    access: "account",
    scope: "voices",
    params: voiceParams,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "The voice; its training has started.", schema: voiceAnswer } },
    errors: [
      "voice_not_found",
      "invalid_transition",
      "unavailable",
      "concurrency_limited",
      "voice_matching_not_installed",
    ],
    limit: "speech",
  },
  async ({ params }, { userId }, context) => {
    const its = { voiceId: params.voice_id, userId };
    const voice = await retrainVoice(context.resources, its);
    const favorite = await isFavorite(context.resources.db, its);
    return { status: 200, data: await presentWithPlace(context, { ...voice, favorite }) };
  },
);
