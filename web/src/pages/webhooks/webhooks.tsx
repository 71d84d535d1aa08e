import type { ReactNode } from "react";
import { Link } from "wouter";
import type { WebhookEndpoint } from "#web/api/types.ts";
import { useApi, useApiMutation } from "#web/api/use-api.ts";
import { formatDateTime } from "#web/format.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { EmptyState, ErrorNotice, QueryBoundary } from "#web/components/notice.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { rich, t } from "#web/messages/translate.ts";
import { Deliveries } from "./deliveries.tsx";
import { eventCount } from "./endpoint-form.tsx";
import { EditEndpoint, NewEndpoint, RotateSecret } from "./endpoint-dialogs.tsx";
import { SingleCalls } from "./single-calls.tsx";
import { TestResult } from "./test-result.tsx";

const list = ["GET /v1/webhook-endpoints"] as const;

const reasons = {
  account: "",
  gone: t("It answered 410 Gone."),
  failures: t("It failed for days."),
} as const;

/** The state of an endpoint: red where calls fail, or failed until they were given up. */
function stateOf({ state, disabled_reason: reason, failing_since: since }: WebhookEndpoint) {
  if (state === "disabled") {
    const note = reasons[reason ?? "account"];
    return { name: t("Disabled"), look: note === "" ? "disabled" : "failed", note };
  }
  if (since === null) return { name: t("Enabled"), look: "active", note: "" };
  return { name: t("Failing"), look: "failed", note: t("Since {time}", { time: formatDateTime(since) }) };
}

interface RowProps {
  readonly endpoint: WebhookEndpoint;
}

function EndpointState({ endpoint }: RowProps) {
  const { name, look, note } = stateOf(endpoint);
  return (
    <>
      <span className="badge" data-state={look}>
        {name}
      </span>
      {note !== "" && <p className="soft">{note}</p>}
    </>
  );
}

function EndpointActions({ endpoint }: RowProps) {
  const { endpoint_id, url, state } = endpoint;
  const path = { endpoint_id };
  const change = useApiMutation("PATCH /v1/webhook-endpoints/{endpoint_id}", list);
  const test = useApiMutation("POST /v1/webhook-endpoints/{endpoint_id}/test", [
    "GET /v1/webhook-endpoints/{endpoint_id}/deliveries",
  ]);
  const remove = useApiMutation("DELETE /v1/webhook-endpoints/{endpoint_id}", list).mutateAsync;
  const isEnabled = state === "enabled";
  const error = change.error ?? test.error;
  return (
    <>
      <span className="row-actions">
        <Link
          className="button quiet"
          href={`/account/webhooks/${endpoint_id}`}
          aria-label={t("Calls of {url}", { url })}
        >
          {t("Calls")}
        </Link>
        {isEnabled && (
          <button
            type="button"
            className="button quiet"
            aria-label={t("Test {url}", { url })}
            disabled={test.isPending}
            onClick={() => test.mutate({ path })}
          >
            {t("Test")}
          </button>
        )}
        <EditEndpoint endpoint={endpoint} />
        <RotateSecret endpoint={endpoint} />
        <button
          type="button"
          className="button quiet"
          aria-label={isEnabled ? t("Disable {url}", { url }) : t("Enable {url}", { url })}
          disabled={change.isPending}
          onClick={() => change.mutate({ path, body: { state: isEnabled ? "disabled" : "enabled" } })}
        >
          {isEnabled ? t("Disable") : t("Enable")}
        </button>
        <ConfirmDialog
          trigger={t("Delete")}
          triggerLabel={t("Delete {url}", { url })}
          title={t("Delete this endpoint?")}
          action={t("Delete endpoint")}
          onConfirm={() => remove({ path })}
        >
          <p>{t("{url} is not called any more, and the log of its calls goes. This cannot be undone.", { url })}</p>
        </ConfirmDialog>
      </span>
      {error !== null && <ErrorNotice error={error} />}
      {test.isPending && <p className="soft">{t("Sending…")}</p>}
      {test.isSuccess && <TestResult key={test.data.delivery_id} delivery={test.data} />}
    </>
  );
}

const EndpointRow = ({ endpoint }: RowProps) => (
  <tr>
    <td className="long" data-label={t("Address")}>
      <strong>{endpoint.url}</strong>
      {endpoint.description !== "" && <p className="soft">{endpoint.description}</p>}
    </td>
    <td data-label={t("Events")}>
      {endpoint.events.length === eventCount ? t("All") : endpoint.events.join(", ")}
      {endpoint.include.includes("transcript") && <p className="soft">{t("With transcripts")}</p>}
    </td>
    <td data-label={t("Status")}>
      <EndpointState endpoint={endpoint} />
    </td>
    <td>
      <EndpointActions endpoint={endpoint} />
    </td>
  </tr>
);

const Endpoints = ({ endpoints }: { readonly endpoints: readonly WebhookEndpoint[] }) => (
  <ResponsiveTable columns={[t("Address"), t("Events"), t("Status")]} actions>
    {endpoints.map((endpoint) => (
      <EndpointRow key={endpoint.endpoint_id} endpoint={endpoint} />
    ))}
  </ResponsiveTable>
);

const callbacksLink = (words: readonly ReactNode[]) => <a href="/docs/callbacks">{words}</a>;

const AllEndpoints = () => {
  const endpoints = useApi("GET /v1/webhook-endpoints", {});
  return (
    <>
      <PageHeading title={t("Webhooks")}>
        <NewEndpoint />
      </PageHeading>
      <p>
        {rich("Your servers are called when something happens. <link>How to receive the calls</link>", {
          link: callbacksLink,
        })}
      </p>
      <section className="card" aria-label={t("Endpoints")}>
        <QueryBoundary query={endpoints}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState>{t("No endpoints yet. Add the address of your server above.")}</EmptyState>
            ) : (
              <Endpoints endpoints={items} />
            )
          }
        </QueryBoundary>
      </section>
      <SingleCalls />
    </>
  );
};

/** The calls of an endpoint, or those of single requests, whose endpoint is not in the list. */
function EndpointCalls({ endpointId }: { readonly endpointId: string }) {
  const { data } = useApi("GET /v1/webhook-endpoints", {});
  const endpoint = data?.items.find((one) => one.endpoint_id === endpointId);
  const others = data === undefined ? t("Calls of an endpoint") : t("Calls of single requests");
  return (
    <>
      <PageHeading title={endpoint === undefined ? others : t("Calls of {url}", { url: endpoint.url })} />
      <p>
        <Link href="/account/webhooks">{t("All endpoints")}</Link>
      </p>
      <Deliveries endpointId={endpointId} />
    </>
  );
}

/** The addresses of the account that are called; with an id, the calls of one. */
export const Webhooks = ({ params }: { readonly params: { readonly id?: string } }) =>
  params.id === undefined ? <AllEndpoints /> : <EndpointCalls endpointId={params.id} />;
