import type { WebhookDelivery } from "#web/api/types.ts";
import { useApi, useApiMutation } from "#web/api/use-api.ts";
import { formatDateTime, formatMilliseconds } from "#web/format.ts";
import { SelectField } from "#web/components/field.tsx";
import { EmptyState, ErrorNotice, QueryBoundary } from "#web/components/notice.tsx";
import { Pager } from "#web/components/pager.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { useUrlState } from "#web/components/use-url-state.ts";
import { t } from "#web/messages/translate.ts";

const limit = 20;
const refreshMs = 3_000;
const statuses = [
  ["", t("All")],
  ["pending", t("To be sent")],
  ["delivered", t("Delivered")],
  ["failed", t("Failed")],
] as const;
const statusNames = {
  waiting: t("Waits for the request"),
  pending: t("To be sent"),
  delivered: t("Delivered"),
  failed: t("Failed"),
};

/** The status of a call, and of one that failed the time when it is made again. */
function statusWords({ status, last_error: error, next_attempt_at: next }: WebhookDelivery): string {
  if (status === "pending" && error !== null && next !== null) {
    return t("Failed, next try {time}", { time: formatDateTime(next) });
  }
  return statusNames[status];
}

/** The answer of the last attempt, or why there was none, with the time that it took. */
export function attemptWords({
  last_status: status,
  last_error: error,
  last_duration_ms: ms,
}: WebhookDelivery): string {
  const result = error ?? t("Answered {status}.", { status: String(status) });
  return ms === null ? result : `${result} ${t("It took {duration}.", { duration: formatMilliseconds(ms) })}`;
}

/** Sends a call again. */
function Retry({ delivery }: { readonly delivery: WebhookDelivery }) {
  const again = useApiMutation("POST /v1/webhook-deliveries/{delivery_id}/retry", [
    "GET /v1/webhook-endpoints/{endpoint_id}/deliveries",
  ]);
  const { delivery_id, type } = delivery;
  return (
    <>
      <button
        type="button"
        className="button quiet"
        disabled={again.isPending}
        aria-label={type === null ? t("Send again: the event") : t("Send again: {type}", { type })}
        onClick={() => again.mutate({ path: { delivery_id } })}
      >
        {t("Send again")}
      </button>
      {again.error !== null && <ErrorNotice error={again.error} />}
    </>
  );
}

const DeliveryRow = ({ delivery }: { readonly delivery: WebhookDelivery }) => (
  <tr>
    <td className="long" data-label={t("Event")}>
      <strong>{delivery.type ?? "–"}</strong>
      {delivery.url !== null && <p className="soft">{delivery.url}</p>}
      <details>
        <summary>{t("Body")}</summary>
        <pre className="message">{JSON.stringify(delivery.payload, null, 2)}</pre>
      </details>
    </td>
    <td className="long" data-label={t("Status")}>
      {statusWords(delivery)}
      {delivery.last_attempt_at !== null && <p className="soft">{attemptWords(delivery)}</p>}
    </td>
    <td data-label={t("Attempts")}>
      {delivery.attempts}
      {delivery.last_attempt_at !== null && <p className="soft">{formatDateTime(delivery.last_attempt_at)}</p>}
    </td>
    <td data-label={t("Created")}>{formatDateTime(delivery.created_at)}</td>
    <td>{delivery.status !== "waiting" && <Retry delivery={delivery} />}</td>
  </tr>
);

/** The calls of an endpoint, newest first, with what became of each. */
export function Deliveries({ endpointId }: { readonly endpointId: string }) {
  const { page, filter, setPage, set } = useUrlState();
  const status = filter("status", ["pending", "delivered", "failed"]);
  const query = { page, limit, ...(status !== undefined && { status }) };
  const deliveries = useApi(
    "GET /v1/webhook-endpoints/{endpoint_id}/deliveries",
    { path: { endpoint_id: endpointId }, query },
    { refetchInterval: refreshMs },
  );
  return (
    <section className="card" aria-label={t("Calls")}>
      <div className="row">
        <SelectField
          label={t("Show")}
          value={status ?? ""}
          onChange={(value) => set("status", value)}
          choices={statuses}
        />
      </div>
      <QueryBoundary query={deliveries}>
        {(list) =>
          list.items.length === 0 && page === 1 ? (
            <EmptyState>{t("No calls yet. Send a test event to see one.")}</EmptyState>
          ) : (
            <>
              <ResponsiveTable columns={[t("Event"), t("Status"), t("Attempts"), t("Created")]} actions>
                {list.items.map((delivery) => (
                  <DeliveryRow key={delivery.delivery_id} delivery={delivery} />
                ))}
              </ResponsiveTable>
              <Pager list={list} onPage={setPage} />
            </>
          )
        }
      </QueryBoundary>
    </section>
  );
}
