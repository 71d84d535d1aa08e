import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Db } from "#db/schema.ts";
import { text } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import { findInstallationKey } from "#src/domain/installation-keys.ts";
import { uploadHours } from "#src/domain/uploads/queries.ts";
import { DomainError } from "#src/errors.ts";
import type { Resources } from "#src/platform/resources.ts";

/** The path of the files of jobs, which are sent and fetched without a key: their addresses are permissions. */
export const filePath = "/sarvam/job-files/{file_id}";

/** For how long an address permits its one method, in seconds: a file can be sent as long as its job waits for it. */
const lifetimes = { put: uploadHours * 3_600, get: 3_600 } as const;
type Method = keyof typeof lifetimes;

/** Characters. */
const signatureMax = 64;
const secondsMax = 12;

export const fileParams = z.object({ file_id: uuid() });
export const permission = z.object({
  expires: text({ max: secondsMax }).meta({ description: "Unix seconds.", examples: ["1798761600"] }),
  signature: text({ max: signatureMax }).meta({
    description: "Permits one method for one file until then.",
    examples: ["3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
  }),
});

interface Permitted {
  readonly method: Method;
  readonly fileId: string;
  /** Unix seconds, as they stand in the address. */
  readonly expires: string;
}

const signatureOf = (key: Buffer, { method, fileId, expires }: Permitted): Buffer =>
  createHmac("sha256", key).update(`${method} ${fileId} ${expires}`).digest();

/** Makes addresses by which files can be sent, or fetched, for a while. @param now in milliseconds */
export async function fileAddresses(
  { db, config }: Pick<Resources, "db" | "config">,
  method: Method,
  now = Date.now(),
): Promise<(fileId: string) => string> {
  const key = await findInstallationKey(db, "file addresses");
  const expires = String(Math.floor(now / 1000) + lifetimes[method]);
  return (fileId) => {
    const signature = signatureOf(key, { method, fileId, expires }).toString("base64url");
    return `${config.publicUrl}${filePath.replace("{file_id}", fileId)}?expires=${expires}&signature=${signature}`;
  };
}

/** @throws DomainError `invalid_signature` where the address does not permit the method, or no more */
export async function requirePermission(db: Db, permitted: Permitted, signature: string): Promise<void> {
  const expected = signatureOf(await findInstallationKey(db, "file addresses"), permitted);
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new DomainError("invalid_signature", "The address is not valid. Use it as it was answered.");
  }
  if (Number(permitted.expires) * 1000 > Date.now()) return;
  throw new DomainError("invalid_signature", "The address has expired. Ask for another one.");
}
