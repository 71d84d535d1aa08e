import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { DomainError } from "#src/errors.ts";
import { type ApiKeyReference, writeRevocation } from "./queries.ts";

/**
 * Ends a key: no request that starts after this is let in by it. Doing it again changes nothing.
 * @returns when the key was revoked
 * @throws DomainError `api_key_not_found`, also for a key of another account
 */
export async function revokeApiKey(
  { db }: { readonly db: Kysely<Database> },
  reference: ApiKeyReference,
): Promise<Date> {
  const revokedAt = await writeRevocation(db, reference);
  if (revokedAt === null) throw new DomainError("api_key_not_found");
  return revokedAt;
}
