import { Link } from "wouter";
import type { SpeechRequestSummary } from "#web/api/types.ts";
import { formatDateTime, formatNumber } from "#web/format.ts";
import { EmptyState } from "#web/components/notice.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { requestSummary, requestPath, RequestStatus, requestTypes } from "./request-status.tsx";

const Row = ({ request }: { readonly request: SpeechRequestSummary }) => (
  <tr>
    <td data-label="Created">
      <Link href={requestPath(request.request_id)}>{formatDateTime(request.created_at)}</Link>
    </td>
    <td data-label="Type">{requestTypes[request.request_type]}</td>
    <td data-label="Content">{requestSummary(request) || "–"}</td>
    <td data-label="Credits">{request.credits_consumed === null ? "–" : formatNumber(request.credits_consumed)}</td>
    <td data-label="Status">
      <RequestStatus request={request} />
    </td>
  </tr>
);

/** Speech requests in short, one a row, each with a way to all that is known of it. */
export const RequestTable = ({ requests }: { readonly requests: readonly SpeechRequestSummary[] }) => (
  <ResponsiveTable columns={["Created", "Type", "Content", "Credits", "Status"]}>
    {requests.map((request) => (
      <Row key={request.request_id} request={request} />
    ))}
  </ResponsiveTable>
);

/** Where there is no request yet: how to make the first one. */
export const EmptyHistory = () => (
  <EmptyState>
    <p>
      No requests yet. Try the <Link href="/account/playground">playground</Link>, or create an{" "}
      <Link href="/account/keys">API key</Link> and call the API.
    </p>
  </EmptyState>
);
