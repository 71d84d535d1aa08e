import { z } from "zod";
import { openTokens, requirePermission } from "#src/api/dialects/address-tokens.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import { uploadHours } from "#src/domain/uploads/queries.ts";
import type { Resources } from "#src/platform/resources.ts";

/** The path of the files of jobs, which are sent and fetched without a key. */
export const filePath = "/sarvam/job-files/{file_id}";

/** The seconds for which an address permits its one method: a file can be sent as long as its job waits for it. */
const lifetimes = { put: uploadHours * 3_600, get: 3_600 } as const;
type Method = keyof typeof lifetimes;

export const fileParams = z.object({ file_id: uuid() });

const kindOf = (method: Method): string => `job-file-${method}`;

/** Makes addresses by which files can be sent, or their transcripts fetched, for a while. @param now in milliseconds */
export async function fileAddresses(
  resources: Pick<Resources, "db" | "config">,
  method: Method,
  now = Date.now(),
): Promise<(fileId: string) => string> {
  const tokenOf = await openTokens(resources, { kind: kindOf(method), seconds: lifetimes[method] }, now);
  return (fileId) => `${resources.config.publicUrl}${filePath.replace("{file_id}", fileId)}?token=${tokenOf(fileId)}`;
}

/** @throws DomainError `forbidden` where the token does not permit the method, or no more */
export const requireMethod = (
  resources: Pick<Resources, "db" | "config">,
  token: string,
  { method, fileId }: { readonly method: Method; readonly fileId: string },
): Promise<void> => requirePermission(resources, token, { kind: kindOf(method), id: fileId });
