import { z } from "zod";
import type { ApiKeyScope } from "#db/schema.ts";
import { presentApiKey } from "./api-keys/present.ts";
import { apiKeyAnswer } from "./api-keys/schemas.ts";
import { noBody } from "./bodies/body.ts";
import type { Caller } from "./callers/caller.ts";
import { presentDocument } from "./documents/present.ts";
import { documentAnswer } from "./documents/schemas.ts";
import { presentFeedback } from "./feedback/routes.ts";
import { feedbackAnswer } from "./feedback/schemas.ts";
import { jsonArray } from "./http/json-array.ts";
import { keyTermListAnswer, presentKeyTermList } from "./key-term-lists/routes.ts";
import { detailsAnswer, readDetails } from "./payments/details-routes.ts";
import { presentPayment } from "./payments/routes.ts";
import { paymentAnswer } from "./payments/schemas.ts";
import { dictionaryAnswer, presentDictionary } from "./pronunciation/routes.ts";
import { accountRoute, type RequestContext } from "./route.ts";
import { exportedBatches, exportedRows } from "./speech/export.ts";
import { exportedRequests } from "./speech/list-schemas.ts";
import { ledgerAnswer, presentLedgerEntry } from "./usage/ledger.ts";
import { noInput } from "./validation/no-input.ts";
import { presentOptions } from "./voices/present-options.ts";
import { presentVoice } from "./voices/present.ts";
import { voiceAnswer } from "./voices/schemas.ts";
import { presentEndpoint } from "./webhook-endpoints/present.ts";
import { endpointAnswer } from "./webhook-endpoints/schemas.ts";
import { listApiKeys } from "#src/domain/api-keys/queries.ts";
import { listEndpoints } from "#src/domain/callbacks/endpoint-queries.ts";
import { readLedger } from "#src/domain/credits/ledger-queries.ts";
import { listDocuments, readDocument } from "#src/domain/documents/queries.ts";
import { listFeedback } from "#src/domain/feedback/queries.ts";
import { listKeyTermLists } from "#src/domain/key-term-lists/queries.ts";
import type { Page } from "#src/domain/pages/list-page.ts";
import { readPages } from "#src/domain/pages/read-pages.ts";
import { listPurchases } from "#src/domain/payments/purchase-queries.ts";
import { listDictionaries } from "#src/domain/pronunciation/queries.ts";
import { listVoices } from "#src/domain/voices/catalogue-queries.ts";
import { readProfile } from "./users/present-profile.ts";
import { profile } from "./users/schemas.ts";

type Rows = () => AsyncIterable<object>;

/** A part of an export: the scope by which a key may read it, and its rows. */
interface ExportedPart {
  readonly scope: ApiKeyScope;
  readonly rows: Rows;
}

const exportedAccount = z
  .object({
    exported_at: z.iso
      .datetime()
      .meta({ description: "When the export began (UTC).", examples: ["2026-11-28T12:00:00.000Z"] }),
    profile,
    billing_details: detailsAnswer.optional(),
    api_keys: z.array(apiKeyAnswer).optional(),
    webhook_endpoints: z.array(endpointAnswer).optional(),
    voices: z.array(voiceAnswer).optional(),
    key_term_lists: z.array(keyTermListAnswer).optional(),
    pronunciation_dictionaries: z.array(dictionaryAnswer).optional(),
    documents: z.array(documentAnswer).optional(),
    feedback: z.array(feedbackAnswer).optional(),
    payments: z.array(paymentAnswer).optional(),
    credit_ledger: z.array(ledgerAnswer).optional(),
    requests: exportedRequests.optional(),
  })
  .meta({ id: "AccountExport" });

type PartName = Exclude<keyof z.output<typeof exportedAccount>, "exported_at" | "profile" | "billing_details">;

/** The parts of an export in their order, the longest last. */
const partsOf = (userId: string, context: RequestContext): Readonly<Record<PartName, ExportedPart>> => {
  const { db } = context.resources;
  return {
    api_keys: { scope: "keys", rows: paged((page) => listApiKeys(db, { userId, ...page }), presentApiKey) },
    webhook_endpoints: { scope: "keys", rows: whole(() => listEndpoints(db, userId), presentEndpoint) },
    voices: { scope: "voices", rows: () => voicesOf(userId, context) },
    key_term_lists: { scope: "speech", rows: whole(() => listKeyTermLists(db, userId), presentKeyTermList) },
    pronunciation_dictionaries: { scope: "speech", rows: whole(() => listDictionaries(db, userId), presentDictionary) },
    documents: { scope: "speech", rows: () => documentsOf(userId, context) },
    feedback: { scope: "speech", rows: paged((page) => listFeedback(db, { userId, ...page }), presentFeedback) },
    payments: { scope: "billing", rows: paged((page) => listPurchases(db, { userId, ...page }), presentPayment) },
    credit_ledger: { scope: "usage", rows: () => presented(readLedger(db, userId), presentLedgerEntry) },
    requests: { scope: "speech", rows: () => exportedRows(exportedBatches(context, { userId })) },
  };
};

async function* presented<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  present: (row: Row) => object,
): AsyncGenerator<object> {
  for await (const row of rows) yield present(row);
}

/** The rows of a list that is read page by page. */
const paged =
  <Row>(list: (page: Page) => Promise<{ readonly items: readonly Row[] }>, present: (row: Row) => object): Rows =>
  () =>
    presented(readPages(list), present);

/** The rows of a short list. */
const whole = <Row>(list: () => Promise<readonly Row[]>, present: (row: Row) => object): Rows =>
  async function* readWhole() {
    yield* presented(await list(), present);
  };

async function* voicesOf(userId: string, context: RequestContext): AsyncGenerator<object> {
  const options = await presentOptions(context);
  const { db } = context.resources;
  const voices = readPages((page) => listVoices(db, { userId, type: "custom", engines: options.engines, ...page }));
  yield* presented(voices, (voice) => presentVoice(voice, options));
}

async function* documentsOf(userId: string, { resources }: RequestContext): AsyncGenerator<object> {
  const { db, config } = resources;
  for await (const { id } of readPages((page) => listDocuments(db, { userId, ...page }))) {
    yield presentDocument(await readDocument(db, { id, userId }), config);
  }
}

async function* exportOf(caller: Caller, context: RequestContext): AsyncGenerator<string> {
  const { userId, scopes } = caller;
  const known = {
    exported_at: new Date().toISOString(),
    profile: await readProfile(caller, context),
    ...(scopes.includes("billing") && { billing_details: await readDetails(context.resources, userId) }),
  };
  yield JSON.stringify(known).slice(0, -1);
  for (const [name, { scope, rows }] of Object.entries(partsOf(userId, context))) {
    if (!scopes.includes(scope)) continue;
    yield `,\n${JSON.stringify(name)}:`;
    yield* jsonArray(rows());
  }
  yield "}\n";
}

const contentType = "application/json; charset=utf-8";
const headers = { "Content-Disposition": 'attachment; filename="account.json"' };

/** Answers with all that an account holds, as it is read. */
export const exportAccount = accountRoute(
  {
    method: "get",
    path: "/v1/users/me/export",
    operationId: "account.export",
    tag: "Users",
    summary: "Download account data",
    description:
      "The profile, keys without their secrets, webhook endpoints, voices, key terms, pronunciations, documents, feedback, payments, the " +
      "ledger of the credits, and all requests with their texts and transcripts, while they are read: an error after the " +
      "first byte breaks the connection. A key gets the parts that its scopes can read. Audio is at the `audio_url` of a request.",
    access: "account",
    scope: "keys",
    params: noInput,
    query: noInput,
    body: noBody,
    responses: {
      200: {
        description: "The data.",
        schema: exportedAccount,
        bare: true,
        headers: { "Content-Disposition": "A file name to save it by." },
      },
    },
    errors: [],
  },
  (_input, caller, context) =>
    Promise.resolve({
      ...{ status: 200, headers },
      ...(context.isHead
        ? { raw: { content: "", contentType } }
        : { stream: { contentType, parts: exportOf(caller, context) } }),
    }),
);
