import { accountRoute } from "#src/api/route.ts";
import { audioForm } from "#src/api/uploads/audio-form.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { isFavorite } from "#src/domain/voices/favorite-queries.ts";
import { replaceSample } from "#src/domain/voices/replace-sample.ts";
import { presentWithPlace } from "./present-options.ts";
import { sampleFields, voiceAnswer, voiceParams } from "./schemas.ts";

/** Trains a failed voice from another sample. */
export const replaceSampleRoute = accountRoute(
  {
    method: "put",
    path: "/v1/voices/{voice_id}/sample",
    operationId: "voices.replaceSample",
    tag: "Voices",
    summary: "Replace a voice sample",
    description:
      "The voice is trained from the new sample. It keeps its id, name, description, language and consent, so the sample is to be " +
      "of the same person. The sample before is removed. Nothing is charged.",
    access: "account",
    scope: "voices",
    params: voiceParams,
    query: noInput,
    body: audioForm({ schema: sampleFields }, (limits) => limits.voiceSample),
    responses: { 200: { description: "The voice; its training has started.", schema: voiceAnswer } },
    errors: [
      "voice_not_found",
      "invalid_transition",
      "audio_too_large",
      "audio_too_long",
      "body_too_large",
      "unavailable",
      "concurrency_limited",
      "storage_limit",
      "voice_matching_not_installed",
    ],
    limit: "speech",
  },
  async ({ params, body: { fields, audio } }, { userId }, context) => {
    const its = { voiceId: params.voice_id, userId };
    const sampleText = fields.sample_text ?? null;
    const voice = await replaceSample(context.resources, {
      ...{ ...its, ...audio, sampleText },
      requestId: context.requestId,
    });
    const favorite = await isFavorite(context.resources.db, its);
    return { status: 200, data: await presentWithPlace(context, { ...voice, favorite }) };
  },
);
