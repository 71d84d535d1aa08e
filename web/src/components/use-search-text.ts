import { useEffect, useState } from "react";
import type { UrlState } from "./use-url-state.ts";

/** Milliseconds for which the typing rests before the list is asked for. */
const typingMs = 250;

/**
 * The text in the search of a list. It goes to the address when the typing rests; when the address changes otherwise, its
 * text wins.
 */
export function useSearchText({ search: kept, setSearch: keep }: UrlState, maxCharacters: number) {
  const [typed, setTyped] = useState({ text: kept, from: kept });
  const text = typed.from === kept ? typed.text : kept;
  useEffect(() => {
    if (text === kept) return undefined;
    const timer = setTimeout(() => keep(text), typingMs);
    return () => clearTimeout(timer);
  });
  const type = (next: string): void => setTyped({ text: next.slice(0, maxCharacters), from: kept });
  return [text, type] as const;
}
