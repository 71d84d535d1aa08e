import type { ReactNode } from "react";
import { Link } from "wouter";
import type { SpeechRequestSummary } from "#web/api/types.ts";
import { EmptyState } from "#web/components/notice.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { studioPath } from "#web/components/studio-path.ts";
import { rich, t } from "#web/messages/translate.ts";
import { FactCells, NameCell, TitleCell } from "./request-cells.tsx";

/** Speech requests in short, one a row, each with a way to all that is known of it. */
export const RequestTable = ({ requests }: { readonly requests: readonly SpeechRequestSummary[] }) => (
  <div className="history-table">
    <ResponsiveTable columns={[t("Request"), t("Voice"), t("Created"), t("Credits"), t("Status")]}>
      {requests.map((request) => (
        <tr key={request.request_id}>
          <TitleCell request={request} list="" />
          <NameCell label={t("Voice")} name={request.voice?.name} />
          <FactCells request={request} />
        </tr>
      ))}
    </ResponsiveTable>
  </div>
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
