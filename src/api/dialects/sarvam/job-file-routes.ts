import { z } from "zod";
import type { BodyReader } from "#src/api/bodies/body-reader.ts";
import { noBody } from "#src/api/bodies/body.ts";
import { tokenQuery } from "#src/api/dialects/address-tokens.ts";
import { requireTranscript } from "#src/api/dialects/transcribed-request.ts";
import { openRoute } from "#src/api/route.ts";
import { type RawAudio, rawAudio } from "#src/api/uploads/raw-audio.ts";
import { batchOfFile, keepFile } from "#src/domain/batches/draft-batch.ts";
import { findRequest } from "#src/domain/speech/queries.ts";
import { transcriptionOptions } from "#src/domain/speech/transcription-options.ts";
import { DomainError } from "#src/errors.ts";
import { sarvam } from "./dialect.ts";
import { fileParams, filePath, requireMethod } from "./job-addresses.ts";
import { jobChoices } from "./job-fields.ts";
import { fileTranscript, presentFile } from "./present-transcript.ts";
import { samplesOf } from "./transcription-fields.ts";

const ofFile = {
  path: filePath,
  tag: sarvam.tag,
  access: "public",
  limit: "calls",
  params: fileParams,
  query: tokenQuery,
} as const;

const choicesIn = (options: object) => jobChoices.parse(transcriptionOptions.parse(options).echo ?? {});

/** The content of a file: its address is looked at before any of it is received, which counts as an upload of the account. */
const content: BodyReader<RawAudio> = {
  ...rawAudio({}, (limits) => limits.audio),
  read: async (ctx, reading) => {
    const { resources } = reading;
    const token = new URLSearchParams(ctx.querystring).get("token") ?? "";
    const [fileId = ""] = ctx.path.split("/").slice(-1);
    await requireMethod(resources, token, { method: "put", fileId });
    const { options, started_at: startedAt, user_id: userId } = await batchOfFile(resources.db, fileId);
    if (startedAt !== null) {
      throw new DomainError("invalid_transition", "The job was started. Its files cannot be changed.");
    }
    const samples = samplesOf(choicesIn(options));
    const sent = { ...reading, caller: { userId } };
    return rawAudio({ samplesOf: () => ({ ok: true, value: samples }) }, (limits) => limits.audio).read(ctx, sent);
  },
};

const keptFile = z
  .object({ file_id: z.uuid(), size: z.int().meta({ description: "Bytes.", examples: [64_044] }) })
  .meta({ id: "SarvamJobFile" });

const send = openRoute(
  {
    ...ofFile,
    ...{ method: "put", operationId: "sarvam.jobFiles.update", summary: "Upload a job file" },
    description:
      "At the address that `upload-files` answers, without a key. It may be sent again until the job is started.",
    body: content,
    responses: { 201: { description: "It is kept.", schema: keptFile, bare: true } },
    errors: [
      ...(["forbidden", "invalid_transition", "request_not_found", "audio_too_large", "audio_too_long"] as const),
      ...(["body_too_large", "storage_limit", "storage_low", "unavailable", "concurrency_limited"] as const),
    ],
  },
  async ({ params: { file_id: fileId }, body: { path, container, bytes } }, _caller, { resources, requestId }) => {
    await keepFile(resources, { fileId, uploadId: requestId, path, container, bytes });
    return { status: 201, bare: { file_id: fileId, size: bytes } };
  },
);

const fetch = openRoute(
  {
    ...ofFile,
    ...{ method: "get", operationId: "sarvam.jobFiles.get", summary: "Download a job transcript" },
    description: "At the address that `download-files` answers, without a key.",
    body: noBody,
    responses: { 200: { description: "The transcript.", schema: fileTranscript, bare: true } },
    errors: ["forbidden", "request_not_found"],
  },
  async ({ params: { file_id: fileId }, query: { token } }, _caller, { resources }) => {
    await requireMethod(resources, token, { method: "get", fileId });
    const request = await findRequest(resources.db, fileId);
    if (request === null) throw new DomainError("request_not_found", "The transcript was deleted.");
    return { status: 200, bare: presentFile(requireTranscript(request), choicesIn(request.options).with_timestamps) };
  },
);

/** The routes by which files of jobs are sent and their transcripts fetched. */
export const jobFileRoutes = [send, fetch];
