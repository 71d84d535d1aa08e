import { jsonBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { isFavorite } from "#src/domain/voices/favorite-queries.ts";
import { updateVoice } from "#src/domain/voices/queries.ts";
import { DomainError } from "#src/errors.ts";
import { presentWithPlace } from "./present-options.ts";
import { voiceAnswer, voiceChanges, voiceParams } from "./schemas.ts";
import { noInput } from "#src/api/validation/no-input.ts";

/** Changes what a voice of the account is called. */
export const changeRoute = accountRoute(
  {
    method: "patch",
    path: "/v1/voices/{voice_id}",
    operationId: "voices.update",
    tag: "Voices",
    summary: "Update a voice",
    access: "account",
    scope: "voices",
    params: voiceParams,
    query: noInput,
    body: jsonBody(voiceChanges),
    responses: { 200: { description: "The voice.", schema: voiceAnswer } },
    errors: ["voice_not_found", "body_too_large"],
  },
  async ({ params, body }, { userId }, context) => {
    const { db } = context.resources;
    const its = { voiceId: params.voice_id, userId };
    const voice = await updateVoice(db, { ...its, ...body });
    if (voice === null) throw new DomainError("voice_not_found");
    const favorite = await isFavorite(db, its);
    return { status: 200, data: await presentWithPlace(context, { ...voice, favorite }) };
  },
);
