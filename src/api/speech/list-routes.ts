import type { z } from "zod";
import { jsonBody, noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { pageOf, presentPage } from "#src/api/validation/page.ts";
import { listRequests, type RequestFilter } from "#src/domain/speech/list-queries.ts";
import { removeRequest, removeRequests } from "#src/domain/speech/remove-request.ts";
import { exportedBatches, requestsAsCsv, requestsAsJson } from "./export.ts";
import { namesOf } from "./list-names.ts";
import {
  bulkDeletion,
  bulkDeletionBody,
  exportedRequests,
  requestExportQuery,
  requestListQuery,
} from "./list-schemas.ts";
import { presentListed } from "./present.ts";
import { removedRequest, requestParams, requestSummary } from "./schemas.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const tag = "Speech";

const filterOf = (query: Omit<z.infer<typeof requestExportQuery>, "format">, userId: string): RequestFilter => ({
  userId,
  requestType: query.request_type,
  status: query.status,
  voiceId: query.voice_id,
  apiKeyId: query.api_key_id,
  documents: query.documents,
  from: query.from,
  to: query.to,
  utcOffset: query.utc_offset,
  search: query.search,
});

const list = accountRoute(
  {
    method: "get",
    path: "/v1/speech/requests",
    operationId: "requests.list",
    tag,
    summary: "List requests",
    access: "account",
    scope: "speech",
    params: noInput,
    query: requestListQuery,
    body: noBody,
    responses: { 200: { description: "One page.", schema: pageOf(requestSummary).meta({ id: "SpeechRequestPage" }) } },
    errors: [],
  },
  async ({ query }, { userId }, context) => {
    const { page, limit } = query;
    const filter = { ...filterOf(query, userId), page, limit };
    const { items, ...length } = await context.resources.replica.read((from) => listRequests(from, filter));
    const names = await namesOf(context, userId, items);
    const summaries = items.map((item) => presentListed(item, names));
    return { status: 200, data: presentPage({ items: summaries, ...length }, query) };
  },
);

const types = { csv: "text/csv", json: "application/json" } as const;

const exported = accountRoute(
  {
    method: "get",
    path: "/v1/speech/requests/export",
    operationId: "requests.export",
    tag,
    summary: "Export requests",
    description:
      "All that match the filters, with their whole texts and transcripts, while they are read: an error after the first " +
      "byte breaks the connection. In CSV a text that a spreadsheet would take for a formula begins with an apostrophe.",
    access: "account",
    scope: "speech",
    params: noInput,
    query: requestExportQuery,
    body: noBody,
    responses: {
      200: {
        description: "The requests.",
        schema: exportedRequests,
        bare: true,
        mediaTypes: [types.csv],
        headers: { "Content-Disposition": "A file name to save it by." },
      },
    },
    errors: [],
  },
  ({ query }, { userId }, context) => {
    const { format } = query;
    const contentType = `${types[format]}; charset=utf-8`;
    const headers = { "Content-Disposition": `attachment; filename="requests.${format}"` };
    if (context.isHead) return Promise.resolve({ status: 200, headers, raw: { content: "", contentType } });
    const batches = exportedBatches(context, filterOf(query, userId));
    const parts = format === "csv" ? requestsAsCsv(batches) : requestsAsJson(batches);
    return Promise.resolve({ status: 200, headers, stream: { contentType, parts } });
  },
);

/** Removes a request of the account, whatever its state. */
const remove = accountRoute(
  {
    method: "delete",
    path: "/v1/speech/requests/{request_id}",
    operationId: "requests.delete",
    tag,
    summary: "Delete a request",
    description:
      "Work that has not ended stops and costs the share that was done of it (`progress`), and of a stream the sentences that " +
      "were sent; work that still waits costs nothing. What was charged stays in the usage report.",
    access: "account",
    scope: "speech",
    params: requestParams,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "It is deleted.", schema: removedRequest } },
    errors: ["request_not_found"],
  },
  async ({ params: { request_id: requestId } }, { userId }, { resources }) => {
    await removeRequest(resources, { requestId, userId });
    return { status: 200, data: { request_id: requestId, deleted: true } };
  },
);

const removeMany = accountRoute(
  {
    method: "post",
    path: "/v1/speech/requests/delete",
    operationId: "requests.deleteMany",
    tag,
    summary: "Delete several requests",
    description:
      "As `DELETE /v1/speech/requests/{request_id}` does with one: work that has not ended stops and costs what was done, or " +
      "sent, of it. Ids " +
      "that are not the account's are named in `not_found`, and the others are deleted all the same.",
    access: "account",
    scope: "speech",
    params: noInput,
    query: noInput,
    body: jsonBody(bulkDeletionBody),
    responses: { 200: { description: "They are deleted.", schema: bulkDeletion } },
    errors: ["body_too_large"],
  },
  async ({ body: { request_ids: ids } }, { userId }, { resources }) => {
    const requestIds = [...new Set(ids)];
    const deleted = await removeRequests(resources, { requestIds, userId });
    return { status: 200, data: { deleted, not_found: requestIds.filter((id) => !deleted.includes(id)) } };
  },
);

/** The speech requests of an account: to be found, exported and deleted. */
export const requestListRoutes = [list, exported, removeMany, remove];
