import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { expectObject, giveObjectUp, keepObject } from "#src/domain/object-removals/pending-objects.ts";
import { removeObjects } from "#src/domain/object-removals/remove-objects.ts";
import { isOutage } from "#src/errors.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";

interface Upload {
  readonly db: Kysely<Database>;
  readonly store: ObjectStore;
  /** Of an object that is not there yet. */
  readonly key: string;
  readonly path: string;
}

/** To be called in the transaction that writes the row. @throws DomainError when the object was given up meanwhile */
export type Keep = (trx: Kysely<Database>) => Promise<void>;

/**
 * Keeps an uploaded file as an object, then writes the row that names it. When the row did not come to be, the object goes
 * again; where that cannot be told, or when the process dies in between, the sweep removes it once the row is overdue.
 */
export async function storeThenWrite<Result>(
  { db, store, key, path }: Upload,
  write: (keep: Keep) => Promise<Result>,
): Promise<Result> {
  await expectObject(db, key);
  try {
    await store.putFile(key, path, "application/octet-stream");
    return await write((trx) => keepObject(trx, key));
  } catch (error) {
    // A transaction whose end nobody has heard of may still be about to end well.
    if (!isOutage(error)) await giveObjectUp(db, key).then((keys) => removeObjects({ db, store }, keys), ignored);
    throw error;
  }
}

/** The sweep comes anyway. */
const ignored = (): void => undefined;
