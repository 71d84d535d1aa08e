import { z } from "zod";
import { jsonBody, noBody, optionalJsonBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { pageQuery, presentPage } from "#src/api/validation/page.ts";
import {
  changeDocument,
  changeParagraph,
  createDocument,
  deleteDocument,
} from "#src/domain/documents/change-documents.ts";
import { listDocuments, readDocument } from "#src/domain/documents/queries.ts";
import { cancelDocument, speakDocument } from "#src/domain/documents/speak-document.ts";
import { documentBounds } from "#src/domain/documents/split-text.ts";
import { presentDocument, presentSummary } from "./present.ts";
import {
  cancelledAnswer,
  chaptersOf,
  deletedDocument,
  documentAnswer,
  documentBody,
  documentChanges,
  documentPage,
  documentParams as params,
  documentQuery,
  newChaptersOf,
  paragraphChanges,
  paragraphParams,
  speakBody,
  submittedAnswer,
} from "./schemas.ts";

const ofAccount = { tag: "Documents", access: "account", scope: "speech" } as const;
const path = "/v1/documents";
const onePath = `${path}/{document_id}`;
/** Room for a whole book in any script. */
const sizeFactor = 48;
const { documents, chapters, paragraphs, characters } = documentBounds;

interface GivenChoices {
  readonly author?: string | null | undefined;
  readonly voice_id?: string | null | undefined;
  readonly speakers?: readonly { readonly name: string; readonly voice_id: string }[] | undefined;
}

/** The choices that have other names here; what is not given is undefined. */
const choicesOf = ({ author, voice_id: voiceId, speakers }: GivenChoices) => ({
  ...{ author: author === null ? "" : author, voiceId },
  speakers: speakers?.map(({ name, voice_id: its }) => ({ name, voiceId: its })),
});

const create = accountRoute(
  {
    ...ofAccount,
    ...{ method: "post", path, operationId: "documents.create", summary: "Create a document" },
    description:
      `An account keeps at most ${documents}, each with at most ${chapters} chapters, ${paragraphs.toLocaleString("en")} paragraphs and ` +
      `${characters.toLocaleString("en")} characters. Nothing is spoken or charged yet.`,
    ...{ params: noInput, query: noInput },
    body: jsonBody(documentBody, { sizeFactor }),
    responses: { 201: { description: "The document.", schema: documentAnswer } },
    errors: ["body_too_large", "document_limit"],
  },
  async ({ body }, { userId }, { resources, requestId: id }) => {
    const { title, language = null, speed = 1 } = body;
    const { author = "", voiceId = null, speakers = [] } = choicesOf(body);
    const made = { id, userId, title, author, language, voiceId, speed, speakers, chapters: newChaptersOf(body) };
    return { status: 201, data: presentDocument(await createDocument(resources, made), resources.config) };
  },
);

const list = accountRoute(
  {
    ...ofAccount,
    ...{ method: "get", path, operationId: "documents.list", summary: "List documents" },
    params: noInput,
    query: z.object(pageQuery),
    body: noBody,
    responses: { 200: { description: "One page.", schema: documentPage } },
    errors: [],
  },
  async ({ query }, { userId }, { resources: { db } }) => {
    const { items, ...length } = await listDocuments(db, { userId, ...query });
    return { status: 200, data: presentPage({ items: items.map(presentSummary), ...length }, query) };
  },
);

const show = accountRoute(
  {
    ...ofAccount,
    ...{ method: "get", path: onePath, operationId: "documents.get", summary: "Get a document" },
    params,
    query: documentQuery,
    body: noBody,
    responses: { 200: { description: "The document.", schema: documentAnswer } },
    errors: ["document_not_found"],
  },
  async ({ params: { document_id: id }, query: { text: withText } }, { userId }, { resources: { db, config } }) => {
    const whole = await readDocument(db, { id, userId });
    return { status: 200, data: presentDocument(whole, { publicUrl: config.publicUrl, withText }) };
  },
);

const change = accountRoute(
  {
    ...ofAccount,
    ...{ method: "patch", path: onePath, operationId: "documents.update", summary: "Update a document" },
    description: "Nothing is spoken by that. Paragraphs that would be spoken otherwise now are `unspoken`.",
    ...{ params, query: noInput },
    body: jsonBody(documentChanges, { sizeFactor }),
    responses: { 200: { description: "The document.", schema: documentAnswer } },
    errors: ["body_too_large", "document_not_found"],
  },
  async ({ params: { document_id: id }, body }, { userId }, { resources }) => {
    const { title, language, speed, chapters: given } = body;
    const changed = await changeDocument(resources, {
      ...{ id, userId, title, language, speed, ...choicesOf(body) },
      chapters: given === undefined ? undefined : chaptersOf(given),
    });
    return { status: 200, data: presentDocument(changed, resources.config) };
  },
);

const changeOne = accountRoute(
  {
    ...ofAccount,
    ...{ method: "patch", path: `${onePath}/paragraphs/{paragraph_id}`, operationId: "documents.updateParagraph" },
    summary: "Update a paragraph",
    ...{ params: paragraphParams, query: noInput },
    body: jsonBody(paragraphChanges),
    responses: { 200: { description: "The document, without its chapters.", schema: documentAnswer } },
    errors: ["body_too_large", "document_not_found", "paragraph_not_found"],
  },
  async ({ params: its, body: { text, voice_id: voiceId } }, { userId }, { resources }) => {
    const own = { id: its.document_id, userId, paragraphId: its.paragraph_id };
    const changed = await changeParagraph(resources, { ...own, text, voiceId });
    const { publicUrl } = resources.config;
    return { status: 200, data: presentDocument(changed, { publicUrl, withText: false }) };
  },
);

const speak = accountRoute(
  {
    ...ofAccount,
    ...{ method: "post", path: `${onePath}/speak`, operationId: "documents.speak" },
    summary: "Speak a document",
    description:
      "Each paragraph is a speech request of the account, charged by its characters. All of them are submitted, or none: 402 where the credits " +
      "do not suffice for all. Paragraphs that are named by `paragraph_ids` are spoken again, also where they have audio.",
    ...{ params, query: noInput },
    body: optionalJsonBody(speakBody),
    responses: { 202: { description: "What was submitted.", schema: submittedAnswer } },
    errors: [
      ...(["body_too_large", "document_not_found", "paragraph_not_found"] as const),
      ...(["voice_not_found", "voice_not_ready", "voice_outdated", "storage_limit", "unavailable"] as const),
      ...(["insufficient_credits", "monthly_limit_exceeded", "concurrency_limited"] as const),
    ],
    limit: "speech",
  },
  async ({ params: { document_id: id }, body }, { userId, source, apiKeyId }, { resources, engines }) => {
    const { synthesis } = await engines.current();
    const call = { id, userId, source, apiKeyId, engines: synthesis, paragraphIds: body.paragraph_ids ?? null };
    const { paragraphs: submitted, characters: all } = await speakDocument(resources, call);
    return { status: 202, data: { document_id: id, submitted, characters: all } };
  },
);

const cancel = accountRoute(
  {
    ...ofAccount,
    ...{
      method: "post",
      path: `${onePath}/cancel`,
      operationId: "documents.cancel",
      summary: "Stop speaking a document",
    },
    description: "What waits is cancelled, and costs nothing. The paragraph that is being spoken goes on to its end.",
    ...{ params, query: noInput, body: noBody },
    responses: { 200: { description: "What was cancelled.", schema: cancelledAnswer } },
    errors: ["document_not_found"],
  },
  async ({ params: { document_id: id } }, { userId }, { resources }) => {
    return { status: 200, data: { document_id: id, cancelled: await cancelDocument(resources, { id, userId }) } };
  },
);

const remove = accountRoute(
  {
    ...ofAccount,
    ...{ method: "delete", path: onePath, operationId: "documents.delete", summary: "Delete a document" },
    ...{ params, query: noInput, body: noBody },
    responses: { 200: { description: "It is deleted.", schema: deletedDocument } },
    errors: ["document_not_found"],
  },
  async ({ params: { document_id: id } }, { userId }, { resources }) => {
    await deleteDocument(resources, { id, userId });
    return { status: 200, data: { document_id: id, deleted: true as const } };
  },
);

/** The documents of an account, and speaking them. */
export const documentRoutes = [create, list, show, change, changeOne, speak, cancel, remove];
