import { z } from "zod";
import { audioForm } from "#src/api/audio-form.ts";
import { noBody } from "#src/api/body.ts";
import { pageOf, presentPage } from "#src/api/page.ts";
import { accountRoute, type Reply, type RequestContext } from "#src/api/route.ts";
import { speakingEngines } from "#src/domain/engines/offered-engines.ts";
import { createVoice } from "#src/domain/voices/create-voice.ts";
import { deleteVoice } from "#src/domain/voices/delete-voice.ts";
import { listVoices } from "#src/domain/voices/catalogue-queries.ts";
import { findVisibleVoice, findVoice, type Voice } from "#src/domain/voices/queries.ts";
import { DomainError } from "#src/errors.ts";
import { previewRoute } from "./preview-route.ts";
import { type PresentOptions, presentVoice } from "./present.ts";
import { createdVoice, deletedVoice, voiceAnswer, voiceFields, voiceListQuery, voiceParams } from "./schemas.ts";

const tag = "Voices";
const nothing = z.object({});
const undetermined = "und";

/** @throws DomainError `voice_not_found` for a repeat after the voice was deleted */
function createdReply(voice: Voice | null): Reply {
  if (voice === null) throw new DomainError("voice_not_found");
  // What is answered of a new voice does not depend on the engines.
  return {
    status: 201,
    headers: { Location: `/v1/voices/${voice.id}` },
    data: presentVoice(voice, { engines: [], publicUrl: "" }),
  };
}

async function presentOptions({ engines, resources }: RequestContext): Promise<PresentOptions> {
  return { engines: speakingEngines(await engines.current()), publicUrl: resources.config.publicUrl };
}

const create = accountRoute(
  {
    method: "post",
    path: "/v1/voices",
    tag,
    summary: "Make a voice from a sample",
    description:
      "Voice matching: pitch, pitch range, rate and formants of the sample become a voice that speaks every language " +
      "of the service. It takes on the sample's register, it is not a copy of the person.",
    access: "account",
    scope: "voices",
    params: nothing,
    query: nothing,
    body: audioForm({ schema: voiceFields }, (limits) => limits.voiceSample),
    responses: {
      201: {
        description: "The voice, which is being trained.",
        schema: createdVoice,
        headers: { Location: "Where the voice can be read." },
      },
    },
    errors: [
      "audio_too_large",
      "audio_too_long",
      "body_too_large",
      "unavailable",
      "concurrency_limited",
      "voice_not_found",
      "voice_limit",
      "storage_limit",
    ],
    limit: "speech",
    repeat: {
      state: async (id, { resources: { db } }) => ((await findVoice(db, id)) === null ? "nothing" : "ended"),
      reply: async (made, { context: { resources } }) => createdReply(await findVoice(resources.db, made.id)),
    },
  },
  async ({ body: { fields, audio } }, { userId }, { resources, requestId: id }) => {
    const { name, description, language = undetermined } = fields;
    const voice = await createVoice(resources, { id, userId, name, description, language, ...audio });
    return createdReply(voice);
  },
);

const list = accountRoute(
  {
    method: "get",
    path: "/v1/voices",
    tag,
    summary: "List the account's voices and the built-in ones",
    description:
      "Your own, newest first, then the built-in ones: those whose engine is there before others, natural ones before " +
      "simpler ones, deprecated ones last.",
    access: "account",
    scope: "voices",
    params: nothing,
    query: voiceListQuery,
    body: noBody,
    responses: { 200: { description: "One page.", schema: pageOf(voiceAnswer).meta({ id: "VoicePage" }) } },
    errors: [],
  },
  async ({ query }, caller, context) => {
    const options = await presentOptions(context);
    const { engines } = options;
    const { items, total } = await listVoices(context.resources.db, { ...query, userId: caller.userId, engines });
    return {
      status: 200,
      data: presentPage({ items: items.map((voice) => presentVoice(voice, options)), total }, query),
    };
  },
);

const show = accountRoute(
  {
    method: "get",
    path: "/v1/voices/{voice_id}",
    tag,
    summary: "Read a voice",
    access: "account",
    scope: "voices",
    params: voiceParams,
    query: nothing,
    body: noBody,
    responses: { 200: { description: "The voice.", schema: voiceAnswer } },
    errors: ["voice_not_found"],
  },
  async ({ params }, caller, context) => {
    const { db } = context.resources;
    const voice = await findVisibleVoice(db, { voiceId: params.voice_id, userId: caller.userId });
    if (voice === null) throw new DomainError("voice_not_found");
    return { status: 200, data: presentVoice(voice, await presentOptions(context)) };
  },
);

const remove = accountRoute(
  {
    method: "delete",
    path: "/v1/voices/{voice_id}",
    tag,
    summary: "Delete a voice of the account with its sample",
    access: "account",
    scope: "voices",
    params: voiceParams,
    query: nothing,
    body: noBody,
    responses: { 200: { description: "It is gone.", schema: deletedVoice } },
    errors: ["voice_not_found"],
  },
  async ({ params }, caller, { resources }) => {
    await deleteVoice(resources, { voiceId: params.voice_id, userId: caller.userId });
    return { status: 200, data: { voice_id: params.voice_id, deleted: true } };
  },
);

/** Everything about voices. */
export const voiceRoutes = [create, list, show, previewRoute, remove];
