import { useSyncExternalStore } from "react";
import { ConnectionError } from "./problem.ts";

/** `fetch`. @throws ConnectionError when there is no answer, AbortError when it was stopped */
export async function fetchAnswer(path: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new ConnectionError("The service cannot be reached.", { cause: error });
  }
}

type Connection = "online" | "offline" | "unreachable";

let unreachable = false;
const listeners = new Set<() => void>();

/** Notes how the last call ended: whether the service answered, whatever it said. */
export function noteAnswer(error: unknown): void {
  const next = error instanceof ConnectionError;
  if (next === unreachable) return;
  unreachable = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const listening = new AbortController();
  listeners.add(listener);
  for (const event of ["online", "offline"]) addEventListener(event, listener, { signal: listening.signal });
  return () => {
    listeners.delete(listener);
    listening.abort();
  };
}

const current = (): Connection => {
  if (!navigator.onLine) return "offline";
  return unreachable ? "unreachable" : "online";
};

/** Whether calls arrive: `unreachable` from the first that does not, until one is answered. */
export const useConnection = (): Connection => useSyncExternalStore(subscribe, current);
