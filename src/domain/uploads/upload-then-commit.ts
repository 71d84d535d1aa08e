import { stat } from "node:fs/promises";
import type { Db } from "#db/schema.ts";
import { addPendingObject, abandonObject, claimObject } from "#src/domain/object-removals/pending-objects.ts";
import { removeObjects } from "#src/domain/object-removals/remove-objects.ts";
import { isOutage } from "#src/errors.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";

interface NewObject {
  readonly db: Db;
  readonly store: ObjectStore;
  /** The key of an object that is not there yet. */
  readonly key: string;
}

interface NewFile extends NewObject {
  /** A finished file: the time in which the row must be written begins with the call. */
  readonly path: string;
}

interface NewCopy extends NewObject {
  /** The key of an object that may go meanwhile. */
  readonly from: string;
  /** Its size. */
  readonly bytes: number;
  /** Takes the reason why the store did not copy an object that is there. */
  readonly onFault: (error: unknown) => void;
}

/**
 * To be called in the transaction that writes the row, with the account of that row; null for anonymous calls.
 * @throws DomainError `unavailable` when the object was given up meanwhile
 */
export type ClaimObject = (trx: Db, userId: string | null) => Promise<void>;

/**
 * Keeps a file as an object, then writes the row that names it. When the row did not come to be, the object goes
 * again; where that cannot be told, or when the process dies in between, the sweep removes it once the row is overdue.
 */
export const uploadThenCommit = <Result>(
  { path, ...object }: NewFile,
  write: (claimObject: ClaimObject) => Promise<Result>,
): Promise<Result> =>
  putThenWrite(
    object,
    {
      size: async () => (await stat(path)).size,
      put: () => object.store.putFile(object.key, path, "application/octet-stream"),
    },
    write,
  );

/**
 * The same with a copy of another object.
 * @returns null when that one is gone or the store does not copy it; then no later object may have this key
 */
export async function copyThenCommit<Result>(
  { from, bytes, onFault, ...object }: NewCopy,
  write: (claimObject: ClaimObject) => Promise<Result>,
): Promise<Result | null> {
  const put = async (): Promise<void> => {
    const isCopied = await object.store.copy(from, object.key).catch((error: unknown) => {
      if (isOutage(error)) throw error;
      onFault(error);
      return false;
    });
    if (!isCopied) throw new NotCopiedError();
  };
  try {
    return await putThenWrite(object, { size: () => Promise.resolve(bytes), put }, write);
  } catch (error) {
    if (error instanceof NotCopiedError) return null;
    throw error;
  }
}

class NotCopiedError extends Error {
  override readonly name = "NotCopiedError";
}

interface Content {
  /** In bytes. */
  readonly size: () => Promise<number>;
  readonly put: () => Promise<void>;
}

async function putThenWrite<Result>(
  { db, store, key }: NewObject,
  { size, put }: Content,
  write: (claimObject: ClaimObject) => Promise<Result>,
): Promise<Result> {
  const noted = addPendingObject(db, key);
  try {
    const [bytes] = await Promise.all([size(), noted]);
    await put();
    return await write((trx, userId) => claimObject(trx, { key, bytes, userId }));
  } catch (error) {
    // An object that is not listed yet could not be abandoned.
    await noted.catch(ignored);
    // A transaction whose result is unknown may still commit.
    if (!isOutage(error)) await abandonObject(db, key).then((keys) => removeObjects({ db, store }, keys), ignored);
    throw error;
  }
}

/** The sweep comes anyway. */
const ignored = (): void => undefined;
