import { type RefObject, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { SpokenValues } from "#web/api/speak.ts";
import { isFieldProblem } from "#web/api/problem.ts";
import type { SpeechRequestSummary } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { keepInView } from "#web/components/keep-in-view.ts";
import { EmptyState } from "#web/components/notice.tsx";
import { isInProgress, progressMs, RequestStatus } from "#web/components/requests/request-status.tsx";
import { t } from "#web/messages/translate.ts";
import { lengthOf } from "#web/components/text-length.ts";
import { type SpokenText, useContinued } from "./use-continued.ts";
import { TakeActions, type TakeCalls } from "./take-actions.tsx";
import { TakeCard, TakeTitle } from "./take-card.tsx";
import { TakeProgress } from "./take-progress.tsx";
import { TakeResult } from "./take-result.tsx";
import { useTakeRequest } from "./use-take-request.ts";
import type { Take, Takes } from "#web/components/takes/use-takes.ts";

const latest = 10;

/** One text: the takes of this visit that speak it, of which there are two where voices are compared, or an earlier request. */
interface Entry {
  readonly key: string;
  readonly takes: readonly Take[];
  readonly summary: SpeechRequestSummary | null;
}

/** True also where one of two that were compared was deleted: the other one keeps its place, and with it its sound. */
const isCompared = ({ takes }: Entry): boolean => takes.some(({ letter }) => letter !== "");

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

/** The request of an entry; empty until the service has answered. */
const requestIdOf = ({ takes: [take], summary }: Entry): string => take?.requestId ?? summary?.request_id ?? "";

/** Whether an entry is heard, now or once it has been spoken. */
const hasSound = ({ summary }: Entry): boolean =>
  summary === null || summary.finished_at === null || summary.audio_url !== null;

/** The text of an entry, which may be the rest of another one. */
function textOf({ takes: [take], summary }: Entry): SpokenText {
  const beginning = take?.values.text ?? summary?.preview ?? "";
  return { beginning, characters: take === undefined ? (summary?.characters ?? 0) : lengthOf(beginning) };
}

interface EntryProps extends TakeCalls {
  readonly entry: Entry;
  readonly takes: Takes;
  /** True for one that a person has opened: it plays. */
  readonly plays: boolean;
}

/** The result of one of two voices that are compared, under its letter and, once the service has answered, its name. */
function Compared({ take, takes, plays, ...calls }: Omit<EntryProps, "entry"> & { readonly take: Take }) {
  const { letter, requestId } = take;
  const { request } = useTakeRequest(requestId, true);
  const name = request?.voice?.name;
  const title = name === undefined ? t("Voice {letter}", { letter }) : t("Voice {letter}: {name}", { letter, name });
  const hasEnded = request !== undefined && request.finished_at !== null;
  return (
    <section className="compared" aria-label={title}>
      <div className="take-head">
        <h3 className="take-title">
          <TakeTitle requestId={requestId}>{title}</TakeTitle>
        </h3>
        {hasEnded && request.status !== "completed" && <RequestStatus request={request} />}
        {hasEnded && <TakeActions {...calls} requestId={requestId} title={title} request={request} />}
      </div>
      <TakeResult requestId={requestId} take={take} takes={takes} autoPlay={letter === "A" && (plays || take.isNew)} />
    </section>
  );
}

/** The results of an entry; two voices stand side by side. */
function Results({ entry, takes, plays, ...calls }: EntryProps) {
  const { takes: own } = entry;
  if (!isCompared(entry)) {
    const take = own[0] ?? null;
    return (
      <TakeResult requestId={requestIdOf(entry)} take={take} takes={takes} autoPlay={plays || (take?.isNew ?? false)} />
    );
  }
  return (
    <div className="voice-comparison">
      {own.map((take) => (
        <Compared key={take.id} {...calls} take={take} takes={takes} plays={plays} />
      ))}
    </div>
  );
}

interface ClosedTakeProps {
  readonly take: Take;
  readonly takes: Takes;
}

/** The progress of a take that is being spoken while it is closed: its sound is not played. */
function ClosedTake({ take, takes }: ClosedTakeProps) {
  const { request } = useTakeRequest(take.requestId, true);
  return <TakeProgress request={request} text={take.values.text} isHeard={false} onStop={() => takes.stop(take)} />;
}

/** Keeps the newest take in view that is asked for while the page is shown, of the run with this number. */
function useNewestInView(run: number): RefObject<HTMLLIElement | null> {
  const newest = useRef<HTMLLIElement>(null);
  const latestRun = useRef(run);
  useEffect(() => {
    if (run <= latestRun.current || newest.current === null) return undefined;
    latestRun.current = run;
    return keepInView(newest.current);
  }, [run]);
  return newest;
}

interface TakesListProps extends Pick<TakeCalls, "onUse"> {
  readonly takes: Takes;
}

/** The takes of this visit and the latest ones of the account, newest first. The newest one is open. */
export function TakesList({ takes, onUse }: TakesListProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const { data } = useApi(
    "GET /v1/speech/requests",
    { query: { request_type: "tts", documents: "exclude", limit: latest } },
    { refetchInterval: ({ state }) => (isInProgress(state.data) ? progressMs : false) },
  );
  const entries = entriesOf(takes.all, data?.items ?? []);
  const continuedBy = useContinued(data?.items ?? []);
  const continued = entries.map((entry) => continuedBy(textOf(entry)));
  const continuedIds = new Set(
    entries.map((entry, index) => (hasSound(entry) ? continued[index]?.request_id : undefined)),
  );
  const newest = useNewestInView(entries[0]?.takes[0]?.run ?? 0);
  const speakRest = (values: SpokenValues): void => takes.start([{ values, letter: "" }]);
  const isSpeaking = takes.all.some((take) => take.isSpeaking);
  const calls = { isSpeaking, onUse, onContinue: speakRest, onDeleted: takes.remove };
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
          const isOpen = chosen.get(key) ?? index === 0;
          const spoken = own.filter((take) => take.isSpeaking);
          return (
            <li key={key} id={`take-${requestIdOf(entry)}`} ref={index === 0 ? newest : null}>
              <TakeCard
                take={own[0] ?? null}
                summary={summary}
                isCompared={isCompared(entry)}
                continued={continued[index]}
                isContinued={continuedIds.has(requestIdOf(entry))}
                open={isOpen}
                onOpen={(open) => setChosen(new Map(chosen).set(key, open))}
                {...calls}
              >
                {isOpen ? (
                  <Results {...calls} entry={entry} takes={takes} plays={chosen.get(key) ?? false} />
                ) : (
                  spoken.map((take) => <ClosedTake key={take.id} take={take} takes={takes} />)
                )}
              </TakeCard>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
