import { useMemo } from "react";
import type { Document, Paragraph } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatCount } from "#web/format.ts";
import { aboutCredits } from "#web/components/cost.tsx";
import { progressMs } from "#web/components/requests/request-status.tsx";

/** The addresses of documents. */
export const documentsPath = "/account/documents";
export const documentPath = (documentId: string): string => `${documentsPath}/${documentId}`;

/** The calls whose answers a change of a document changes. */
export const staleDocuments = [
  "GET /v1/documents/{document_id}",
  "GET /v1/documents/{document_id}/estimate",
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

/** Tells the price of paragraphs in words. */
export type Price = (paragraphs: readonly Paragraph[]) => string;

/** The price of paragraphs of a document: about their characters, until the service has told what they cost. */
export function usePrice({ document_id }: Document): Price {
  const { data } = useApi("GET /v1/documents/{document_id}/estimate", { path: { document_id } }, { retry: false });
  const known = useMemo(
    () => new Map(data?.paragraphs.map(({ paragraph_id: id, credits }) => [id, credits] as const)),
    [data],
  );
  return (paragraphs) => {
    const isExact = paragraphs.every(({ paragraph_id: id }) => known.has(id));
    const sum = paragraphs.reduce((all, one) => all + (known.get(one.paragraph_id) ?? one.characters), 0);
    return isExact ? formatCount(sum, "credit") : aboutCredits(sum);
  };
}
