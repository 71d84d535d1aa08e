import { noBody } from "#src/api/bodies/body.ts";
import { openRoute, type Reply, type RequestContext } from "#src/api/route.ts";
import { etagOf, isNotModified } from "#src/api/http/shared-files.ts";
import { getOrCreateResult, synthesizeOnce } from "#src/api/results/get-or-create-result.ts";
import { findVisibleVoice, type Voice } from "#src/domain/voices/queries.ts";
import { previewOf } from "#src/domain/voices/voice-preview.ts";
import { DomainError } from "#src/errors.ts";
import { voiceParams } from "./schemas.ts";
import { noInput } from "#src/api/validation/no-input.ts";

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

async function previewReply(context: RequestContext, voice: Voice): Promise<Reply> {
  const { synthesis } = await context.engines.current();
  const { text, key } = previewOf(voice, synthesis);
  const headers = { "Cache-Control": cached, ETag: etagOf(key) };
  if (isNotModified(context.header("if-none-match"), headers.ETag)) {
    return { status: 304, headers, raw: { content: "", contentType } };
  }
  const isOffered = synthesis.some(({ name }) => name === voice.engine);
  if (!isOffered && (await context.resources.store.size(key)) === null) throw noPreview();
  const make = () => synthesizeOnce(context, { voice, text, key });
  const content = await getOrCreateResult(context, { key, limit: "demo_synthesis", make, missing: noPreview });
  return { status: 200, headers, raw: { content, contentType } };
}

/** A sentence of a built-in voice, for choosing one. */
export const previewRoute = openRoute(
  {
    method: "get",
    path: "/v1/voices/{voice_id}/preview",
    operationId: "voices.getPreview",
    tag: "Voices",
    summary: "Preview a voice",
    description:
      "A sentence in the language of the voice, as MP3. It is spoken when it is asked for the first time, and then kept; " +
      "only what has to be spoken counts against the limit of the demo (`demo_synthesis`). A voice whose engine is not " +
      "there has none.",
    access: "public",
    params: voiceParams,
    query: noInput,
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
