import type { Document, Paragraph } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { progressMs } from "#web/components/requests/request-status.tsx";

/** The addresses of documents. */
export const documentsPath = "/account/documents";
export const documentPath = (documentId: string): string => `${documentsPath}/${documentId}`;

/** The calls whose answers a change of a document changes. */
export const staleDocuments = [
  "GET /v1/documents/{document_id}",
  "GET /v1/documents",
  "GET /v1/usage",
  "GET /v1/speech/requests",
] as const;

/** Paragraphs from which on a document is large: it is asked for less often while it is being spoken. */
const largeParagraphs = 200;
const largeMs = 4_000;

function intervalOf(document: Document | undefined): number | false {
  if (document === undefined || document.counts.running === 0) return false;
  return document.counts.total < largeParagraphs ? progressMs : largeMs;
}

/** A document, which is followed while it is being spoken. `text` is whether its chapters are shown. */
export const useDocument = (documentId: string, text: boolean) =>
  useApi(
    "GET /v1/documents/{document_id}",
    { path: { document_id: documentId }, query: { text } },
    { refetchInterval: ({ state: { data } }) => intervalOf(data) },
  );

/** True for a paragraph that has audio, or is about to get it: the others remain to be spoken. */
export const isSettled = ({ status }: Pick<Paragraph, "status">): boolean =>
  status === "spoken" || status === "queued" || status === "processing";

/** The characters of paragraphs, which are the credits that speaking them costs. */
export const costOf = (paragraphs: readonly Pick<Paragraph, "characters">[]): number =>
  paragraphs.reduce((sum, { characters }) => sum + characters, 0);
