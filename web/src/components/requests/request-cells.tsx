import type { ReactNode } from "react";
import type { SpeechRequestSummary } from "#web/api/types.ts";
import { formatDateTime, formatNumber, formatRecent } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { RequestStatus } from "./request-status.tsx";
import { RequestTitle } from "./request-title.tsx";

/** Stands where a request has nothing to show. */
const none = "–";

interface TitleCellProps {
  readonly request: SpeechRequestSummary;
  /** The query string of the list that leads to the request. */
  readonly list: string;
  /** Stands before the title. */
  readonly children?: ReactNode;
}

/** The title of a request, with a way to all that is known of it. */
export const TitleCell = ({ request, list, children }: TitleCellProps) => (
  <td className="long">
    <span className="request-cell">
      {children}
      <span>
        <RequestTitle request={request} list={list} />
      </span>
    </span>
  </td>
);

/** A cell with the name of something that belongs to a request. */
export const NameCell = ({ label, name }: { readonly label: string; readonly name: string | undefined }) => (
  <td className="long" data-label={label} data-empty={name === undefined}>
    {name ?? none}
  </td>
);

/** Cells with the time of a request, its price and its progress. */
export const FactCells = ({ request }: { readonly request: SpeechRequestSummary }) => (
  <>
    <td data-label={t("Created")}>
      <time dateTime={request.created_at} title={formatDateTime(request.created_at)}>
        {formatRecent(request.created_at)}
      </time>
    </td>
    <td className="credits-cell" data-label={t("Credits")}>
      {request.credits_consumed === null ? none : formatNumber(request.credits_consumed)}
    </td>
    <td className="status-cell" data-label={t("Status")}>
      <RequestStatus request={request} />
    </td>
  </>
);
