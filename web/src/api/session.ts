import { useSyncExternalStore } from "react";
import { closeDrafts } from "#web/components/use-draft.ts";
import { Problem } from "./problem.ts";

let isEnding = false;
let expired = false;
const listeners = new Set<() => void>();

/** Browsers keep a page that is left to show it again at once; the next person must not see it. */
const reloadIfShownAgain = ({ persisted }: PageTransitionEvent): void => {
  if (persisted) location.reload();
};

/**
 * Signs out, forgets the drafts, then leaves for the address that `end` returns. What is refused meanwhile leads to no sign-in.
 */
export async function endSession(end: () => Promise<string>): Promise<void> {
  isEnding = true;
  try {
    const next = await end();
    await closeDrafts();
    addEventListener("pageshow", reloadIfShownAgain);
    location.assign(next);
  } catch (error) {
    isEnding = false;
    throw error;
  }
}

/** The address at which a person signs in and comes back to `path`. */
export const signInAddress = (path: string): string =>
  `/auth/login?${new URLSearchParams({ return_to: path }).toString()}`;

/** The address at which a person creates an account and comes to `path`. */
export const signUpAddress = (path: string): string =>
  `/auth/login?${new URLSearchParams({ return_to: path, prompt: "create" }).toString()}`;

/** The page that is open, as a path. */
export const currentPath = (): string => location.pathname + location.search;

/** True for a refusal because the session has ended, unless the person is signing out. */
export const isSessionExpired = (error: unknown): boolean =>
  !isEnding && error instanceof Problem && error.status === 401;

/** Says whether the session of the page that is open has expired. */
export function setSessionExpired(value: boolean): void {
  expired = value;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True when the session has expired while the page was open. */
export const useSessionExpired = (): boolean => useSyncExternalStore(subscribe, () => expired);
