import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "#db/schema.ts";
import { owner } from "#src/config/owner.ts";
import { ensureOwner } from "#src/domain/accounts/ensure-owner.ts";
import { createApiKey } from "#src/domain/api-keys/create-api-key.ts";
import { operator } from "#src/domain/api-keys/key-creator.ts";
import { secretDigest } from "#src/domain/api-keys/key-format.ts";
import { findActiveApiKey, findApiKeyId, findApiKeyUser } from "#src/domain/api-keys/queries.ts";

/** The API key of the owner. */
export interface OwnerKey {
  readonly key: string;
  /** `replaced` where the one that was kept is revoked, or of another database. */
  readonly state: "kept" | "made" | "replaced";
}

/** Holds the secret of the owner's key and nothing else; readable by its owner only. */
export const ownerKeyFile = (dataDir: string): string => join(dataDir, "owner-key");

/** @returns null where no owner's key was made */
export const readOwnerKey = async (dataDir: string): Promise<string | null> =>
  (await readFile(ownerKeyFile(dataDir), "utf8").catch(() => null))?.trim() ?? null;

/** Makes what is missing of the owner's account and its key; a key that is kept and works stays. */
export async function ensureOwnerKey(
  { db }: { readonly db: Db },
  { issuer, dataDir }: { readonly issuer: string; readonly dataDir: string },
): Promise<OwnerKey> {
  const userId = await ensureOwner({ db }, { issuer, ...owner });
  const kept = await readOwnerKey(dataDir);
  if (kept !== null && (await findLiveKey({ db }, kept))?.userId === userId) return { key: kept, state: "kept" };
  const { key } = await createApiKey(
    { db },
    {
      userId,
      name: "Owner",
      description: "Made by npm start.",
      creator: operator,
      // It takes the place of one that is gone, however many there are.
      maxLive: Number.POSITIVE_INFINITY,
    },
  );
  const file = ownerKeyFile(dataDir);
  await writeFile(`${file}.partial`, `${key}\n`, { mode: 0o600 });
  await rename(`${file}.partial`, file);
  return { key, state: kept === null ? "made" : "replaced" };
}

/** The key with this secret if it works; looking for it does not count as using it. */
export async function findLiveKey(
  { db }: { readonly db: Db },
  key: string,
): Promise<{ readonly apiKeyId: string; readonly userId: string } | null> {
  const apiKeyId = await findApiKeyId(db, secretDigest(key));
  const userId = apiKeyId === null ? null : await findApiKeyUser(db, { apiKeyId });
  if (apiKeyId === null || userId === null) return null;
  return (await findActiveApiKey(db, { apiKeyId, userId })) === null ? null : { apiKeyId, userId };
}
