import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { useApi } from "#web/api/use-api.ts";
import { formatDateTime, formatNumber } from "#web/format.ts";
import { SelectField } from "#web/components/field.tsx";
import { scopeLabels } from "#web/components/key-scopes.ts";
import { keyState } from "#web/components/key-state.ts";
import { ledgerKinds, poolChoices } from "#web/components/credit-words.ts";
import { PaymentTable } from "#web/components/payment-table.tsx";
import { RequestStatus, requestTypes } from "#web/components/requests/request-status.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { useUrlState } from "#web/components/use-url-state.ts";
import { rich, t } from "#web/messages/translate.ts";
import { accountPath } from "./account-name.ts";
import { Listing, oneOf } from "#web/components/listing.tsx";

const limit = 10;
const placeholderData = keepPreviousData;
const uuid = /^[0-9a-f-]{36}$/;

interface ListProps {
  readonly userId: string;
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

const Section = ({ id, title, children }: SectionProps) => (
  <section className="card" aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    {children}
  </section>
);

function Payments({ userId }: ListProps) {
  const [page, setPage] = useState(1);
  const input = { path: { user_id: userId }, query: { page, limit } };
  const payments = useApi("GET /v1/admin/accounts/{user_id}/payments", input, { placeholderData });
  return (
    <Section id="payments" title={t("Payments")}>
      <Listing query={payments} empty={t("No payments.")} onPage={setPage}>
        {(items) => (
          <PaymentTable
            payments={items}
            receiptAddress={({ payments_order_id: id }) => `/v1/admin/payments/${encodeURIComponent(id)}/receipt`}
          />
        )}
      </Listing>
    </Section>
  );
}

function Keys({ userId }: ListProps) {
  const [page, setPage] = useState(1);
  const input = { path: { user_id: userId }, query: { page, limit } };
  const keys = useApi("GET /v1/admin/accounts/{user_id}/api-keys", input, { placeholderData });
  return (
    <Section id="keys" title={t("API keys")}>
      <Listing query={keys} empty={t("No API keys.")} onPage={setPage}>
        {(items) => (
          <ResponsiveTable columns={[t("Name"), t("Scopes"), t("Last used"), t("Status")]}>
            {items.map((apiKey) => (
              <tr key={apiKey.api_key_id}>
                <td className="long" data-label={t("Name")}>
                  <strong>{apiKey.name}</strong>
                  <p className="soft">
                    {rich("Ends in {end}", { end: <code className="unbroken">…{apiKey.hint}</code> })}
                  </p>
                </td>
                <td data-label={t("Scopes")}>{scopeLabels(apiKey.scopes)}</td>
                <td data-label={t("Last used")}>
                  {apiKey.last_used_at === null ? t("Never") : formatDateTime(apiKey.last_used_at)}
                </td>
                <td data-label={t("Status")}>{keyState(apiKey)}</td>
              </tr>
            ))}
          </ResponsiveTable>
        )}
      </Listing>
    </Section>
  );
}

function Requests({ userId }: ListProps) {
  const [page, setPage] = useState(1);
  const requestId = useUrlState().match("request", uuid);
  const query = requestId === undefined ? { page, limit } : { page: 1, limit, request_id: requestId };
  const input = { path: { user_id: userId }, query };
  const requests = useApi("GET /v1/admin/accounts/{user_id}/requests", input, { placeholderData });
  return (
    <Section id="requests" title={t("Requests")}>
      <p className="hint">{t("Texts and audio are shown to the account only.")}</p>
      {requestId !== undefined && (
        <p>
          <Link href={accountPath(userId)}>{t("Show all requests")}</Link>
        </p>
      )}
      <Listing query={requests} empty={t("No requests.")} onPage={setPage}>
        {(items) => (
          <ResponsiveTable columns={[t("Request"), t("Type"), t("Created"), t("Credits"), t("Status")]}>
            {items.map((request) => (
              <tr key={request.request_id}>
                <td className="long" data-label={t("Request")}>
                  <code className="small">{request.request_id}</code>
                </td>
                <td data-label={t("Type")}>{requestTypes[request.request_type]}</td>
                <td data-label={t("Created")}>{formatDateTime(request.created_at)}</td>
                <td data-label={t("Credits")}>
                  {request.credits_consumed === null ? "–" : formatNumber(request.credits_consumed)}
                </td>
                <td className="long" data-label={t("Status")}>
                  <RequestStatus request={{ ...request, audio_url: null }} />
                </td>
              </tr>
            ))}
          </ResponsiveTable>
        )}
      </Listing>
    </Section>
  );
}

function Ledger({ userId }: ListProps) {
  const [{ pool, page }, setAsked] = useState({ pool: "tts", page: 1 });
  const query = { page, limit, pool: oneOf(["asr"], pool) ?? ("tts" as const) };
  const input = { path: { user_id: userId }, query };
  const ledger = useApi("GET /v1/admin/accounts/{user_id}/ledger", input, { placeholderData });
  return (
    <Section id="ledger" title={t("Credit ledger")}>
      <SelectField
        label={t("Credits")}
        value={pool}
        onChange={(choice) => setAsked({ pool: choice, page: 1 })}
        choices={poolChoices}
      />
      <Listing query={ledger} empty={t("No entries.")} onPage={(next) => setAsked({ pool, page: next })}>
        {(items) => (
          <ResponsiveTable columns={[t("Date"), t("Entry"), t("Credits"), t("About")]}>
            {items.map((entry) => (
              <tr key={entry.entry_id}>
                <td data-label={t("Date")}>{formatDateTime(entry.created_at)}</td>
                <td data-label={t("Entry")}>{ledgerKinds[entry.kind]}</td>
                <td data-label={t("Credits")}>{formatNumber(entry.credits)}</td>
                <td className="long" data-label={t("About")}>
                  {entry.reason}
                  {entry.request_id !== null && (
                    <Link href={`${accountPath(userId)}?request=${entry.request_id}`}>
                      <code className="small">{entry.request_id}</code>
                    </Link>
                  )}
                  {entry.payments_order_id !== null && <code className="small">{entry.payments_order_id}</code>}
                </td>
              </tr>
            ))}
          </ResponsiveTable>
        )}
      </Listing>
    </Section>
  );
}

/** The payments, keys, requests and credits of an account. */
export const AccountLists = ({ userId }: ListProps) => (
  <>
    <Payments userId={userId} />
    <Keys userId={userId} />
    <Requests userId={userId} />
    <Ledger userId={userId} />
  </>
);
