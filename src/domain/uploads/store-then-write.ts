import { setTimeout as sleep } from "node:timers/promises";
import { isOutage } from "#src/errors.ts";
import type { ObjectStore } from "#src/platform/object-store/object-store.ts";

/** When it is tried again to tell whether an object is needed: for ten minutes of an outage. */
const looksAfterMs = [5_000, 10_000, 20_000, ...Array.from({ length: 10 }, () => 60_000)];

interface Upload {
  readonly store: ObjectStore;
  readonly key: string;
  readonly path: string;
}

interface NamingRow<Result> {
  readonly write: () => Promise<Result>;
  readonly exists: () => Promise<boolean>;
}

/**
 * Keeps an uploaded file as an object, then writes the row that names it. When the row did not come to be, the object
 * goes again; as long as that cannot be told it stays, for a row must never name a missing object.
 */
export async function storeThenWrite<Result>(
  { store, key, path }: Upload,
  { write, exists }: NamingRow<Result>,
): Promise<Result> {
  const removeUnnamed = async (): Promise<void> => {
    if (!(await exists())) await store.remove([key]);
  };
  try {
    // What was not acknowledged may be there all the same.
    await store.putFile(key, path, "application/octet-stream");
    return await write();
  } catch (error) {
    // A transaction whose end nobody has heard of may still be about to end well.
    const known = !isOutage(error);
    if (!known || !(await succeeds(removeUnnamed))) void untilItSucceeds(removeUnnamed);
    throw error;
  }
}

const succeeds = (work: () => Promise<void>): Promise<boolean> =>
  work().then(
    () => true,
    () => false,
  );

/** Keeps no process alive. */
async function untilItSucceeds(work: () => Promise<void>): Promise<void> {
  for (const delayMs of looksAfterMs) {
    await sleep(delayMs, undefined, { ref: false });
    if (await succeeds(work)) return;
  }
}
