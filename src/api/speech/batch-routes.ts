import { noBody } from "#src/api/bodies/body.ts";
import { callbackAt, callbackOf } from "#src/api/callbacks/callback-field.ts";
import { accountRoute } from "#src/api/route.ts";
import { presentTranscription } from "./present.ts";
import { optionsOf } from "./routes.ts";
import { languageWithout } from "./transcription-fields.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { pageOf, pageQuery, presentPage } from "#src/api/validation/page.ts";
import { createBatch } from "#src/domain/batches/create-batch.ts";
import { cancelBatch, deleteBatch, requireBatch } from "#src/domain/batches/end-batch.ts";
import {
  type Batch,
  type BatchCounts,
  type BatchResult,
  countsOf,
  findBatch,
  listBatches,
  readResults,
} from "#src/domain/batches/queries.ts";
import { z } from "zod";
import type { Db } from "#db/schema.ts";
import { batchAnswer, batchBody, batchParams, batchResult, deletedBatch } from "./batch-schemas.ts";

const path = "/v1/speech/batches";
const ofAccount = { tag: "Batches", access: "account", scope: "speech" } as const;
const onePath = `${path}/{batch_id}`;

function statusOf({ started_at: startedAt, finished_at: finishedAt, cancelled_at: cancelledAt }: Batch) {
  if (startedAt === null) return "uploading";
  if (finishedAt !== null) return cancelledAt === null ? "completed" : "cancelled";
  return cancelledAt === null ? "running" : "cancelling";
}

function present(batch: Batch, { credits, ...counts }: BatchCounts): z.output<typeof batchAnswer> {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const ended = counts.completed + counts.failed + counts.cancelled;
  return {
    ...{ batch_id: batch.id, status: statusOf(batch), progress: Math.floor((100 * ended) / Math.max(1, total)) },
    ...{ total, ...counts, price_percent: batch.price_percent, credits_consumed: credits },
    created_at: batch.created_at.toISOString(),
    finished_at: batch.finished_at?.toISOString() ?? null,
  };
}

async function presentAll(db: Db, batches: readonly Batch[]): Promise<z.output<typeof batchAnswer>[]> {
  const counts = await countsOf(db, batches);
  return batches.flatMap((batch) => {
    const its = counts.get(batch.id);
    return its === undefined ? [] : [present(batch, its)];
  });
}

const presentOne = async (db: Db, batch: Batch): Promise<z.output<typeof batchAnswer> | undefined> =>
  (await presentAll(db, [batch]))[0];

const accepted = async (db: Db, batch: Batch) => ({
  status: 202,
  headers: { Location: `${path}/${batch.id}` },
  data: await presentOne(db, batch),
});

const create = accountRoute(
  {
    ...ofAccount,
    ...{ method: "post", path, operationId: "batches.create", summary: "Create a batch" },
    description:
      "The recordings are transcribed after all other work, at a lower price (`price_percent`). Each is a speech request of the account " +
      "once it is its turn; one that cannot be transcribed has failed, costs nothing, and the others go on. The options are those of a single transcription.\n\n" +
      "In place of addresses in JSON, send a zip of the recordings as `archive` in a form, with the same options as fields.",
    params: noInput,
    query: noInput,
    body: batchBody,
    responses: {
      202: { description: "The batch.", schema: batchAnswer, headers: { Location: "The URL of the batch." } },
    },
    errors: [
      ...([
        "callback_url_refused",
        "audio_too_large",
        "audio_unusable",
        "body_too_large",
        "storage_limit",
        "batch_limit",
        "audio_url_refused",
        "options_unsupported",
        "engine_unavailable",
      ] as const),
      ...(["key_term_list_not_found", "too_many_key_terms", "batch_not_found"] as const),
    ],
    limit: "speech",
    repeat: {
      state: async (id, { resources: { db } }) =>
        (await findBatch(db, { batchId: id })) === null ? "nothing" : "ended",
      reply: async ({ id }, { context: { resources } }) =>
        accepted(resources.db, await requireBatch(resources.db, { batchId: id })),
    },
  },
  async ({ body: { fields, items, archive } }, caller, context) => {
    const { resources, requestId: id } = context;
    const callback = await callbackOf(resources, caller, callbackAt(fields.callback_url));
    const batch = await createBatch(resources, {
      ...{ id, userId: caller.userId, source: caller.source, apiKeyId: caller.apiKeyId },
      languageTag: fields.language ?? languageWithout(fields.task),
      isLanguageAssumed: fields.language === undefined && fields.task === "transcribe",
      options: await optionsOf(fields, caller, context),
      ...{ items, archive, callback },
    });
    return accepted(resources.db, batch);
  },
);

const list = accountRoute(
  {
    ...ofAccount,
    ...{ method: "get", path, operationId: "batches.list", summary: "List batches" },
    params: noInput,
    query: z.object(pageQuery),
    body: noBody,
    responses: { 200: { description: "One page.", schema: pageOf(batchAnswer).meta({ id: "BatchPage" }) } },
    errors: [],
  },
  async ({ query }, { userId }, { resources: { db } }) => {
    const { items, ...length } = await listBatches(db, { userId, ...query });
    return { status: 200, data: presentPage({ items: await presentAll(db, items), ...length }, query) };
  },
);

const show = accountRoute(
  {
    ...ofAccount,
    ...{ method: "get", path: onePath, operationId: "batches.get", summary: "Get a batch" },
    params: batchParams,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "The batch.", schema: batchAnswer } },
    errors: ["batch_not_found"],
  },
  async ({ params: { batch_id: batchId } }, { userId }, { resources: { db } }) => {
    return { status: 200, data: await presentOne(db, await requireBatch(db, { batchId, userId })) };
  },
);

const contentType = "application/x-ndjson; charset=utf-8";

const results = accountRoute(
  {
    ...ofAccount,
    ...{ method: "get", path: `${onePath}/results`, operationId: "batches.results" },
    summary: "Download batch results",
    description:
      "One line for each recording, in the order in which they were sent, also of those that have not ended: `index`, `custom_id`, `file_name`, `request_id`, " +
      "`status`, `credits_consumed`, `error` and `transcription`. An error after the first byte breaks the connection.",
    params: batchParams,
    query: noInput,
    body: noBody,
    responses: {
      200: {
        description: "The results, one JSON object a line.",
        mediaTypes: ["application/x-ndjson"],
        headers: { "Content-Disposition": "A file name to save it by." },
      },
    },
    errors: ["batch_not_found"],
  },
  async ({ params: { batch_id: batchId } }, { userId }, { resources: { db }, isHead }) => {
    await requireBatch(db, { batchId, userId });
    const headers = { "Content-Disposition": `attachment; filename="batch-${batchId}.jsonl"` };
    if (isHead) return { status: 200, headers, raw: { content: "", contentType } };
    return { status: 200, headers, stream: { contentType, parts: linesOf(readResults(db, batchId)) } };
  },
);

async function* linesOf(items: AsyncIterable<BatchResult>): AsyncGenerator<string> {
  for await (const item of items) yield `${JSON.stringify(presentResult(item))}\n`;
}

const smallFields = batchResult.omit({ transcription: true });

/** A transcript may be large: it is written as it is presented. */
function presentResult({ customId, name, state, request, ...result }: BatchResult) {
  const isThere = state === "completed" && request !== null && request.transcript !== null;
  const fields = smallFields.parse({
    ...{ index: result.index, custom_id: customId, file_name: name, request_id: request?.id ?? null, status: state },
    ...{ credits_consumed: result.credits, error: result.error },
  });
  return { ...fields, transcription: isThere ? presentTranscription(request) : null };
}

const cancel = accountRoute(
  {
    ...ofAccount,
    ...{ method: "post", path: `${onePath}/cancel`, operationId: "batches.cancel", summary: "Cancel a batch" },
    description:
      "What waits is cancelled and costs nothing. What is being transcribed goes on to its end, and is charged. A batch that has ended stays as it is.",
    params: batchParams,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "The batch.", schema: batchAnswer } },
    errors: ["batch_not_found"],
  },
  async ({ params: { batch_id: batchId } }, { userId }, { resources }) => {
    const batch = await cancelBatch(resources, { batchId, userId });
    return { status: 200, data: await presentOne(resources.db, batch) };
  },
);

const remove = accountRoute(
  {
    ...ofAccount,
    ...{ method: "delete", path: onePath, operationId: "batches.delete" },
    summary: "Delete a batch",
    description:
      "As `DELETE /v1/speech/requests/{request_id}` does with each of its requests: what is being transcribed stops, and costs the share that was done.",
    params: batchParams,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "It is deleted.", schema: deletedBatch } },
    errors: ["batch_not_found"],
  },
  async ({ params: { batch_id: batchId } }, { userId }, { resources }) => {
    await deleteBatch(resources, { batchId, userId });
    return { status: 200, data: { batch_id: batchId, deleted: true as const } };
  },
);

/** The batches of an account. */
export const batchRoutes = [create, list, show, results, cancel, remove];
