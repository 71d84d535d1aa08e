import type { AudioContainer } from "#db/schema.ts";
import { noBody } from "#src/api/bodies/body.ts";
import { storedAudioHeaders, storedAudioReply, storedAudioResponses } from "#src/api/http/stored-audio.ts";
import { accountRoute, type RequestContext } from "#src/api/route.ts";
import { findVisibleVoice, type Voice } from "#src/domain/voices/queries.ts";
import { DomainError } from "#src/errors.ts";
import { voiceParams } from "./schemas.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const contentTypes = {
  wav: "audio/wav",
  mp3: "audio/mpeg",
  flac: "audio/flac",
  ogg: "audio/ogg",
  mp4: "audio/mp4",
  adts: "audio/aac",
  webm: "audio/webm",
  amr: "audio/amr",
  aiff: "audio/aiff",
  caf: "audio/x-caf",
  asf: "audio/x-ms-wma",
  au: "audio/basic",
  w64: "audio/x-w64",
  gsm: "audio/x-gsm",
  g723: "audio/g723",
  ac3: "audio/ac3",
  eac3: "audio/eac3",
  loas: "audio/aac",
  mpegts: "video/mp2t",
  mpeg: "video/mpeg",
  flv: "video/x-flv",
  voc: "audio/x-voc",
  wv: "audio/wavpack",
} as const satisfies Readonly<Record<AudioContainer, string>>;

const noSample = (): DomainError => new DomainError("not_found", "The sample of this voice is not kept.");

/** @throws DomainError `voice_not_found` */
async function ownVoice({ resources: { db } }: RequestContext, voiceId: string, userId: string): Promise<Voice> {
  const voice = await findVisibleVoice(db, { voiceId, userId });
  if (voice === null || voice.user_id !== userId) throw new DomainError("voice_not_found");
  return voice;
}

/** The recording that a voice of the account was made of. */
export const sampleRoute = accountRoute(
  {
    method: "get",
    path: "/v1/voices/{voice_id}/sample",
    operationId: "voices.getSample",
    requestHeaders: storedAudioHeaders,
    tag: "Voices",
    summary: "Download a voice sample",
    description:
      "Takes `Range` with one range of bytes. FLAC, 16 kHz, once the voice is trained; before, as it was sent.",
    access: "account",
    scope: "voices",
    params: voiceParams,
    query: noInput,
    body: noBody,
    responses: storedAudioResponses([...new Set(Object.values(contentTypes))]),
    errors: ["voice_not_found", "not_found", "range_not_satisfiable"],
  },
  async ({ params }, { userId }, context) => {
    const { sample_key: key, sample_container: container } = await ownVoice(context, params.voice_id, userId);
    if (key === null || container === null) throw noSample();
    return storedAudioReply(context, { key, contentType: contentTypes[container], missing: noSample });
  },
);

const noComparison = (): DomainError =>
  new DomainError("not_found", "There is no comparison: the words of the sample are not known, or it is not kept.");

/** Words of the sample, spoken by the voice. */
export const comparisonRoute = accountRoute(
  {
    method: "get",
    path: "/v1/voices/{voice_id}/comparison",
    operationId: "voices.getComparison",
    requestHeaders: storedAudioHeaders,
    tag: "Voices",
    summary: "Compare voice and sample",
    description:
      "As MP3. The training makes it, free of charge: the service reads the sample and lets the voice say its first sentences " +
      "(`comparison` of the voice).",
    access: "account",
    scope: "voices",
    params: voiceParams,
    query: noInput,
    body: noBody,
    responses: storedAudioResponses([contentTypes.mp3]),
    errors: ["voice_not_found", "not_found", "range_not_satisfiable"],
  },
  async ({ params }, { userId }, context) => {
    const { status, comparison } = await ownVoice(context, params.voice_id, userId);
    if (status !== "ready" || comparison === null) throw noComparison();
    return storedAudioReply(context, { key: comparison.key, contentType: contentTypes.mp3, missing: noComparison });
  },
);
