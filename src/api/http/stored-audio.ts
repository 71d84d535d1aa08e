import rangeParser from "range-parser";
import type { Reply, RequestContext } from "#src/api/route.ts";
import { DomainError } from "#src/errors.ts";
import { notModified } from "./file-reply.ts";
import { etagOf, isNotModified } from "./shared-files.ts";

interface StoredAudio {
  /** Null where nothing is stored. */
  readonly key: string | null;
  readonly contentType: string | null;
  /** Makes the error that is thrown when nothing is stored. */
  readonly missing: () => DomainError;
}

export const acceptsRanges = { "Accept-Ranges": "bytes" };

/**
 * Stored audio, or the part of it that a `Range` header names; nothing for those who have it already or want to know only
 * about it, by the conditions of RFC 9110, 13.2.2.
 * @throws DomainError `range_not_satisfiable`, or that of `missing`
 */
export async function storedAudioReply(
  { header, isHead, resources: { store } }: RequestContext,
  { key, contentType, missing }: StoredAudio,
): Promise<Reply> {
  const size = key === null ? null : await store.size(key);
  if (size === null || key === null || contentType === null) throw missing();
  // The audio of a key never changes.
  const headers = { ...acceptsRanges, ETag: etagOf(key) };
  if (isNotModified(header("if-none-match"), headers.ETag))
    return { status: 304, headers, raw: { content: "", contentType } };
  if (isHead) return { status: 200, headers, raw: { content: "", contentType, length: size } };
  // A range of something else that the caller once had is of no use.
  const isSame = [undefined, headers.ETag].includes(header("if-range"));
  const range = isSame ? requestedRange(header("range"), size) : undefined;
  const content = await store.read(key, range);
  if (content === null) throw missing();
  if (range === undefined) return { status: 200, headers, raw: { content, contentType, length: size } };
  const { start, end } = range;
  return {
    status: 206,
    headers: { ...headers, "Content-Range": `bytes ${start}-${end}/${size}` },
    raw: { content, contentType, length: end - start + 1 },
  };
}

/** One range of bytes; several at once, or what cannot be read, are answered with the whole. */
function requestedRange(header: string | undefined, size: number): rangeParser.Range | undefined {
  if (header === undefined) return undefined;
  // A suffix longer than the audio means all of it (RFC 9110 §14.1.2), which the parser would refuse.
  const clamped = header.replace(/^bytes=-(\d+)$/, (_, last) => `bytes=-${Math.min(Number(last), size)}`);
  const ranges = rangeParser(size, clamped);
  if (ranges === -1) throw new DomainError("range_not_satisfiable", undefined, { size_bytes: size });
  return ranges === -2 || ranges.type !== "bytes" || ranges.length !== 1 ? undefined : ranges[0];
}

const audioHeaders = { ETag: "Of this audio; it never changes.", "Accept-Ranges": "`bytes`." };

/** The request headers of a route that answers with stored audio. */
export const storedAudioHeaders = {
  Range: "One range of bytes.",
  "If-Range": "The `ETag` of the audio that the range is of; the whole is answered when it is another one.",
  "If-None-Match": "The `ETag` of audio that need not be sent again.",
} as const;

/** The description of its answers in the OpenAPI document. */
export const storedAudioResponses = (mediaTypes: readonly string[]) => ({
  200: { description: "The audio.", mediaTypes, headers: audioHeaders },
  206: { description: "A part of it.", mediaTypes, headers: { ...audioHeaders, "Content-Range": "Which part." } },
  ...notModified,
});
