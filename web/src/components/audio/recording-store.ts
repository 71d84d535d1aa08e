import { clear, createStore, del, get, set } from "idb-keyval";

/** Opened when it is first used; where the browser refuses storage each call is rejected. */
const store = createStore("recordings", "recordings");

/** A recording that is kept in this browser; null where there is none, or it cannot be read. */
export async function loadRecording(key: string): Promise<Blob | null> {
  const stored: unknown = await get(key, store).catch(() => null);
  return stored instanceof Blob ? stored : null;
}

/** Keeps a recording in place of the one before, or none. @throws DOMException where the browser refuses it */
export async function storeRecording(key: string, audio: Blob | null): Promise<void> {
  await del(key, store);
  if (audio !== null) await set(key, audio, store);
}

/** Forgets the recordings of all accounts in this browser. */
export const clearRecordings = (): Promise<void> => clear(store).catch(() => undefined);
