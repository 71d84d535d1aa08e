import type { ReactNode } from "react";
import { Link } from "wouter";
import type { SpeechRequestSummary } from "#web/api/types.ts";
import { formatDateTime, formatNumber, formatRecent } from "#web/format.ts";
import { EmptyState } from "#web/components/notice.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { studioPath } from "#web/components/studio-path.ts";
import { rich, t } from "#web/messages/translate.ts";
import { RequestStatus } from "./request-status.tsx";
import { RequestTitle } from "./request-title.tsx";

const none = "–";

const Row = ({ request }: { readonly request: SpeechRequestSummary }) => (
  <tr>
    <td className="long">
      <RequestTitle request={request} list="" />
    </td>
    <td className="long" data-label={t("Voice")}>
      {request.voice?.name ?? none}
    </td>
    <td data-label={t("Created")}>
      <time dateTime={request.created_at} title={formatDateTime(request.created_at)}>
        {formatRecent(request.created_at)}
      </time>
    </td>
    <td data-label={t("Credits")}>
      {request.credits_consumed === null ? none : formatNumber(request.credits_consumed)}
    </td>
    <td data-label={t("Status")}>
      <RequestStatus request={request} />
    </td>
  </tr>
);

/** Speech requests in short, one a row, each with a way to all that is known of it. */
export const RequestTable = ({ requests }: { readonly requests: readonly SpeechRequestSummary[] }) => (
  <ResponsiveTable columns={[t("Request"), t("Voice"), t("Created"), t("Credits"), t("Status")]}>
    {requests.map((request) => (
      <Row key={request.request_id} request={request} />
    ))}
  </ResponsiveTable>
);

const studioLink = (words: readonly ReactNode[]) => <Link href={studioPath}>{words}</Link>;
const keyLink = (words: readonly ReactNode[]) => <Link href="/account/keys">{words}</Link>;

/** Shown while there is no request yet: the way to the first one. */
export const EmptyHistory = () => (
  <EmptyState>
    <p>
      {rich("No requests yet. Try the <studio>studio</studio>, or create an <key>API key</key> and call the API.", {
        studio: studioLink,
        key: keyLink,
      })}
    </p>
  </EmptyState>
);
