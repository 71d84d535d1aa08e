import contentDisposition from "content-disposition";
import { z } from "zod";
import { exportFormats } from "#db/document-schema.ts";
import { jsonBody, noBody } from "#src/api/bodies/body.ts";
import { storedAudioHeaders, storedAudioReply, storedAudioResponses } from "#src/api/http/stored-audio.ts";
import { accountRoute } from "#src/api/route.ts";
import { literal } from "#src/api/validation/literal.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { integer } from "#src/api/validation/number.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import { createExport, type DocumentExport, listExports, requireExport } from "#src/domain/documents/exports.ts";
import { requireDocument } from "#src/domain/documents/queries.ts";
import { documentBounds } from "#src/domain/documents/split-text.ts";
import { DomainError } from "#src/errors.ts";
import { documentParams } from "./schemas.ts";

const contentTypes = { m4b: "audio/mp4", mp3: "audio/mpeg" } as const;

const exportBody = z
  .object({
    format: literal(exportFormats).default("m4b"),
    chapter: integer({ min: 1, max: documentBounds.chapters }).optional(),
  })
  .meta({ examples: [{ format: "m4b" }] });
const params = z.object({ document_id: uuid(), export_id: uuid() });

export const exportAnswer = z
  .object({
    export_id: z.uuid(),
    document_id: z.uuid(),
    format: z.enum(exportFormats),
    chapter: z.int().nullable(),
    status: z.enum(["queued", "processing", "completed", "failed"]),
    audio_url: z.url().nullable(),
    bytes: z.int().nullable(),
    duration_seconds: z.number().nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "DocumentExport" });
const exportsAnswer = z.object({ items: z.array(exportAnswer) }).meta({ id: "DocumentExports" });

const path = "/v1/documents/{document_id}/exports";

const present = (
  made: DocumentExport,
  { publicUrl }: { readonly publicUrl: string },
): z.output<typeof exportAnswer> => ({
  ...{ export_id: made.id, document_id: made.document_id, format: made.format, status: made.status },
  chapter: made.chapter === null ? null : made.chapter + 1,
  audio_url:
    made.status === "completed" ? `${publicUrl}/v1/documents/${made.document_id}/exports/${made.id}/audio` : null,
  ...{ bytes: made.bytes, duration_seconds: made.duration_seconds },
  error: made.error_code === null ? null : { code: made.error_code, message: made.error_message ?? "" },
  ...{ created_at: made.created_at.toISOString(), finished_at: made.finished_at?.toISOString() ?? null },
});

const ofAccount = { tag: "Documents", access: "account", scope: "speech", query: noInput } as const;

const create = accountRoute(
  {
    ...ofAccount,
    ...{ method: "post", path, operationId: "documents.createExport" },
    summary: "Export a document",
    description: "It costs nothing, and takes the place of an earlier one of the same format and chapter.",
    params: documentParams,
    body: jsonBody(exportBody),
    responses: { 202: { description: "The export.", schema: exportAnswer } },
    errors: [
      ...(["body_too_large", "document_not_found", "chapter_not_found", "document_not_spoken"] as const),
      ...(["storage_limit", "concurrency_limited"] as const),
    ],
    limit: "speech",
  },
  async ({ params: { document_id: id }, body }, { userId }, { resources, requestId: exportId }) => {
    const chapter = body.chapter === undefined ? null : body.chapter - 1;
    const made = await createExport(resources, { id, userId, exportId, format: body.format, chapter });
    return { status: 202, data: present(made, resources.config) };
  },
);

const list = accountRoute(
  {
    ...ofAccount,
    ...{ method: "get", path, operationId: "documents.listExports", summary: "List exports" },
    params: documentParams,
    body: noBody,
    responses: { 200: { description: "All of them, the newest first.", schema: exportsAnswer } },
    errors: ["document_not_found"],
  },
  async ({ params: { document_id: id } }, { userId }, { resources: { db, config } }) => {
    const items = await listExports(db, { id, userId });
    return { status: 200, data: { items: items.map((made) => present(made, config)) } };
  },
);

const onePath = `${path}/{export_id}`;

const show = accountRoute(
  {
    ...ofAccount,
    ...{ method: "get", path: onePath, operationId: "documents.getExport", summary: "Get an export" },
    params,
    body: noBody,
    responses: { 200: { description: "The export.", schema: exportAnswer } },
    errors: ["document_not_found", "export_not_found"],
  },
  async ({ params: { document_id: id, export_id: exportId } }, { userId }, { resources: { db, config } }) => {
    return { status: 200, data: present(await requireExport(db, { id, userId, exportId }), config) };
  },
);

/** The name of the file: the title of the document, and the number of its chapter. */
const nameOf = (title: string, { chapter, format }: DocumentExport): string =>
  `${title.replaceAll(/[/\\]/g, "-")}${chapter === null ? "" : ` ${chapter + 1}`}.${format}`;

const noFile = (): DomainError => new DomainError("not_found", "This export has no stored file.");

const audio = accountRoute(
  {
    ...ofAccount,
    ...{ method: "get", path: `${onePath}/audio`, operationId: "documents.getExportAudio" },
    summary: "Download an export",
    description: "Takes `Range` with one range of bytes.",
    requestHeaders: storedAudioHeaders,
    params,
    body: noBody,
    responses: storedAudioResponses(Object.values(contentTypes)),
    errors: ["document_not_found", "export_not_found", "not_found", "result_not_ready", "range_not_satisfiable"],
  },
  async ({ params: { document_id: id, export_id: exportId } }, { userId }, context) => {
    const { db } = context.resources;
    const made = await requireExport(db, { id, userId, exportId });
    if (made.finished_at === null) throw new DomainError("result_not_ready");
    const file = { key: made.result_key, contentType: contentTypes[made.format], missing: noFile };
    const reply = await storedAudioReply(context, file);
    const { title } = await requireDocument(db, { id, userId });
    return { ...reply, headers: { ...reply.headers, "Content-Disposition": contentDisposition(nameOf(title, made)) } };
  },
);

/** The files of documents. */
export const documentExportRoutes = [create, list, show, audio];
