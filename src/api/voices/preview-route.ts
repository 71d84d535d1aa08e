import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { demoCallerOf } from "#src/api/callers/demo-caller.ts";
import { openRoute, type Reply, type RequestContext } from "#src/api/route.ts";
import { etagOf, isNotModified } from "#src/api/http/shared-files.ts";
import { WorkFailedError } from "#src/api/results/work-failed-error.ts";
import { submitDemoAndWait } from "#src/api/results/submit-and-wait.ts";
import { removeDemoAudio } from "#src/domain/speech/remove-demo-audio.ts";
import { submitSynthesis } from "#src/domain/speech/submit-synthesis.ts";
import { findVisibleVoice, type Voice } from "#src/domain/voices/queries.ts";
import { savePreview, previewOf, type VoicePreview } from "#src/domain/voices/voice-preview.ts";
import { DomainError } from "#src/errors.ts";
import { voiceParams } from "./schemas.ts";

const contentType = "audio/mpeg";
const cached = "public, max-age=86400";
const headersOf = {
  "Cache-Control": "It may be a day old.",
  ETag: "Names this audio; `If-None-Match` asks whether it is still the same.",
};

const noPreview = (): DomainError =>
  new DomainError(
    "not_found",
    "The preview is not available because the engine of this voice is not available. Retry in a minute.",
  );
/** For so long it is remembered that one could not be made. */
const retryAfterMs = 60_000;

/** Lets a voice speak its preview, as work of the demo. @returns whether it was kept */
async function makePreview(context: RequestContext, voice: Voice, { text, key }: VoicePreview): Promise<boolean> {
  const { resources, requestId } = context;
  const submit = () =>
    submitSynthesis(resources, {
      ...{ requestId, userId: null, isDemo: true, source: null, maxUnfinished: 0 },
      ...{ demoCaller: demoCallerOf(context, null), text, language: voice.language, voiceId: voice.id },
      ...{ speed: 1, format: "mp3" },
    });
  try {
    const request = await submitDemoAndWait(context, submit);
    return await savePreview(resources, { key, engine: voice.engine }, request);
  } catch (error) {
    if (error instanceof WorkFailedError) return false;
    throw error;
  } finally {
    void removeDemoAudio(resources, requestId);
  }
}

async function previewReply(context: RequestContext, voice: Voice): Promise<Reply> {
  const { store, mutex } = context.resources;
  const { synthesis } = await context.engines.current();
  const preview = previewOf(voice, synthesis);
  const headers = { "Cache-Control": cached, ETag: etagOf(preview.key) };
  if (isNotModified(context.header("if-none-match"), headers.ETag)) {
    return { status: 304, headers, raw: { content: "", contentType } };
  }
  const kept = await store.read(preview.key);
  if (kept === null && !synthesis.some(({ name }) => name === voice.engine)) throw noPreview();
  const first = () => mutex.runExclusive(preview.key, () => firstPreview(context, voice, preview));
  const content = kept ?? (await context.within("demo_synthesis", first));
  return { status: 200, headers, raw: { content: await buffer(content), contentType } };
}

/** One call of a process does so at a time. @throws DomainError `not_found` where nothing could be kept */
async function firstPreview(context: RequestContext, voice: Voice, preview: VoicePreview) {
  const { store, answers } = context.resources;
  const meanwhile = await store.read(preview.key);
  if (meanwhile !== null) return meanwhile;
  const isMade = await answers.get(preview.key, retryAfterMs, () => makePreview(context, voice, preview));
  const made = isMade ? await store.read(preview.key) : null;
  if (made === null) throw noPreview();
  return made;
}

/** A sentence of a built-in voice, for choosing one. */
export const previewRoute = openRoute(
  {
    method: "get",
    path: "/v1/voices/{voice_id}/preview",
    tag: "Voices",
    summary: "Listen to a built-in voice",
    description:
      "A sentence in the language of the voice, as MP3. It is spoken when it is asked for the first time, and then kept; " +
      "only what has to be spoken counts against the limit of the demo (`demo_synthesis`). A voice whose engine is not " +
      "there has none.",
    access: "public",
    params: voiceParams,
    query: z.object({}),
    body: noBody,
    responses: {
      200: { description: "The preview.", mediaTypes: [contentType], headers: headersOf },
      304: { description: "It is still the same.", headers: headersOf },
    },
    errors: ["voice_not_found", "not_found", "rate_limited", "unavailable"],
  },
  async ({ params }, _caller, context) => {
    const voice = await findVisibleVoice(context.resources.db, { voiceId: params.voice_id, userId: null });
    if (voice === null) throw new DomainError("voice_not_found");
    return previewReply(context, voice);
  },
);
