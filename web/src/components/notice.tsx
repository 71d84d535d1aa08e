import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { errorMessage, Problem } from "#web/api/problem.ts";
import { t } from "#web/messages/translate.ts";

/** Whole seconds until a moment, milliseconds since 1970; 0 once it has come. */
function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now());
  const seconds = Math.max(0, Math.ceil((moment - now) / 1_000));
  const waits = seconds > 0;
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [waits]);
  return seconds;
}

const retryWords = (seconds: number): string =>
  seconds < 90
    ? t("Retry in {count, plural, one {# second} other {# seconds}}.", { count: seconds })
    : t("Retry in {count, plural, one {# minute} other {# minutes}}.", { count: Math.ceil(seconds / 60) });

interface ErrorNoticeProps {
  readonly error: unknown;
  /** Does it again. */
  readonly retry?: (() => void) | undefined;
  /** Further ways on. */
  readonly children?: ReactNode;
}

/** An error, read out at once, with a way to go on: a countdown where the service says when, then a button. */
export function ErrorNotice({ error, retry, children }: ErrorNoticeProps) {
  const seconds = useSecondsUntil(error instanceof Problem ? (error.retryAt ?? 0) : 0);
  return (
    <div role="alert" className="notice bad">
      <p>{errorMessage(error)}</p>
      {children}
      {seconds > 0 && (
        <p role="timer" aria-live="off">
          {retryWords(seconds)}
        </p>
      )}
      {retry && seconds === 0 && (
        <button type="button" className="button quiet" onClick={retry}>
          {t("Try again")}
        </button>
      )}
    </div>
  );
}

/** A sentence about what went well, read out when there is time. */
export const SuccessNotice = ({ children }: { readonly children: ReactNode }) => (
  <div role="status" className="notice good">
    {children}
  </div>
);

/** Something is under way. */
export const Loading = ({ children = t("Loading…") }: { readonly children?: ReactNode }) => (
  <p role="status" className="waiting">
    <span className="spinner" aria-hidden="true" />
    {children}
  </p>
);

/** Nothing is there, and what to do about it. */
export const EmptyState = ({ children }: { readonly children: ReactNode }) => <div className="empty">{children}</div>;

interface QueryBoundaryProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** Shows the answer to a query; until it is there, that it is loading or why it failed. */
export function QueryBoundary<Data>({ query, children }: QueryBoundaryProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorNotice error={query.error} retry={() => void query.refetch()} />;
  return <Loading />;
}
