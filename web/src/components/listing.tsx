import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmptyState, ErrorNotice, Loading } from "#web/components/notice.tsx";
import { Pager } from "#web/components/pager.tsx";

interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly total_is_estimate: boolean;
  readonly page: number;
  readonly limit: number;
  readonly has_next: boolean;
}

interface ListingProps<Item> {
  readonly query: UseQueryResult<Page<Item>>;
  /** The text of an empty list. */
  readonly empty: string;
  readonly onPage: (page: number) => void;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** One page of a list, whatever state it is in; the one before stays to be seen until the next is there. */
export function Listing<Item>({ query, empty, onPage, children }: ListingProps<Item>) {
  const { data, error, isPlaceholderData, refetch } = query;
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorNotice error={error} retry={() => void refetch()} />;
  return (
    <div className="listing" aria-busy={isPlaceholderData}>
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {data.items.length === 0 ? <EmptyState>{empty}</EmptyState> : children(data.items)}
      <Pager list={data} onPage={onPage} />
    </div>
  );
}

/** The one of these that a list gave; undefined for anything else, such as all of them. */
export const oneOf = <const Value extends string>(values: readonly Value[], given: string): Value | undefined =>
  values.find((value) => value === given);
