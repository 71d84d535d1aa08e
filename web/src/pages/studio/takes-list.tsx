import { useState } from "react";
import { Link } from "wouter";
import { isFieldProblem } from "#web/api/problem.ts";
import type { SpeechRequestSummary } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { EmptyState } from "#web/components/notice.tsx";
import { isInProgress, progressMs } from "#web/components/requests/request-status.tsx";
import { t } from "#web/messages/translate.ts";
import { TakeCard } from "./take-card.tsx";
import { TakeResult } from "./take-result.tsx";
import { useTakeRequest } from "./use-take-request.ts";
import type { Take, Takes } from "./use-takes.ts";

const latest = 10;

/** One text: the takes of this visit that speak it, of which there are two where voices are compared, or an earlier request. */
interface Entry {
  readonly key: string;
  readonly takes: readonly Take[];
  readonly summary: SpeechRequestSummary | null;
}

/** The takes of this visit, then the requests that are none of them, each newest first. */
function entriesOf(all: readonly Take[], requests: readonly SpeechRequestSummary[]): readonly Entry[] {
  const shown = all.filter(({ error }) => !isFieldProblem(error));
  const known = new Map(requests.map((request) => [request.request_id, request]));
  const own = [...Map.groupBy(shown, ({ run }) => run)].map(([run, takes]) => ({
    ...{ key: `take ${run}`, takes, summary: known.get(takes[0]?.requestId ?? "") ?? null },
  }));
  const ownIds = new Set(all.map(({ requestId }) => requestId));
  // The list may have a request before this page has heard which one it is.
  const isStarting = all.some(({ requestId, isSpeaking }) => isSpeaking && requestId === "");
  const others = requests.filter((one) => !ownIds.has(one.request_id) && !(isStarting && one.finished_at === null));
  return [...own, ...others.map((summary) => ({ key: summary.request_id, takes: [], summary }))];
}

interface EntryProps {
  readonly entry: Entry;
  readonly takes: Takes;
  /** True for one that a person has opened: it plays. */
  readonly plays: boolean;
}

/** The result of one of two voices that are compared, under its letter and, once the service has answered, its name. */
function Compared({ take, takes, plays }: Omit<EntryProps, "entry"> & { readonly take: Take }) {
  const { letter, requestId } = take;
  const name = useTakeRequest(requestId, true).request?.voice?.name;
  const title = name === undefined ? t("Voice {letter}", { letter }) : t("Voice {letter}: {name}", { letter, name });
  return (
    <section className="compared" aria-label={title}>
      <h3>{title}</h3>
      <TakeResult requestId={requestId} take={take} takes={takes} autoPlay={letter === "A" && (plays || take.isNew)} />
    </section>
  );
}

/** The results of an entry; two voices stand side by side. */
function Results({ entry: { takes: own, summary }, takes, plays }: EntryProps) {
  if (own.length < 2) {
    const take = own[0] ?? null;
    const requestId = take?.requestId ?? summary?.request_id ?? "";
    return <TakeResult requestId={requestId} take={take} takes={takes} autoPlay={plays || (take?.isNew ?? false)} />;
  }
  return (
    <div className="voice-comparison">
      {own.map((take) => (
        <Compared key={take.id} take={take} takes={takes} plays={plays} />
      ))}
    </div>
  );
}

interface TakesListProps {
  readonly takes: Takes;
  /** Puts the text of a request, and its settings, into the form. */
  readonly onUse: (requestId: string) => void;
}

/** The takes of this visit and the latest ones of the account, newest first. The newest one is open. */
export function TakesList({ takes, onUse }: TakesListProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const { data } = useApi(
    "GET /v1/speech/requests",
    { query: { request_type: "tts", limit: latest } },
    { refetchInterval: ({ state }) => (isInProgress(state.data) ? progressMs : false) },
  );
  const entries = entriesOf(takes.all, data?.items ?? []);
  return (
    <section className="card" aria-labelledby="takes-title">
      <div className="row between">
        <h2 id="takes-title">{t("Takes")}</h2>
        <Link href="/account/history?type=tts">{t("Show all")}</Link>
      </div>
      {entries.length === 0 && data !== undefined && (
        <EmptyState>{t("What you speak stays here, the newest first.")}</EmptyState>
      )}
      <ul className="plain takes">
        {entries.map((entry, index) => {
          const { key, takes: own, summary } = entry;
          return (
            <li key={key}>
              <TakeCard
                take={own[0] ?? null}
                summary={summary}
                isCompared={own.length > 1}
                open={chosen.get(key) ?? index === 0}
                onOpen={(open) => setChosen(new Map(chosen).set(key, open))}
                onUse={onUse}
                onDeleted={takes.remove}
              >
                <Results entry={entry} takes={takes} plays={chosen.get(key) ?? false} />
              </TakeCard>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
