import { z } from "zod";
import { jsonBody } from "#src/api/bodies/body.ts";
import { always, ignored, unlessBoolean } from "#src/api/dialects/ignored-options.ts";
import { accountRoute } from "#src/api/route.ts";
import { textForm } from "#src/api/uploads/text-form.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { text } from "#src/api/validation/text.ts";
import { updateVoice } from "#src/domain/voices/queries.ts";
import { DomainError } from "#src/errors.ts";
import { keptSettings } from "./present-voice.ts";
import { done, facts, isDone, namedVoice, ownVoiceId, ownVoiceParams, voiceParams } from "./voices-routes.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const keptSample = "A voice keeps the sample that it was made of. Send another sample to /v1/voices/add";

const editFields = z
  .object({
    name: text({ min: 1, max: 100 }),
    description: text({ max: 500 }).optional(),
    labels: text({ max: 10_000 }).optional().meta({ description: "Accepted and ignored." }),
    remove_background_noise: boolean().optional().meta({ description: "Accepted and ignored." }),
  })
  .register(ignored, { labels: always, remove_background_noise: unlessBoolean(false) });

const editSettings = accountRoute(
  {
    ...facts,
    method: "post",
    path: "/elevenlabs/v1/voices/{voice_id}/settings/edit",
    operationId: "elevenlabs.voices.updateSettings",
    summary: "Update voice settings",
    description: "Others are refused: the settings of a voice are not kept. They are sent with each call.",
    params: voiceParams,
    query: noInput,
    body: jsonBody(keptSettings),
    responses: { 200: { description: "The voice has these settings.", schema: done, bare: true } },
    errors: ["voice_not_found", "body_too_large"],
  },
  async ({ params }, caller, context) => {
    await namedVoice(params.voice_id, caller, context);
    return isDone;
  },
);

const edit = accountRoute(
  {
    ...facts,
    method: "post",
    path: "/elevenlabs/v1/voices/{voice_id}/edit",
    operationId: "elevenlabs.voices.update",
    summary: "Update a voice",
    params: ownVoiceParams,
    query: noInput,
    body: textForm({ schema: editFields, fileField: "files", fileSentence: keptSample }),
    responses: { 200: { description: "It is changed.", schema: done, bare: true } },
    errors: ["voice_not_found", "body_too_large", "audio_too_large", "concurrency_limited", "unavailable"],
  },
  async ({ params, body: { name, description } }, { userId }, { resources: { db } }) => {
    const changed = await updateVoice(db, { voiceId: ownVoiceId(params), userId, name, description });
    if (changed === null) throw new DomainError("voice_not_found");
    return isDone;
  },
);

/** The routes by which ElevenLabs' clients change a voice. */
export const editVoiceRoutes = [editSettings, edit];
