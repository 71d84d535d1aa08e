import { z } from "zod";
import { accountRoute } from "#src/api/route.ts";
import { rawAudio } from "#src/api/uploads/raw-audio.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { keepUpload } from "#src/domain/uploads/keep-upload.ts";
import { uploadHours } from "#src/domain/uploads/queries.ts";
import { assemblyAi } from "./dialect.ts";

const path = "/assemblyai/v2/upload";

const uploadAnswer = z
  .object({ upload_url: z.url().meta({ description: "Only calls of the same account can use it." }) })
  .meta({ id: "AssemblyAIUpload" });

/** Keeps a recording for the calls that transcribe it. */
export const upload = accountRoute(
  {
    method: "post",
    path,
    operationId: "assemblyai.uploads.create",
    tag: assemblyAi.tag,
    summary: "Upload a recording",
    description: `It can be transcribed for ${uploadHours} hours by calls of the same account, and counts as stored for so long.`,
    access: "account",
    scope: "speech",
    params: noInput,
    query: noInput,
    body: rawAudio({}, (limits) => limits.audio),
    responses: { 200: { description: "It is kept.", schema: uploadAnswer, bare: true } },
    errors: ["audio_too_large", "audio_too_long", "body_too_large", "storage_limit", "storage_low", "unavailable"],
    limit: "speech",
  },
  async ({ body: { path: file, container, bytes, ...declared } }, { userId }, { resources, requestId: id }) => {
    const { declaredSeconds, declaredChannels } = declared;
    await keepUpload(resources, { id, userId, path: file, container, bytes, declaredSeconds, declaredChannels });
    return { status: 200, bare: { upload_url: `${resources.config.publicUrl}${path}/${id}` } };
  },
);

const uploaded = /\/v2\/upload\/(?<id>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** The id of the upload that an address names; null for an address that is none of ours. */
export function uploadIdIn(address: string, publicUrl: string): string | null {
  const id = uploaded.exec(address)?.groups?.["id"];
  return id !== undefined && [`${publicUrl}${path}/${id}`, `${publicUrl}/v2/upload/${id}`].includes(address)
    ? id
    : null;
}
