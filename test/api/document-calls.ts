import { insertDocument, insertExport } from "#test/support/rows.ts";
import type { ValidCall } from "./valid-call.ts";

const path = "/v1/documents";

/** A call for a document of the account that owns what the calls are for. */
const forOne = (behind = "", status = 200): ValidCall => ({
  path: async (its) => `${path}/${(await insertDocument(its.resources, its.ownerId)).id}${behind}`,
  status,
});

/** A call for a file of such a document. */
const forExport = (behind: string, status: number): ValidCall => ({
  path: async (its) => {
    const { documentId, id } = await insertExport(its.resources, its.ownerId);
    return `${path}/${documentId}/exports/${id}${behind}`;
  },
  status,
});

/** Valid calls of the routes of documents. */
export const documentCalls: Readonly<Record<string, ValidCall>> = {
  [`get ${path}`]: { path, status: 200 },
  [`post ${path}`]: {
    path: async ({ resources: { db }, ownerId, strangerId }) => {
      // An account may have a hundred.
      await db.deleteFrom("documents").where("user_id", "in", [ownerId, strangerId]).execute();
      return path;
    },
    status: 201,
    options: () => ({ json: { title: "The Weather", text: "# One\n\nRain." } }),
  },
  [`get ${path}/{document_id}`]: forOne(),
  [`patch ${path}/{document_id}`]: { ...forOne(), options: () => ({ json: { speed: 1.1 } }) },
  [`delete ${path}/{document_id}`]: forOne(),
  [`get ${path}/{document_id}/estimate`]: forOne("/estimate"),
  [`post ${path}/{document_id}/speak`]: forOne("/speak", 202),
  [`post ${path}/{document_id}/cancel`]: forOne("/cancel"),
  // Nothing of it is spoken, and nothing is stored.
  [`post ${path}/{document_id}/exports`]: { ...forOne("/exports", 409), options: () => ({ json: { format: "mp3" } }) },
  [`get ${path}/{document_id}/exports`]: forOne("/exports"),
  [`get ${path}/{document_id}/exports/{export_id}`]: forExport("", 200),
  [`get ${path}/{document_id}/exports/{export_id}/audio`]: forExport("/audio", 409),
  [`patch ${path}/{document_id}/paragraphs/{paragraph_id}`]: {
    path: async (its) => {
      const { id, paragraphId } = await insertDocument(its.resources, its.ownerId);
      return `${path}/${id}/paragraphs/${paragraphId}`;
    },
    status: 200,
    options: () => ({ json: { text: "Sun." } }),
  },
};
