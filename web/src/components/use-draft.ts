import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { UserProfile } from "#web/api/types.ts";
import { clearRecordings } from "./audio/recording-store.ts";

type Fields<Draft> = Readonly<Record<keyof Draft, string | number | boolean>>;

/** The drafts of this page as JSON, by their keys; also where the browser refuses to store them. */
const texts = new Map<string, string>();
const listeners = new Set<() => void>();
const keyPrefix = "draft:";
/** True once the person has signed out: work that goes on until the page is gone keeps nothing any more. */
let isClosed = false;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A draft as JSON; empty where there is none. */
function read(key: string): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  let stored = "";
  try {
    stored = localStorage.getItem(key) ?? "";
  } catch {
    // Storage is switched off: drafts last as long as the page.
  }
  texts.set(key, stored);
  return stored;
}

function write(key: string, text: string): void {
  if (isClosed) return;
  texts.set(key, text);
  try {
    if (text === "") localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Storage is switched off or full: drafts last as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Forgets the drafts and recordings of all accounts in this browser, and keeps no more of this page. To be called at sign-out. */
export async function closeDrafts(): Promise<void> {
  isClosed = true;
  texts.clear();
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(keyPrefix)) localStorage.removeItem(key);
  } catch {
    // Storage is switched off: nothing is stored.
  }
  await clearRecordings();
}

/** A stored draft; fields that are missing in it, or of another type, are those of `initial`. */
function parse<Draft extends Fields<Draft>>(text: string, initial: Draft): Draft {
  if (text === "") return initial;
  try {
    const stored: unknown = JSON.parse(text);
    const fields = Object.entries(typeof stored === "object" && stored !== null ? stored : {});
    const types = new Map(Object.entries(initial).map(([name, value]) => [name, typeof value]));
    const usable = fields.filter(([name, value]) => typeof value === types.get(name));
    return { ...initial, ...Object.fromEntries(usable) };
  } catch {
    return initial;
  }
}

interface DraftActions<Draft> {
  /** Changes some fields. It may be called after the page was left, by work that goes on. */
  readonly change: (changed: Partial<Draft>) => void;
  /** Forgets the draft, because it was sent or given up. */
  readonly clear: () => void;
}

/** Under which this browser keeps a draft of the account. */
export function useDraftKey(name: string): string {
  const profile = useQueryClient().getQueryData<UserProfile>(["GET /v1/users/me", {}]);
  return `${keyPrefix}${profile?.user_id ?? ""}:${name}`;
}

/**
 * The fields of a form, which survive leaving the page, reloading it and an expired session. They are kept in this browser until
 * sign-out, by account and `name`. Declare `initial` outside the component.
 */
export function useDraft<Draft extends Fields<Draft>>(name: string, initial: Draft): [Draft, DraftActions<Draft>] {
  const key = useDraftKey(name);
  const text = useSyncExternalStore(subscribe, () => read(key));
  const draft = useMemo(() => parse(text, initial), [text, initial]);
  const actions = useMemo(
    () => ({
      change: (changed: Partial<Draft>) => write(key, JSON.stringify({ ...parse(read(key), initial), ...changed })),
      clear: () => write(key, ""),
    }),
    [key, initial],
  );
  return [draft, actions];
}
