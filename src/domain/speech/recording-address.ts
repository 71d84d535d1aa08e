import { z } from "zod";
import { cleanFileName } from "#src/domain/uploads/clean-file-name.ts";

/**
 * The address of a recording that is to be fetched. It stands beside the options of an unfinished request, until the recording is
 * there or the request has ended: its query may be a permission.
 */
const addressed = z.object({ url: z.string().optional() });

/** The address that the recording of a request is fetched from; null where it was sent, or is there. */
export const addressOf = (request: { readonly options: object }): string | null =>
  addressed.parse(request.options).url ?? null;

/** A file in a zip that is an object: the place of its bytes, and what they are when they are unpacked. */
export const archiveEntry = z.object({
  /** The object. */
  key: z.string(),
  /** The first of its bytes. */
  start: z.int().min(0),
  /** The bytes that it has there. */
  bytes: z.int().min(0),
  isDeflated: z.boolean(),
  /** Its bytes when it is unpacked, and their CRC-32, as the archive declares them. */
  size: z.int().min(0),
  crc: z.int().min(0),
});
export type ArchiveEntry = z.output<typeof archiveEntry>;

const archived = z.object({ entry: archiveEntry.optional() });

/** The file in an archive that is the recording of a request; null where it is none. */
export const entryOf = (request: { readonly options: object }): ArchiveEntry | null =>
  archived.parse(request.options).entry ?? null;

/** The last part of the path as the name of a file, as it can be shown; the host where the path is empty. */
export function fileNameIn(url: string): string | null {
  const { pathname, hostname } = new URL(url);
  const [last = ""] = pathname.split("/").slice(-1);
  return cleanFileName(decoded(last)) ?? hostname;
}

/** The text itself where its percent signs are not UTF-8. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
