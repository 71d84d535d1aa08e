import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { fieldProblem } from "#web/api/problem.ts";
import type { ListedAccount } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatCount, formatDate, formatDuration, formatRecent } from "#web/format.ts";
import { Form } from "#web/components/form.tsx";
import { SelectField, TextField } from "#web/components/field.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { accountName, accountPath } from "./account-name.ts";
import { Listing, oneOf } from "./listing.tsx";

const limit = 20;
const roles = [
  ["all", "All"],
  ["user", "Users"],
  ["admin", "Admins"],
] as const;

const orders = [
  ["newest", "Newest first"],
  ["oldest", "Oldest first"],
  ["email", "By e-mail"],
] as const;

const standing = ({ closed_at: closedAt, blocked_at: blockedAt, role }: ListedAccount): string => {
  if (closedAt !== null) return "closed";
  return blockedAt === null ? role : "blocked";
};

const AccountRow = ({ account }: { readonly account: ListedAccount }) => (
  <tr>
    <td className="long" data-label="Account">
      <Link href={accountPath(account.user_id)}>{accountName(account)}</Link>
      <p className="soft">
        {account.email}
        {account.has_identity && !account.email_verified && account.closed_at === null && " (not verified)"}
      </p>
    </td>
    <td data-label="Role">
      <span className="badge" data-state={standing(account)}>
        {standing(account)}
      </span>
    </td>
    <td data-label="Plan">{account.plan_name ?? "None"}</td>
    <td data-label="Credits">
      {formatCount(account.credits.tts_remaining, "character")}
      <p className="soft">{formatDuration(account.credits.asr_remaining)}</p>
    </td>
    <td data-label="Last used">{account.last_used_at === null ? "Never" : formatRecent(account.last_used_at)}</td>
    <td data-label="Created">
      <span>{formatDate(account.created_at)}</span>
    </td>
  </tr>
);

interface SearchProps {
  readonly problem: string | undefined;
  readonly role: string;
  readonly onSearch: (text: string) => void;
  readonly onRole: (role: string) => void;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

function Search({ problem, role, onSearch, onRole, sort, onSort }: SearchProps) {
  const [text, setText] = useState("");
  const submit = (): void => {
    onSearch(text);
  };
  return (
    <search>
      <Form className="row" onSubmit={submit}>
        <TextField
          label="Name or e-mail"
          value={text}
          onChange={setText}
          problem={problem}
          autoComplete="off"
          render={<input type="search" />}
        />
        <button type="submit" className="button">
          Search
        </button>
        <SelectField label="Show" value={role} onChange={onRole} choices={roles} />
        <SelectField label="Order" value={sort} onChange={onSort} choices={orders} />
      </Form>
    </search>
  );
}

/** All accounts, with search. */
export function Accounts() {
  const [asked, setAsked] = useState({ search: "", role: "all", sort: "newest", page: 1 });
  const { search, page } = asked;
  const role = oneOf(["user", "admin"], asked.role);
  const sort = oneOf(["oldest", "email"], asked.sort) ?? ("newest" as const);
  const query = { page, limit, sort, ...(search !== "" && { search }), ...(role !== undefined && { role }) };
  const accounts = useApi("GET /v1/admin/accounts", { query }, { placeholderData: keepPreviousData });
  const ask = (change: Partial<typeof asked>): void => setAsked((known) => ({ ...known, page: 1, ...change }));
  return (
    <>
      <PageHeading title="Accounts" />
      <section className="card" aria-label="Accounts">
        <Search
          problem={fieldProblem(accounts.error, "search")}
          role={asked.role}
          onSearch={(text) => ask({ search: text })}
          onRole={(choice) => ask({ role: choice })}
          sort={sort}
          onSort={(choice) => ask({ sort: choice })}
        />
        <Listing query={accounts} empty="No accounts match these filters." onPage={(next) => ask({ page: next })}>
          {(items) => (
            <ResponsiveTable columns={["Account", "Role", "Plan", "Credits", "Last used", "Created"]}>
              {items.map((account) => (
                <AccountRow key={account.user_id} account={account} />
              ))}
            </ResponsiveTable>
          )}
        </Listing>
      </section>
    </>
  );
}
