import { useState } from "react";
import type { DeletedRequests, SpeechRequestPage } from "#web/api/types.ts";
import { formatCount, formatNumber } from "#web/format.ts";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { t } from "#web/messages/translate.ts";
import { DeleteSelected } from "./delete-selected.tsx";
import { RequestRow } from "./request-row.tsx";
import type { HistoryFilters } from "./use-history-filters.ts";

/** The columns of the list; that of keys where one of its requests has one. */
const columnsOf = (hasKeys: boolean) => [
  ...[t("Request"), t("Voice or language")],
  ...(hasKeys ? [t("API key")] : []),
  ...[t("Created"), t("Credits"), t("Status")],
];

/** Everything that the filters find, as files. */
function Export({ filter }: { readonly filter: HistoryFilters["filter"] }) {
  const known = Object.entries(filter).map(([name, value]) => [name, String(value)]);
  const address = (format: string): string =>
    `/v1/speech/requests/export?${new URLSearchParams([...known, ["format", format]]).toString()}`;
  return (
    <span className="row export">
      {(["csv", "json"] as const).map((format) => (
        <a key={format} className="button quiet" href={address(format)} download={`requests.${format}`}>
          {t("Export {format}", { format: format.toUpperCase() })}
        </a>
      ))}
    </span>
  );
}

interface RequestListProps {
  readonly page: SpeechRequestPage;
  readonly filter: HistoryFilters["filter"];
  /** Receives what was deleted; null when that is old news. */
  readonly onDeleted: (result: DeletedRequests | null) => void;
}

/** A page of requests: each can be played and deleted, and several deleted at once. */
export function RequestList({ page: { items, total }, filter, onDeleted }: RequestListProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [playing, setPlaying] = useState<string | null>(null);
  const hasKeys = items.some(({ api_key: key }) => key !== null);
  const selected = items.filter(({ request_id: id }) => chosen.has(id));
  const select = (ids: readonly string[], on: boolean): void => {
    onDeleted(null);
    setChosen((known) => (on ? known.union(new Set(ids)) : known.difference(new Set(ids))));
  };
  return (
    <>
      <div className="history-tools">
        <label className="select-all">
          <input
            type="checkbox"
            checked={selected.length === items.length}
            onChange={({ target }) =>
              select(
                items.map(({ request_id: id }) => id),
                target.checked,
              )
            }
          />
          {selected.length === 0
            ? t("Select all on this page")
            : t("{number} selected", { number: formatNumber(selected.length) })}
        </label>
        {selected.length > 0 && <DeleteSelected requests={selected} onDeleted={onDeleted} />}
        <p role="status" className="hint">
          {formatCount(total, "request")}
        </p>
        <Export filter={filter} />
      </div>
      <div className="history-table">
        <ResponsiveTable columns={columnsOf(hasKeys)} actions>
          {items.map((request) => {
            const { request_id: id } = request;
            return (
              <RequestRow
                key={id}
                request={request}
                hasKeys={hasKeys}
                selected={chosen.has(id)}
                playing={playing === id}
                onSelect={(on) => select([id], on)}
                onPlay={(on) => setPlaying(on ? id : null)}
              />
            );
          })}
        </ResponsiveTable>
      </div>
    </>
  );
}
