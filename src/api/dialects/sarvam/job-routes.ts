import { z } from "zod";
import { jsonBody, noBody } from "#src/api/bodies/body.ts";
import { callbackOf } from "#src/api/callbacks/callback-field.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { chosenFor } from "#src/api/dialects/speech-input.ts";
import { accountRoute, type RequestContext, type Route } from "#src/api/route.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { createDraft } from "#src/domain/batches/create-batch.ts";
import { addFiles, startBatch } from "#src/domain/batches/draft-batch.ts";
import { type ListedItem, listItems } from "#src/domain/batches/queries.ts";
import { DomainError } from "#src/errors.ts";
import { transcriptionModels } from "./aliases.ts";
import { sarvam } from "./dialect.ts";
import { fileAddresses } from "./job-addresses.ts";
import {
  filesToFetch,
  filesToSend,
  type JobCallback,
  jobOptions,
  type JobParameters,
  jobParams,
  transcriptionJob,
  translationJob,
} from "./job-fields.ts";
import { heardLanguage } from "./languages.ts";
import {
  callbackOfJob,
  countsOfJob,
  hasTranscript,
  jobStatus,
  ofJob,
  outputOf,
  presentJob,
  requireJob,
  stateOf,
} from "./present-job.ts";

/** 10,000 names may have 8 MiB where other bodies have 64 KiB. */
const sizeFactor = 128;

const ofAccount = { tag: sarvam.tag, access: "account", scope: "speech" } as const;

const parameters = z.record(z.string(), z.unknown()).meta({ description: "Those that were sent." });
const createdJob = z.object({ ...ofJob, job_parameters: parameters }).meta({ id: "SarvamJob" });

const addresses = z
  .record(z.string(), z.object({ file_url: z.url() }))
  .meta({ description: "An address for each name, which permits one method without a key until it expires." });
const uploads = z.object({ ...ofJob, upload_urls: addresses }).meta({ id: "SarvamJobUploads" });
const downloads = z.object({ ...ofJob, download_urls: addresses }).meta({ id: "SarvamJobDownloads" });

interface AskedJob {
  readonly parameters: JobParameters;
  readonly isTranslation: boolean;
  readonly callback: JobCallback | null | undefined;
}

/** Creates a job that waits for its files. */
async function createJob(
  { parameters: sent, isTranslation, callback }: AskedJob,
  caller: Caller,
  context: RequestContext,
) {
  const { resources, requestId: id } = context;
  const { userId, source, apiKeyId } = caller;
  const { language_code: code, model } = sent;
  const options = jobOptions(isTranslation ? { ...sent, mode: "translate" } : sent);
  const chosen = await chosenFor(context, {
    language: code ? heardLanguage(code) : undefined,
    model: { name: model ?? "auto", aliases: transcriptionModels },
    options,
  });
  const address = await callbackOf(resources, caller, callbackOfJob(callback));
  await createDraft(resources, { id, userId, source, apiKeyId, ...chosen, callback: address });
  const job = { job_id: id, job_state: "Accepted", storage_container_type: "Local", job_parameters: sent };
  return { status: 202, bare: job };
}

interface Kind {
  readonly path: string;
  /** The name in ids of operations. */
  readonly name: string;
  readonly isTranslation: boolean;
}

function creation({ path, name, isTranslation }: Kind): Route {
  return accountRoute(
    {
      ...ofAccount,
      ...{ method: "post", path, operationId: `sarvam.${name}.create`, params: noInput, query: noInput },
      summary: isTranslation ? "Create a translation job" : "Create a transcription job",
      description:
        "It waits for its files, which `upload-files` gives addresses for, and for its start. Its recordings are a batch: they come after all other work, at a lower price.",
      body: jsonBody(isTranslation ? translationJob : transcriptionJob),
      responses: { 202: { description: "The job.", schema: createdJob, bare: true } },
      errors: [
        ...(["translation_unsupported", "language_unsupported", "engine_unavailable", "batch_limit"] as const),
        ...(["callback_url_refused", "model_not_found", "body_too_large"] as const),
      ],
      limit: "speech",
    },
    ({ body: { job_parameters: sent, callback } }, caller, context) =>
      createJob({ parameters: sent ?? {}, isTranslation, callback }, caller, context),
  );
}

function sending({ path, name }: Kind): Route {
  return accountRoute(
    {
      ...ofAccount,
      ...{ method: "post", path: `${path}/upload-files`, operationId: `sarvam.${name}.createUploads` },
      ...{
        summary: "Add files to a job",
        params: noInput,
        query: noInput,
        body: jsonBody(filesToSend, { sizeFactor }),
      },
      description: "PUT the bytes of each file to its address, without a key, and then start the job.",
      responses: { 200: { description: "Where to send the files.", schema: uploads, bare: true } },
      errors: ["batch_not_found", "batch_limit", "invalid_transition", "body_too_large"],
    },
    async ({ body: { job_id: batchId, files } }, { userId }, { resources }) => {
      await requireJob(resources.db, { batchId, userId });
      const added = await addFiles(resources, { batchId, userId }, files);
      const addressOf = await fileAddresses(resources, "put");
      const urls = added.map(({ id, name: file }) => [file, { file_url: addressOf(id) }] as const);
      const job = { job_id: batchId, job_state: "Accepted", storage_container_type: "Local" };
      return { status: 200, bare: { ...job, upload_urls: Object.fromEntries(urls) } };
    },
  );
}

const status = { description: "The job.", schema: jobStatus, bare: true } as const;

function starting({ path, name }: Kind): Route {
  return accountRoute(
    {
      ...ofAccount,
      ...{ method: "post", path: `${path}/{job_id}/start`, operationId: `sarvam.${name}.start` },
      ...{ summary: "Start a job", params: jobParams, query: noInput, body: noBody },
      description:
        "Files that were not sent have failed, and the others are transcribed. Starting it again changes nothing.",
      responses: { 200: status },
      errors: ["batch_not_found", "invalid_transition"],
      limit: "speech",
    },
    async ({ params: { job_id: batchId } }, { userId }, { resources }) => {
      await requireJob(resources.db, { batchId, userId });
      await startBatch(resources, { batchId, userId });
      return { status: 200, bare: await presentJob(resources.db, await requireJob(resources.db, { batchId, userId })) };
    },
  );
}

function showing({ path, name }: Kind): Route {
  return accountRoute(
    {
      ...ofAccount,
      ...{ method: "get", path: `${path}/{job_id}/status`, operationId: `sarvam.${name}.get` },
      ...{ summary: "Get job status", params: jobParams, query: noInput, body: noBody },
      responses: { 200: status },
      errors: ["batch_not_found"],
    },
    async ({ params: { job_id: batchId } }, { userId }, { resources: { db } }) => {
      return { status: 200, bare: await presentJob(db, await requireJob(db, { batchId, userId })) };
    },
  );
}

function fetching({ path, name }: Kind): Route {
  return accountRoute(
    {
      ...ofAccount,
      ...{ method: "post", path: `${path}/download-files`, operationId: `sarvam.${name}.createDownloads` },
      ...{ summary: "Get job transcripts", params: noInput, query: noInput },
      description: "GET each transcript at its address, without a key.",
      body: jsonBody(filesToFetch, { sizeFactor }),
      responses: { 200: { description: "Where to get the transcripts.", schema: downloads, bare: true } },
      errors: ["batch_not_found", "request_not_found", "result_not_ready", "body_too_large"],
    },
    async ({ body: { job_id: batchId, files } }, { userId }, { resources }) => {
      const { db } = resources;
      const batch = await requireJob(db, { batchId, userId });
      const items = new Map((await listItems(db, batchId)).map((item) => [outputOf(item), item]));
      const addressOf = await fileAddresses(resources, "get");
      const urls = files.map((file) => [file, { file_url: addressOf(requireOutput(items.get(file), file)) }] as const);
      const state = stateOf(batch, await countsOfJob(db, batch));
      const job = { job_id: batchId, job_state: state, storage_container_type: "Local" };
      return { status: 200, bare: { ...job, download_urls: Object.fromEntries(urls) } };
    },
  );
}

/** The id of an item that has a transcript. @throws DomainError `request_not_found`, `result_not_ready` */
function requireOutput(item: ListedItem | undefined, name: string): string {
  if (item === undefined) throw new DomainError("request_not_found", `The job has no output ${name}.`);
  if (hasTranscript(item)) return item.requestId;
  if (item.state === "waiting" || item.state === "running")
    throw new DomainError("result_not_ready", `${name} is not ready. Wait until the job has ended.`);
  throw new DomainError("request_not_found", `There is no ${name}: its file has no transcript.`);
}

const kinds: readonly Kind[] = [
  { path: "/sarvam/speech-to-text/job/v1", name: "speechToTextJobs", isTranslation: false },
  { path: "/sarvam/speech-to-text-translate/job/v1", name: "speechToTextTranslateJobs", isTranslation: true },
];

/** The routes by which Sarvam's clients have many recordings transcribed. */
export const jobRoutes: readonly Route[] = kinds.flatMap((kind) =>
  [creation, sending, starting, showing, fetching].map((make) => make(kind)),
);
