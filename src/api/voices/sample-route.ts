import type { AudioContainer } from "#db/schema.ts";
import { noBody } from "#src/api/bodies/body.ts";
import { storedAudioHeaders, storedAudioReply, storedAudioResponses } from "#src/api/http/stored-audio.ts";
import { accountRoute } from "#src/api/route.ts";
import { findVisibleVoice } from "#src/domain/voices/queries.ts";
import { DomainError } from "#src/errors.ts";
import { voiceParams } from "./schemas.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const contentTypes: Readonly<Record<AudioContainer, string>> = {
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
};

const noSample = (): DomainError => new DomainError("not_found", "The sample of this voice is not kept.");

/** The recording that a voice of the account was made of. */
export const sampleRoute = accountRoute(
  {
    method: "get",
    path: "/v1/voices/{voice_id}/sample",
    operationId: "voices.getSample",
    requestHeaders: storedAudioHeaders,
    tag: "Voices",
    summary: "Fetch the sample of a voice of the account",
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
    const voice = await findVisibleVoice(context.resources.db, { voiceId: params.voice_id, userId });
    if (voice === null || voice.user_id !== userId) throw new DomainError("voice_not_found");
    const { sample_key: key, sample_container: container } = voice;
    if (key === null || container === null) throw noSample();
    return storedAudioReply(context, { key, contentType: contentTypes[container], missing: noSample });
  },
);
