import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { WebhookEvent } from "#web/api/types.ts";
import { useApi, useApiMutation } from "#web/api/use-api.ts";
import { formatDateTime } from "#web/format.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { SelectField } from "#web/components/field.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { useUrlState } from "#web/components/use-url-state.ts";
import { rich, t } from "#web/messages/translate.ts";
import { accountPath, closedAccount } from "./account-name.ts";
import { Listing } from "#web/components/listing.tsx";
import { StatusMessage, type Message } from "./status-message.tsx";

const limit = 20;
const senders = { identity: t("Identity provider"), payment: t("Payment provider") } as const;
const statuses: Readonly<Record<WebhookEvent["status"], string>> = {
  queued: t("queued"),
  processed: t("processed"),
  ignored: t("ignored"),
  quarantined: t("quarantined"),
  failed: t("failed"),
};
const shown = [
  ["open", t("Needs attention")],
  ["done", t("Resolved")],
  ["all", t("All")],
] as const;
const from = [["all", t("All")], ...Object.entries(senders)] as const;

interface RowProps {
  readonly event: WebhookEvent;
  readonly onSaid: (text: string) => void;
}

function Resolve({ event, onSaid }: RowProps) {
  const operation = "POST /v1/admin/webhook-events/{webhook_event_id}/resolve";
  const { mutateAsync } = useApiMutation(operation, ["GET /v1/admin/webhook-events", "GET /v1/admin/attention"]);
  const resolve = async (): Promise<void> => {
    await mutateAsync({ path: { webhook_event_id: event.webhook_event_id } });
    onSaid(t("{type} is marked as resolved.", { type: event.type }));
  };
  return (
    <ConfirmDialog
      harmless
      trigger={t("Mark as resolved")}
      triggerLabel={t("Mark as resolved: {type} of {time}", {
        type: event.type,
        time: formatDateTime(event.received_at),
      })}
      title={t("Mark {type} as resolved?", { type: event.type })}
      action={t("Mark as resolved")}
      keep={t("Not yet")}
      onConfirm={resolve}
    >
      <p>{t("It leaves the list permanently. The event itself is not applied.")}</p>
    </ConfirmDialog>
  );
}

/** Who has dealt with it, or a way to say so. */
function Attention({ event, onSaid }: RowProps) {
  const { resolved_at: at, resolved_by: by } = event;
  if (at === null) {
    const open = event.status === "quarantined" || event.status === "failed";
    return open && <Resolve event={event} onSaid={onSaid} />;
  }
  const time = formatDateTime(at);
  if (by === null) return <p className="soft">{t("Done {time}, on the command line", { time })}</p>;
  const name = <Link href={accountPath(by)}>{event.resolved_by_name ?? closedAccount}</Link>;
  return <p className="soft">{rich("Done {time}, by {name}", { time, name })}</p>;
}

const EventRow = ({ event, onSaid }: RowProps) => (
  <tr>
    <td className="long" data-label={t("Type")}>
      <strong>{event.type}</strong>
      <p className="soft">{senders[event.provider]}</p>
      <p className="soft">{formatDateTime(event.received_at)}</p>
      <p className="soft small">
        <code>{event.event_id}</code>
      </p>
    </td>
    <td className="long" data-label={t("About")}>
      {event.subject === null ? <span className="soft">{t("None")}</span> : <code>{event.subject}</code>}
      {event.user_id !== null && (
        <p>
          <Link href={accountPath(event.user_id)}>{event.user_name ?? closedAccount}</Link>
        </p>
      )}
    </td>
    <td className="long" data-label={t("Status")}>
      <span className="badge" data-state={event.status}>
        {statuses[event.status]}
      </span>
      {event.detail !== null && <p className="reason">{event.detail}</p>}
    </td>
    <td>
      <Attention event={event} onSaid={onSaid} />
    </td>
  </tr>
);

const Table = ({
  events,
  onSaid,
}: {
  readonly events: readonly WebhookEvent[];
  readonly onSaid: RowProps["onSaid"];
}) => (
  <ResponsiveTable columns={[t("Type"), t("About"), t("Status")]} actions>
    {events.map((event) => (
      <EventRow key={event.webhook_event_id} event={event} onSaid={onSaid} />
    ))}
  </ResponsiveTable>
);

const empty = {
  open: t("Nothing needs attention."),
  done: t("Nothing is marked as resolved."),
  all: t("No notifications yet."),
};

/** Notifications of the providers, and those that need attention. */
export function Events() {
  const state = useUrlState();
  const [said, setSaid] = useState<Message | null>(null);
  const provider = state.filter("provider", ["identity", "payment"]);
  const show = state.filter("show", ["done", "all"]) ?? "open";
  const query = {
    ...{ page: state.page, limit },
    ...(provider !== undefined && { provider }),
    ...(show !== "all" && { resolved: show === "done" }),
  };
  const events = useApi("GET /v1/admin/webhook-events", { query }, { placeholderData: keepPreviousData });
  const choose = (name: string, value: string): void => {
    state.set(name, value);
    setSaid(null);
  };
  return (
    <>
      <PageHeading title={t("Provider events")} />
      <p>
        {t(
          "Notifications of the identity provider and the payment provider. Payments that match no order are quarantined: look them up at the provider, refund them there or correct the credits of the account, then mark them as resolved.",
        )}
      </p>
      <section className="card" aria-label={t("Provider events")}>
        <div className="row">
          <SelectField
            label={t("Show")}
            value={show}
            onChange={(choice) => choose("show", choice === "open" ? "" : choice)}
            choices={shown}
          />
          <SelectField
            label={t("From")}
            value={provider ?? "all"}
            onChange={(choice) => choose("provider", choice === "all" ? "" : choice)}
            choices={from}
          />
        </div>
        <StatusMessage said={said} />
        <Listing query={events} empty={empty[show]} onPage={state.setPage}>
          {(items) => <Table events={items} onSaid={(text) => setSaid({ text })} />}
        </Listing>
      </section>
    </>
  );
}
