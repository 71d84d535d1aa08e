import { noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { setFavorite } from "#src/domain/voices/set-favorite.ts";
import { favoriteVoice, voiceParams } from "./schemas.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const definition = {
  path: "/v1/voices/{voice_id}/favorite",
  tag: "Voices",
  description: "Repeating it changes nothing. `favorite=true` of `GET /v1/voices` lists the favorites.",
  access: "account",
  scope: "voices",
  params: voiceParams,
  query: noInput,
  body: noBody,
  errors: ["voice_not_found"],
} as const;

const add = accountRoute(
  {
    ...definition,
    method: "put",
    operationId: "voices.addFavorite",
    summary: "Add a favorite voice",
    responses: { 200: { description: "It is a favorite.", schema: favoriteVoice } },
  },
  async ({ params: { voice_id: voiceId } }, { userId }, { resources: { db } }) => {
    await setFavorite(db, { voiceId, userId, favorite: true });
    return { status: 200, data: { voice_id: voiceId, favorite: true } };
  },
);

const remove = accountRoute(
  {
    ...definition,
    method: "delete",
    operationId: "voices.removeFavorite",
    summary: "Remove a favorite voice",
    responses: { 200: { description: "The voice is not a favorite.", schema: favoriteVoice } },
  },
  async ({ params: { voice_id: voiceId } }, { userId }, { resources: { db } }) => {
    await setFavorite(db, { voiceId, userId, favorite: false });
    return { status: 200, data: { voice_id: voiceId, favorite: false } };
  },
);

/** Favorites of an account, its own voices and built-in ones. */
export const favoriteRoutes = [add, remove];
