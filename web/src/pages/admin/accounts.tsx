import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { fieldProblem } from "#web/api/problem.ts";
import type { ListedAccount } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatDate } from "#web/format.ts";
import { Form } from "#web/components/form.tsx";
import { SelectField, TextField } from "#web/components/field.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { accountName } from "./account-name.ts";
import { Listing, oneOf } from "./listing.tsx";

const limit = 20;
const roles = [
  ["all", "All"],
  ["user", "Users"],
  ["admin", "Admins"],
] as const;

const AccountRow = ({ account }: { readonly account: ListedAccount }) => (
  <tr>
    <td className="long" data-label="Account">
      <Link href={`/account/admin/accounts/${account.user_id}`}>{accountName(account)}</Link>
      <p className="soft">
        {account.email}
        {account.has_identity && !account.email_verified && account.closed_at === null && " (not verified)"}
      </p>
    </td>
    <td className="long" data-label="Username">
      {account.username}
    </td>
    <td data-label="Role">
      <span className="badge" data-state={account.role}>
        {account.closed_at === null ? account.role : "closed"}
      </span>
    </td>
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
}

function Search({ problem, role, onSearch, onRole }: SearchProps) {
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
      </Form>
    </search>
  );
}

/** All accounts, with search. */
export function Accounts() {
  const [asked, setAsked] = useState({ search: "", role: "all", page: 1 });
  const { search, page } = asked;
  const role = oneOf(["user", "admin"], asked.role);
  const query = { page, limit, ...(search !== "" && { search }), ...(role !== undefined && { role }) };
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
        />
        <Listing query={accounts} empty="No accounts match these filters." onPage={(next) => ask({ page: next })}>
          {(items) => (
            <ResponsiveTable columns={["Account", "Username", "Role", "Created"]}>
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
