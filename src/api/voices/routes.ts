import { callbackAt, callbackOf } from "#src/api/callbacks/callback-field.ts";
import { audioForm } from "#src/api/uploads/audio-form.ts";
import { noBody } from "#src/api/bodies/body.ts";
import { pageOf, presentPage } from "#src/api/validation/page.ts";
import { accountRoute, type Reply } from "#src/api/route.ts";
import { createVoice } from "#src/domain/voices/create-voice.ts";
import { deleteSample } from "#src/domain/voices/delete-sample.ts";
import { isFavorite } from "#src/domain/voices/favorite-queries.ts";
import { deleteVoice } from "#src/domain/voices/delete-voice.ts";
import { listVoices } from "#src/domain/voices/catalogue-queries.ts";
import { findVisibleVoice, findVoice, type Voice } from "#src/domain/voices/queries.ts";
import { listVoiceUses } from "#src/domain/voices/use-queries.ts";
import { DomainError } from "#src/errors.ts";
import {
  createdVoice,
  deletedSample,
  deletedVoice,
  voiceAnswer,
  voiceFields,
  voiceListQuery,
  voicePage,
  voiceParams,
  voiceUse,
  voiceUsesQuery,
} from "./schemas.ts";
import { replaceSampleRoute } from "./replace-sample-route.ts";
import { favoriteRoutes } from "./favorite-routes.ts";
import { comparisonRoute, sampleRoute } from "./sample-route.ts";
import { previewRoute } from "./preview-route.ts";
import { changeRoute } from "./change-route.ts";
import { trainRoute } from "./train-route.ts";
import { presentVoice, presentVoiceUse } from "./present.ts";
import { presentOptions, presentVoices, presentWithPlace } from "./present-options.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const tag = "Voices";
const undetermined = "und";

/** @throws DomainError `voice_not_found` for a repeat after the voice was deleted */
function createdReply(voice: Voice | null): Reply {
  if (voice === null) throw new DomainError("voice_not_found");
  // The answer about a new voice does not depend on the engines.
  return {
    status: 201,
    headers: { Location: `/v1/voices/${voice.id}` },
    data: presentVoice({ ...voice, favorite: false }, { engines: [], engineStates: new Map(), publicUrl: "" }),
  };
}

const create = accountRoute(
  {
    method: "post",
    path: "/v1/voices",
    operationId: "voices.create",
    tag,
    summary: "Create a voice",
    description:
      "Voice matching: a voice with similar pitch, timbre and tone colour, not a clone. It takes at least 5 seconds of clear " +
      "speech of one person; 15 or more give a better match. The sample can be in another language than the voice will speak. " +
      "Only send samples of people who have agreed: `consent` keeps what they agreed to, with the time and the SHA-256 of the " +
      "sample.",
    access: "account",
    scope: "voices",
    params: noInput,
    query: noInput,
    body: audioForm({ schema: voiceFields }, (limits) => limits.voiceSample),
    responses: {
      201: {
        description: "The voice; its training has started.",
        schema: createdVoice,
        headers: { Location: "The URL of the voice." },
      },
    },
    errors: [
      "callback_url_refused",
      "audio_too_large",
      "audio_too_long",
      "body_too_large",
      "unavailable",
      "concurrency_limited",
      "voice_not_found",
      "voice_limit",
      "storage_limit",
      "voice_matching_not_installed",
    ],
    limit: "speech",
    repeat: {
      state: async (id, { resources: { db } }) => ((await findVoice(db, id)) === null ? "nothing" : "ended"),
      reply: async (made, { context: { resources } }) => createdReply(await findVoice(resources.db, made.id)),
    },
  },
  async ({ body: { fields, audio } }, caller, { resources, requestId: id }) => {
    const { userId } = caller;
    const {
      name,
      description,
      language = undetermined,
      consent: statement,
      consent_given_by: givenBy,
      sample_text: sampleText = null,
    } = fields;
    const consent = statement === undefined ? null : { statement, givenBy: givenBy ?? null };
    const callback = await callbackOf(resources, caller, callbackAt(fields.callback_url));
    const wanted = { id, userId, name, description, language, consent, sampleText, callback, ...audio };
    return createdReply(await createVoice(resources, wanted));
  },
);

const list = accountRoute(
  {
    method: "get",
    path: "/v1/voices",
    operationId: "voices.list",
    tag,
    summary: "List voices",
    description:
      "Your own, newest first, then the built-in ones: those whose engine is available before others, natural ones before " +
      "simpler ones, deprecated ones last. Filters can be combined.",
    access: "account",
    scope: "voices",
    params: noInput,
    query: voiceListQuery,
    body: noBody,
    responses: { 200: { description: "One page.", schema: voicePage } },
    errors: [],
  },
  async ({ query }, caller, context) => {
    const { engines, engineStates } = await presentOptions(context);
    const { items, nearest, ...length } = await listVoices(context.resources.db, {
      ...query,
      userId: caller.userId,
      engines,
      installedEngines: [...engineStates.keys()],
    });
    const shown = await presentVoices(context, items);
    return { status: 200, data: { ...presentPage({ items: shown, ...length }, query), nearest } };
  },
);

const show = accountRoute(
  {
    method: "get",
    path: "/v1/voices/{voice_id}",
    operationId: "voices.get",
    tag,
    summary: "Get a voice",
    access: "account",
    scope: "voices",
    params: voiceParams,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "The voice.", schema: voiceAnswer } },
    errors: ["voice_not_found"],
  },
  async ({ params }, caller, context) => {
    const { db } = context.resources;
    const its = { voiceId: params.voice_id, userId: caller.userId };
    const voice = await findVisibleVoice(db, its);
    if (voice === null) throw new DomainError("voice_not_found");
    const favorite = await isFavorite(db, its);
    return { status: 200, data: await presentWithPlace(context, { ...voice, favorite }) };
  },
);

const remove = accountRoute(
  {
    method: "delete",
    path: "/v1/voices/{voice_id}",
    operationId: "voices.delete",
    tag,
    summary: "Delete a voice",
    access: "account",
    scope: "voices",
    params: voiceParams,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "It is deleted.", schema: deletedVoice } },
    errors: ["voice_not_found"],
  },
  async ({ params }, caller, { resources }) => {
    await deleteVoice(resources, { voiceId: params.voice_id, userId: caller.userId });
    return { status: 200, data: { voice_id: params.voice_id, deleted: true } };
  },
);

const removeSample = accountRoute(
  {
    method: "delete",
    path: "/v1/voices/{voice_id}/sample",
    operationId: "voices.deleteSample",
    tag,
    summary: "Delete a voice sample",
    description: "Nothing else of the speaker is kept: what the speaker encoder hears in a sample is never stored.",
    access: "account",
    scope: "voices",
    params: voiceParams,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "The sample is deleted.", schema: deletedSample } },
    errors: ["voice_not_found", "voice_not_ready"],
  },
  async ({ params }, caller, { resources }) => {
    await deleteSample(resources, { voiceId: params.voice_id, userId: caller.userId });
    return { status: 200, data: { voice_id: params.voice_id, sample_deleted: true } };
  },
);

const uses = accountRoute(
  {
    method: "get",
    path: "/v1/voices/{voice_id}/uses",
    operationId: "voices.listUses",
    tag,
    summary: "List uses of a voice",
    description: "Newest first. The log is kept after the voice is deleted, until the account is closed.",
    access: "account",
    scope: "voices",
    params: voiceParams,
    query: voiceUsesQuery,
    body: noBody,
    responses: { 200: { description: "One page.", schema: pageOf(voiceUse).meta({ id: "VoiceUsePage" }) } },
    errors: ["voice_not_found"],
  },
  async ({ params, query }, { userId }, { resources: { db } }) => {
    const voiceId = params.voice_id;
    const { items, ...length } = await listVoiceUses(db, { ...query, voiceId, userId });
    if (length.total === 0 && (await findVisibleVoice(db, { voiceId, userId }))?.user_id !== userId) {
      throw new DomainError("voice_not_found");
    }
    return { status: 200, data: presentPage({ items: items.map(presentVoiceUse), ...length }, query) };
  },
);

/** Everything about voices. */
export const voiceRoutes = [
  create,
  list,
  show,
  previewRoute,
  changeRoute,
  remove,
  trainRoute,
  sampleRoute,
  comparisonRoute,
  replaceSampleRoute,
  removeSample,
  uses,
  ...favoriteRoutes,
];
