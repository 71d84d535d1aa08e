import { keepPreviousData } from "@tanstack/react-query";
import { useRoute } from "wouter";
import { useApi } from "#web/api/use-api.ts";
import { SelectField } from "#web/components/field.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { EmptyState, QueryBoundary } from "#web/components/notice.tsx";
import { Pager } from "#web/components/pager.tsx";
import { useUrlState } from "#web/components/use-url-state.ts";
import { isInProgress, progressMs } from "#web/components/requests/request-status.tsx";
import { RequestPage } from "./request-page.tsx";
import { EmptyHistory, RequestTable } from "#web/components/requests/request-table.tsx";

const limit = 20;
const any = "";
const types = ["tts", "asr"] as const;
const states = ["queued", "processing", "completed", "failed"] as const;
const typeChoices = [
  [any, "All"],
  ["tts", "Speech"],
  ["asr", "Transcription"],
] as const;
const stateChoices = [[any, "Any"], ...states.map((state) => [state, state] as const)] as const;

/** All requests of the account, newest first; those under way show how far they are. */
function Requests() {
  const { page, filter, setPage, set } = useUrlState();
  const type = filter("type", types);
  const state = filter("status", states);
  const query = {
    page,
    limit,
    ...(type !== undefined && { request_type: type }),
    ...(state !== undefined && { status: state }),
  };
  const requests = useApi(
    "GET /v1/speech/requests",
    { query },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) => (isInProgress(data) ? progressMs : false),
    },
  );
  const isFiltered = type !== undefined || state !== undefined;
  return (
    <>
      <PageHeading title="History" />
      <section className="card" aria-label="Requests" aria-busy={requests.isPlaceholderData}>
        <div className="row">
          <SelectField
            label="Type"
            value={type ?? any}
            onChange={(value) => set("type", value)}
            choices={typeChoices}
          />
          <SelectField
            label="Status"
            value={state ?? any}
            onChange={(value) => set("status", value)}
            choices={stateChoices}
          />
        </div>
        <QueryBoundary query={requests}>
          {(known) => (
            <>
              {known.items.length > 0 && <RequestTable requests={known.items} deletable />}
              {known.items.length === 0 && known.page > 1 && <EmptyState>This page is empty.</EmptyState>}
              {known.items.length === 0 && known.page === 1 && isFiltered && (
                <EmptyState>No requests match these filters.</EmptyState>
              )}
              {known.items.length === 0 && known.page === 1 && !isFiltered && <EmptyHistory />}
              <Pager page={known.page} total={known.total} limit={limit} hasNext={known.has_next} onPage={setPage} />
            </>
          )}
        </QueryBoundary>
      </section>
    </>
  );
}

/** What was spoken and heard: all of it as a list, or one request where the address names it. */
export function History() {
  const [, params] = useRoute("/account/history/:id");
  return params?.id === undefined ? <Requests /> : <RequestPage key={params.id} requestId={params.id} />;
}
