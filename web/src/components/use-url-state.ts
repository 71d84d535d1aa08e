import { useSearchParams } from "wouter";

/** Page, search and filters in the query string. */
export interface UrlState {
  /** The page of a list that is shown, from 1. */
  readonly page: number;
  /** The text that is searched for, empty when none is. */
  readonly search: string;
  /** The value of a filter when it is one of `values`, else undefined. */
  readonly filter: <Value extends string>(name: string, values: readonly Value[]) => Value | undefined;
  /** The value of a filter when it has this form, else undefined. */
  readonly match: (name: string, form: RegExp) => string | undefined;
  /** Shows another page of the list. */
  readonly setPage: (page: number) => void;
  /** Sets a filter, and shows the first page; an empty value takes it away. */
  readonly set: (name: string, value: string) => void;
  /** Sets several filters at once. */
  readonly setAll: (values: Readonly<Record<string, string>>) => void;
  /** Sets the search; typing is not a step to go back to. */
  readonly setSearch: (text: string) => void;
}

/** Page, search and filters of a list, kept in the URL: they survive links, the back button and a reload. */
export function useUrlState(): UrlState {
  const [, change] = useSearchParams();
  // The router decodes the query string once more than it was encoded, so that a + or a % in a search would be lost.
  const asked = new URLSearchParams(location.search);
  const page = Number(asked.get("page") ?? 1);
  const write = (values: Readonly<Record<string, string>>, options?: { readonly replace: boolean }): void =>
    change(() => {
      const next = new URLSearchParams(location.search);
      next.delete("page");
      for (const [name, value] of Object.entries(values)) {
        next.delete(name);
        if (value !== "") next.set(name, value);
      }
      return next;
    }, options);
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    search: asked.get("search") ?? "",
    filter: (name, values) => values.find((value) => value === asked.get(name)),
    match: (name, form) => form.exec(asked.get(name) ?? "")?.[0],
    setPage: (next) => write({ page: next === 1 ? "" : String(next) }),
    set: (name, value) => write({ [name]: value }),
    setAll: write,
    setSearch: (text) => write({ search: text }, { replace: true }),
  };
}
