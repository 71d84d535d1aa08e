import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { always, ignored, unlessBoolean } from "#src/api/dialects/ignored-options.ts";
import { accountRoute, type Reply, type RequestContext } from "#src/api/route.ts";
import { audioForm } from "#src/api/uploads/audio-form.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { text } from "#src/api/validation/text.ts";
import { createVoice } from "#src/domain/voices/create-voice.ts";
import { deleteVoice } from "#src/domain/voices/delete-voice.ts";
import { findVoice, type Voice } from "#src/domain/voices/queries.ts";
import { DomainError, isErrorCode } from "#src/errors.ts";
import { elevenLabs } from "./dialect.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const lookMs = 250;
/** The milliseconds for which a voice that failed is kept: equal calls that wait for it have seen by then why it failed. */
const failedMs = 4 * lookMs;
const fileField = "files";
const undetermined = "und";

const addedVoice = z
  .object({ voice_id: z.uuid(), requires_verification: z.boolean() })
  .meta({ id: "ElevenLabsAddedVoice" });

const fields = z
  .object({
    name: text({ min: 1, max: 100 }),
    description: text({ max: 500 }).default(""),
    labels: text({ max: 10_000 }).optional().meta({ description: "Accepted and ignored." }),
    remove_background_noise: boolean().optional().meta({ description: "Accepted and ignored." }),
  })
  .register(ignored, { labels: always, remove_background_noise: unlessBoolean(false) });

const manySamples = () => new DomainError("malformed_request", "Send one sample: a voice is made of a single file.");

/** Adds a voice of a sample. */
export const addVoice = accountRoute(
  {
    method: "post",
    path: "/elevenlabs/v1/voices/add",
    operationId: "elevenlabs.voices.create",
    tag: elevenLabs.tag,
    summary: "Create a voice",
    description:
      "Voice matching: a voice with similar pitch, timbre and tone colour, not a clone. Waits until the voice can speak; " +
      "where that takes longer than the setting `ELEVENLABS_WAIT_SECONDS`, its calls are answered with 409 until it can.",
    access: "account",
    scope: "voices",
    params: noInput,
    query: noInput,
    body: audioForm({ schema: fields, fileField, secondFile: manySamples }, (limits) => limits.voiceSample),
    responses: { 200: { description: "The voice.", schema: addedVoice, bare: true } },
    errors: [
      ...(["audio_too_large", "audio_too_long", "body_too_large", "unavailable", "malformed_request"] as const),
      ...(["concurrency_limited", "voice_not_found", "voice_limit", "storage_limit", "internal_error"] as const),
      "voice_matching_not_installed",
    ],
    limit: "speech",
    repeat: {
      state: async (id, { resources: { db } }) => {
        const voice = await findVoice(db, id);
        if (voice === null) return "nothing";
        return voice.status === "ready" ? "ended" : "open";
      },
      reply: async ({ id }, { context }) => {
        const reply = await readyReply(id, context);
        // A voice that another call has removed is made once more, which says why it cannot be made.
        if (reply === null) throw new DomainError("cancelled");
        return reply;
      },
    },
  },
  async ({ body }, { userId }, context) => {
    const { name, description } = body.fields;
    const wanted = { name, description, language: undetermined, consent: null, sampleText: null };
    await createVoice(context.resources, { id: context.requestId, userId, ...wanted, ...body.audio });
    const reply = await readyReply(context.requestId, context);
    if (reply === null) throw new DomainError("voice_not_found");
    return reply;
  },
);

/**
 * The answer once the voice can speak, or the time is over; null when the voice was removed meanwhile.
 * @throws DomainError why no voice came of the sample, which is gone then
 */
async function readyReply(voiceId: string, context: RequestContext): Promise<Reply | null> {
  const { resources, signal } = context;
  const deadline = performance.now() + resources.config.dialects.elevenlabs.waitSeconds * 1000;
  for (;;) {
    const voice = await findVoice(resources.db, voiceId);
    if (voice === null) return null;
    if (voice.status === "failed") throw await removeFailed(voice, resources);
    if (voice.status === "ready" || signal.aborted || performance.now() > deadline)
      return { status: 200, bare: { voice_id: voiceId, requires_verification: false } };
    await sleep(lookMs);
  }
}

/** A voice that cannot be made is none of the account's there. @returns why not */
async function removeFailed(voice: Voice, resources: RequestContext["resources"]): Promise<DomainError> {
  const { id: voiceId, user_id: userId, error_code: reason, error_message: message } = voice;
  await sleep(failedMs);
  if (userId !== null) await deleteVoice(resources, { voiceId, userId }).catch(ignoreMissing);
  const code = reason ?? "";
  return new DomainError(isErrorCode(code) ? code : "internal_error", message ?? undefined, { field: fileField });
}

/** An equal call has removed it. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof DomainError && error.code === "voice_not_found")) throw error;
}
