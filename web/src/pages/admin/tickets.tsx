import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { fieldProblem } from "#web/api/problem.ts";
import type { ContactSubmission } from "#web/api/types.ts";
import { invalidate, useApi, useApiMutation } from "#web/api/use-api.ts";
import { formatDateTime } from "#web/format.ts";
import { SelectField, TextField } from "#web/components/field.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { ErrorNotice } from "#web/components/notice.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { useSearchText } from "#web/components/use-search-text.ts";
import { useUrlState } from "#web/components/use-url-state.ts";
import { t } from "#web/messages/translate.ts";
import { Listing, oneOf } from "#web/components/listing.tsx";
import { StatusMessage, type Message } from "./status-message.tsx";

type Status = ContactSubmission["status"];

const limit = 20;
const searchMaxCharacters = 200;
const shown = [
  ["new", t("New")],
  ["reviewed", t("Reviewed")],
  ["closed", t("Closed")],
  ["all", t("All")],
] as const;
const statuses: Readonly<Record<Status, string>> = { new: t("new"), reviewed: t("reviewed"), closed: t("closed") };
/** Where a ticket can go from each status, and what the button says. */
const moves = {
  new: [
    ["reviewed", t("Mark as reviewed")],
    ["closed", t("Close")],
  ],
  reviewed: [["closed", t("Close")]],
  closed: [["reviewed", t("Reopen")]],
} as const satisfies Record<Status, readonly (readonly [Status, string])[]>;

interface MoveProps {
  readonly ticket: ContactSubmission;
  readonly onSaid: (text: string) => void;
}

function Moves({ ticket, onSaid }: MoveProps) {
  const { mutate, error, isPending } = useApiMutation("PATCH /v1/contact-submissions/{ticket_id}", [
    "GET /v1/contact-submissions",
  ]);
  const move = (status: Status): void =>
    mutate(
      { path: { ticket_id: ticket.ticket_id }, body: { status } },
      {
        onSuccess: () =>
          onSaid(
            t("The ticket of {name} is now {status, select, new {new} reviewed {reviewed} other {closed}}.", {
              name: ticket.name,
              status,
            }),
          ),
      },
    );
  return (
    <div className="row-actions">
      {moves[ticket.status].map(([status, words]) => (
        <button
          key={status}
          type="button"
          className="button quiet"
          disabled={isPending}
          aria-label={t("{action}: the ticket of {name}", { action: words, name: ticket.name })}
          onClick={() => move(status)}
        >
          {words}
        </button>
      ))}
      {error !== null && <ErrorNotice error={error} />}
    </div>
  );
}

const TicketRow = ({ ticket, onSaid }: MoveProps) => (
  <tr>
    <td className="long" data-label={t("From")}>
      <strong>{ticket.name}</strong>
      <p>
        <a href={`mailto:${encodeURIComponent(ticket.email)}`}>{ticket.email}</a>
      </p>
      {ticket.company !== null && <p className="soft">{ticket.company}</p>}
    </td>
    <td className="long" data-label={t("About")}>
      <p>{ticket.interested_products?.join(", ") || t("No product selected")}</p>
      {ticket.message !== null && <p className="message">{ticket.message}</p>}
      {ticket.how_did_you_hear !== null && (
        <p className="soft">{t("Source: {source}", { source: ticket.how_did_you_hear })}</p>
      )}
    </td>
    <td className="long" data-label={t("Status")}>
      <span className="badge" data-state={ticket.status}>
        {statuses[ticket.status]}
      </span>
      <p className="soft">{formatDateTime(ticket.created_at)}</p>
      <p className="soft small">
        <code>{ticket.ticket_id}</code>
      </p>
    </td>
    <td>
      <Moves ticket={ticket} onSaid={onSaid} />
    </td>
  </tr>
);

/** The messages of the contact form, each with its state. */
export function Tickets() {
  const state = useUrlState();
  const [search, setSearch] = useSearchText(state, searchMaxCharacters);
  const [said, setSaid] = useState<Message | null>(null);
  const client = useQueryClient();
  const tell = (text: string): void => {
    setSaid({ text });
    void invalidate(client, ["GET /v1/admin/attention"]);
  };
  const show = state.filter("show", ["reviewed", "closed", "all"]) ?? "new";
  const status = oneOf(["new", "reviewed", "closed"], show);
  const query = {
    ...{ page: state.page, limit },
    ...(status !== undefined && { status }),
    ...(state.search !== "" && { search: state.search }),
  };
  const tickets = useApi("GET /v1/contact-submissions", { query }, { placeholderData: keepPreviousData });
  const choose = (choice: string): void => {
    state.set("show", choice === "new" ? "" : choice);
    setSaid(null);
  };
  return (
    <>
      <PageHeading title={t("Tickets")} />
      <p>{t("Messages from the contact form.")}</p>
      <section className="card" aria-label={t("Tickets")}>
        <search className="row">
          <TextField
            label={t("Search")}
            value={search}
            onChange={setSearch}
            problem={fieldProblem(tickets.error, "search")}
            autoComplete="off"
            render={<input type="search" />}
          />
          <SelectField label={t("Show")} value={show} onChange={choose} choices={shown} />
        </search>
        <StatusMessage said={said} />
        <Listing query={tickets} empty={t("No tickets match these filters.")} onPage={state.setPage}>
          {(items) => (
            <ResponsiveTable columns={[t("From"), t("About"), t("Status")]} actions>
              {items.map((ticket) => (
                <TicketRow key={ticket.ticket_id} ticket={ticket} onSaid={tell} />
              ))}
            </ResponsiveTable>
          )}
        </Listing>
      </section>
    </>
  );
}
