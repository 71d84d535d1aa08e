import { useSearchParams } from "wouter";

/** Page and filters in the query string. */
export interface UrlState {
  /** Which page of a list is shown, from 1. */
  readonly page: number;
  /** The value of a filter when it is one of `values`, else undefined. */
  readonly filter: <Value extends string>(name: string, values: readonly Value[]) => Value | undefined;
  /** Shows another page of the list. */
  readonly setPage: (page: number) => void;
  /** Sets a filter, and shows the first page; an empty value takes it away. */
  readonly set: (name: string, value: string) => void;
}

/** Page and filters of a list, kept in the URL: they survive links, the back button and a reload. */
export function useUrlState(): UrlState {
  const [asked, change] = useSearchParams();
  const page = Number(asked.get("page") ?? 1);
  const write = (name: string, value: string): void =>
    change((known) => {
      const next = new URLSearchParams(known);
      next.delete("page");
      next.delete(name);
      if (value !== "") next.set(name, value);
      return next;
    });
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    filter: (name, values) => values.find((value) => value === asked.get(name)),
    setPage: (next) => write("page", next === 1 ? "" : String(next)),
    set: write,
  };
}
