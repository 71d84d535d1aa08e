import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorMessage } from "#web/api/problem.ts";

/** A sentence about what went wrong, read out at once. */
export const ErrorNotice = ({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) => (
  <div role="alert" className="notice bad">
    <p>{errorMessage(error)}</p>
    {retry && (
      <button type="button" className="button quiet" onClick={retry}>
        Try again
      </button>
    )}
  </div>
);

/** A sentence about what went well, read out when there is time. */
export const SuccessNotice = ({ children }: { readonly children: ReactNode }) => (
  <div role="status" className="notice good">
    {children}
  </div>
);

/** Something is under way. */
export const Loading = ({ children = "Loading…" }: { readonly children?: ReactNode }) => (
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

/** What a question was answered, once it is; until then that it is being asked, or why it failed. */
export function QueryBoundary<Data>({ query, children }: QueryBoundaryProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorNotice error={query.error} retry={() => void query.refetch()} />;
  return <Loading />;
}
