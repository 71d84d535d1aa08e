import type { ObjectStore } from "#src/platform/object-store/object-store.ts";

/**
 * Keeps an uploaded file as an object, then writes the row that names it. When the row did not come to be,
 * the object goes again; when that cannot be told, it stays, for a row must never name a missing object.
 */
export async function storeThenWrite<Result>(
  { store, key, path }: { readonly store: ObjectStore; readonly key: string; readonly path: string },
  row: { write(): Promise<Result>; exists(): Promise<boolean> },
): Promise<Result> {
  await store.putFile(key, path, "application/octet-stream");
  try {
    return await row.write();
  } catch (error) {
    const written = await row.exists().catch(() => true);
    if (!written) await store.remove([key]);
    throw error;
  }
}
