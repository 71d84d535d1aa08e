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
