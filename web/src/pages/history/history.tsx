import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useRoute } from "wouter";
import type { DeletedRequests } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatCount } from "#web/format.ts";
import { PageHeading } from "#web/components/page-heading.tsx";
import { EmptyState, QueryBoundary, SuccessNotice } from "#web/components/notice.tsx";
import { Pager } from "#web/components/pager.tsx";
import { isInProgress, progressMs } from "#web/components/requests/request-status.tsx";
import { EmptyHistory } from "#web/components/requests/request-table.tsx";
import { Batches } from "./batches.tsx";
import { FilterFields } from "./filter-fields.tsx";
import { RequestList } from "./request-list.tsx";
import { RequestPage } from "./request-page.tsx";
import { type HistoryFilters, useHistoryFilters } from "./use-history-filters.ts";

/** Why nothing is shown, and what to do about it. */
function Nothing({ filters: { page, chosen, isFiltered, setPage } }: { readonly filters: HistoryFilters }) {
  if (page > 1) {
    return (
      <EmptyState>
        <p>This page is empty.</p>
        <button type="button" className="button quiet" onClick={() => setPage(1)}>
          Show the first page
        </button>
      </EmptyState>
    );
  }
  if (!isFiltered) return <EmptyHistory />;
  return (
    <EmptyState>
      <p>
        No requests match. Try another filter
        {chosen.search !== undefined &&
          ", or fewer words: the search finds requests that have ended, by the beginnings of words"}
        .
      </p>
      <Link className="button quiet" href="/account/history">
        Clear filters
      </Link>
    </EmptyState>
  );
}

/** The numbers of requests that were deleted and that were not. */
function resultOf({ deleted, not_found: missing }: DeletedRequests): string {
  const done = `${formatCount(deleted.length, "request")} deleted.`;
  return missing.length === 0 ? done : `${done} ${formatCount(missing.length, "request")} had been deleted before.`;
}

/** All requests of the account, newest first; those under way show how far they are. */
function Requests() {
  const filters = useHistoryFilters();
  const requests = useApi(
    "GET /v1/speech/requests",
    { query: filters.query },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) => (isInProgress(data) ? progressMs : false),
    },
  );
  const [result, setResult] = useState<DeletedRequests | null>(null);
  const { data } = requests;
  return (
    <>
      <PageHeading title="History">
        <Link className="button quiet" href="/account/history/batches">
          Batches
        </Link>
      </PageHeading>
      <section className="card history" aria-label="Requests" aria-busy={requests.isPlaceholderData}>
        {(filters.isFiltered || data === undefined || data.total > 0) && (
          <FilterFields filters={filters} clearable={filters.isFiltered && data !== undefined && data.total > 0} />
        )}
        {result !== null && <SuccessNotice>{resultOf(result)}</SuccessNotice>}
        <QueryBoundary query={requests}>
          {(known) => (
            <>
              {known.items.length === 0 ? (
                <Nothing filters={filters} />
              ) : (
                <RequestList page={known} filter={filters.filter} onDeleted={setResult} />
              )}
              <Pager list={known} onPage={filters.setPage} />
            </>
          )}
        </QueryBoundary>
      </section>
    </>
  );
}

/** The history of requests: all of it as a list, or its batches or one request where the address names them. */
export function History() {
  const [, params] = useRoute("/account/history/:id");
  if (params?.id === "batches") return <Batches />;
  return params?.id === undefined ? <Requests /> : <RequestPage key={params.id} requestId={params.id} />;
}
