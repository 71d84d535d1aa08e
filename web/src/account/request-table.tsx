import { Link } from "wouter";
import type { SpeechRequestSummary } from "#web/api/types.ts";
import { momentWords, numberWords } from "#web/api/words.ts";
import { StackingTable } from "#web/parts/stacking-table.tsx";
import { matter, requestAddress, RequestState, requestTypes } from "./request-state.tsx";

const Row = ({ request }: { readonly request: SpeechRequestSummary }) => (
  <tr>
    <td data-label="When">
      <Link href={requestAddress(request.request_id)}>{momentWords(request.created_at)}</Link>
    </td>
    <td data-label="What">{requestTypes[request.request_type]}</td>
    <td data-label="Of">{matter(request) || "–"}</td>
    <td data-label="Credits">{request.credits_consumed === null ? "–" : numberWords(request.credits_consumed)}</td>
    <td data-label="State">
      <RequestState request={request} />
    </td>
  </tr>
);

/** Speech requests, one a row, each with a way to all that is known of it. */
export const RequestTable = ({ requests }: { readonly requests: readonly SpeechRequestSummary[] }) => (
  <StackingTable columns={["When", "What", "Of", "Credits", "State"]}>
    {requests.map((request) => (
      <Row key={request.request_id} request={request} />
    ))}
  </StackingTable>
);
