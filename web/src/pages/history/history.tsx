import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useRoute } from "wouter";
import type { DeletedRequests } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { PageHeading } from "#web/components/page-heading.tsx";
import { EmptyState, QueryBoundary, SuccessNotice } from "#web/components/notice.tsx";
import { Pager } from "#web/components/pager.tsx";
import { isInProgress, progressMs } from "#web/components/requests/request-status.tsx";
import { EmptyHistory } from "#web/components/requests/request-table.tsx";
import { t } from "#web/messages/translate.ts";
import { Batches } from "./batches.tsx";
import { FilterFields } from "./filter-fields.tsx";
import { RequestList } from "./request-list.tsx";
import { RequestPage } from "./request-page.tsx";
import { type HistoryFilters, useHistoryFilters } from "./use-history-filters.ts";

/** Shown where no request is listed without a filter: paragraphs of documents may be there. */
function NothingYet({ onShow }: { readonly onShow: () => void }) {
  const { data } = useApi("GET /v1/speech/requests", { query: { documents: "only", limit: 1 } });
  if (data === undefined || data.total === 0) return <EmptyHistory />;
  return (
    <EmptyState>
      <p>{t("No requests yet beside the paragraphs of your documents.")}</p>
      <button type="button" className="button quiet" onClick={onShow}>
        {t("Show paragraphs of documents")}
      </button>
    </EmptyState>
  );
}

/** Why nothing is shown, and what to do about it. */
function Nothing({ filters: { page, chosen, isFiltered, set, setPage } }: { readonly filters: HistoryFilters }) {
  if (page > 1) {
    return (
      <EmptyState>
        <p>{t("This page is empty.")}</p>
        <button type="button" className="button quiet" onClick={() => setPage(1)}>
          {t("Show the first page")}
        </button>
      </EmptyState>
    );
  }
  if (!isFiltered) return <NothingYet onShow={() => set("documents", "include")} />;
  return (
    <EmptyState>
      <p>
        {chosen.search === undefined
          ? t("No requests match. Try another filter.")
          : t(
              "No requests match. Try another filter, or fewer words: the search finds requests that have ended, by the beginnings of words.",
            )}
      </p>
      <Link className="button quiet" href="/account/history">
        {t("Clear filters")}
      </Link>
    </EmptyState>
  );
}

/** The numbers of requests that were deleted and that were not. */
function resultOf({ deleted, not_found: missing }: DeletedRequests): string {
  const [count, before] = [deleted.length, missing.length];
  const done = t("{count, plural, one {# request} other {# requests}} deleted.", { count });
  if (before === 0) return done;
  return `${done} ${t("{count, plural, one {# request} other {# requests}} had been deleted before.", { count: before })}`;
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
      <PageHeading title={t("History")}>
        <Link className="button quiet" href="/account/history/batches">
          {t("Batches")}
        </Link>
      </PageHeading>
      <section className="card history" aria-label={t("Requests")} aria-busy={requests.isPlaceholderData}>
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
