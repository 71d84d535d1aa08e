import { stat } from "node:fs/promises";
import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { expectObject, giveObjectUp, keepObject } from "#src/domain/object-removals/pending-objects.ts";
import { removeObjects } from "#src/domain/object-removals/remove-objects.ts";
import { isOutage } from "#src/errors.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";

interface NewObject {
  readonly db: Kysely<Database>;
  readonly store: ObjectStore;
  /** Of an object that is not there yet. */
  readonly key: string;
  /** A finished file: the time in which the row must be written begins with the call. */
  readonly path: string;
}

/**
 * To be called in the transaction that writes the row, with the account of that row; null for anonymous calls.
 * @throws DomainError `unavailable` when the object was given up meanwhile
 */
export type Keep = (trx: Kysely<Database>, userId: string | null) => Promise<void>;

/**
 * Keeps a file as an object, then writes the row that names it. When the row did not come to be, the object goes
 * again; where that cannot be told, or when the process dies in between, the sweep removes it once the row is overdue.
 */
export async function storeThenWrite<Result>(
  { db, store, key, path }: NewObject,
  write: (keep: Keep) => Promise<Result>,
): Promise<Result> {
  const noted = expectObject(db, key);
  try {
    const [{ size: bytes }] = await Promise.all([stat(path), noted]);
    await store.putFile(key, path, "application/octet-stream");
    return await write((trx, userId) => keepObject(trx, { key, bytes, userId }));
  } catch (error) {
    // What is not there yet could not be struck off.
    await noted.catch(ignored);
    // A transaction whose end nobody has heard of may still be about to end well.
    if (!isOutage(error)) await giveObjectUp(db, key).then((keys) => removeObjects({ db, store }, keys), ignored);
    throw error;
  }
}

/** The sweep comes anyway. */
const ignored = (): void => undefined;
