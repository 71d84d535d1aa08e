import type { Db } from "#db/schema.ts";
import { deleteLeastUsed } from "./queries.ts";

/**
 * Keeps the cache of syntheses within its bound. The audio stays with its requests.
 * @returns how many entries were forgotten
 */
export const sweepSynthesisCache = (
  { db }: { readonly db: Db },
  { maxBytes }: { readonly maxBytes: number },
): Promise<number> => deleteLeastUsed(db, maxBytes);
