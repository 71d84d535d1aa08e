import { useState } from "react";
import { call } from "#web/api/call.ts";
import type { ApiKey, ApiKeyPage } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatDate, formatDateTime } from "#web/format.ts";
import { SelectField } from "#web/components/field.tsx";
import { isLiveKey, keyState } from "#web/components/key-state.ts";
import { scopeLabels } from "#web/components/key-scopes.ts";
import { PageHeading } from "#web/components/page-heading.tsx";
import { EmptyState, QueryBoundary } from "#web/components/notice.tsx";
import { Pager } from "#web/components/pager.tsx";
import { useUrlState } from "#web/components/use-url-state.ts";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { rich, t } from "#web/messages/translate.ts";
import { KeyUse } from "./key-use.tsx";
import { LimitKey } from "./limit-key.tsx";
import { NewKey } from "./new-key.tsx";
import { RevokeDescendants, RevokeKey } from "./revoke-key.tsx";
import { RotateKey } from "./rotate-key.tsx";

const limit = 20;

/** One that was replaced already is on its way out. */
const canRotate = (apiKey: ApiKey): boolean => isLiveKey(apiKey) && apiKey.replaced_by_key_id === null;

interface RowProps {
  readonly apiKey: ApiKey;
  readonly onRotate: (apiKey: ApiKey) => void;
}

const KeyRow = ({ apiKey, onRotate }: RowProps) => (
  <tr>
    <td className="long" data-label={t("Name")}>
      <strong>{apiKey.name}</strong>
      {apiKey.description !== "" && <p className="soft">{apiKey.description}</p>}
      {apiKey.created_by_key_name !== null && (
        <p className="soft">{t("Created with “{name}”", { name: apiKey.created_by_key_name })}</p>
      )}
      <p className="soft">{rich("Ends in {end}", { end: <code className="unbroken">…{apiKey.hint}</code> })}</p>
    </td>
    <td data-label={t("Scopes")}>{scopeLabels(apiKey.scopes)}</td>
    <td data-label={t("Credits this month")}>
      <KeyUse apiKey={apiKey} />
    </td>
    <td data-label={t("Last used")}>
      {apiKey.last_used_at === null ? t("Never") : formatDateTime(apiKey.last_used_at)}
      <p className="soft">{t("Created {date}", { date: formatDate(apiKey.created_at) })}</p>
    </td>
    <td data-label={t("Status")}>{keyState(apiKey)}</td>
    <td>
      <span className="row-actions">
        {isLiveKey(apiKey) && <LimitKey apiKey={apiKey} />}
        {canRotate(apiKey) && (
          <button
            type="button"
            className="button quiet"
            aria-label={t("Replace {name}", { name: apiKey.name })}
            onClick={() => onRotate(apiKey)}
          >
            {t("Replace")}
          </button>
        )}
        {isLiveKey(apiKey) && <RevokeKey apiKey={apiKey} />}
        {!isLiveKey(apiKey) && apiKey.live_descendants > 0 && <RevokeDescendants apiKey={apiKey} />}
      </span>
    </td>
  </tr>
);

interface KeysProps extends Pick<RowProps, "onRotate"> {
  readonly page: ApiKeyPage;
  readonly onPage: (page: number) => void;
}

const Keys = ({ page, onPage, onRotate }: KeysProps) => (
  <>
    <ResponsiveTable columns={[t("Name"), t("Scopes"), t("Credits this month"), t("Last used"), t("Status")]} actions>
      {page.items.map((apiKey) => (
        <KeyRow key={apiKey.api_key_id} apiKey={apiKey} onRotate={onRotate} />
      ))}
    </ResponsiveTable>
    <p className="hint">
      {t(
        "The credits of this month include those held for unfinished requests. Usage counts a request once it is charged.",
      )}
    </p>
    <Pager list={page} onPage={onPage} />
  </>
);

const shown = [
  ["live", t("Active")],
  ["revoked", t("Revoked")],
] as const;

/** The keys of the account: making one, seeing when each was used, replacing, revoking. */
export function ApiKeys() {
  const { page, filter, setPage, set } = useUrlState();
  const status = filter("status", ["live", "revoked"]) ?? "live";
  const [rotated, setRotated] = useState<ApiKey | null>(null);
  const keys = useApi("GET /v1/api-keys", { query: { page, limit, status } });
  return (
    <>
      <PageHeading title={t("API keys")}>
        <NewKey create={(body) => call("POST /v1/api-keys", { body })} />
      </PageHeading>
      <p>{t("A key is shown once, when it is created. Keep it secret, and never put it in a web page.")}</p>
      <section className="card" aria-label={t("Keys")}>
        <div className="row">
          <SelectField label={t("Show")} value={status} onChange={(value) => set("status", value)} choices={shown} />
        </div>
        <QueryBoundary query={keys}>
          {(known) =>
            known.items.length === 0 && page === 1 ? (
              <EmptyState>
                {status === "live" ? t("No API keys yet. Create your first key above.") : t("No revoked keys.")}
              </EmptyState>
            ) : (
              <Keys page={known} onPage={setPage} onRotate={setRotated} />
            )
          }
        </QueryBoundary>
      </section>
      {rotated !== null && <RotateKey key={rotated.api_key_id} apiKey={rotated} onClosed={() => setRotated(null)} />}
    </>
  );
}
