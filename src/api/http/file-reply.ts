import type { Reply, RequestContext } from "#src/api/route.ts";
import { isNotModified, type SharedFile } from "./shared-files.ts";

/** The headers of an answer with a shared file. */
interface Presented {
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A shared file as an answer, or 304 for a caller that has it already (RFC 9110, 13.1.2). */
export function sharedReply(
  { header }: RequestContext,
  { content, etag }: SharedFile,
  { contentType, headers }: Presented,
): Reply {
  const all = { ...headers, ETag: etag };
  if (isNotModified(header("if-none-match"), etag))
    return { status: 304, headers: all, raw: { content: "", contentType } };
  return { status: 200, headers: all, raw: { content, contentType } };
}

/** The description of 304 in the OpenAPI document. */
export const notModified = { 304: { description: "Not modified, according to `If-None-Match`." } } as const;
