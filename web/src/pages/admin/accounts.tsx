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
import { t } from "#web/messages/translate.ts";
import { accountName, accountPath, standingOf, standings } from "./account-name.ts";
import { Listing, oneOf } from "#web/components/listing.tsx";

const limit = 20;
const roles = [
  ["all", t("All")],
  ["user", t("Users")],
  ["admin", t("Admins")],
] as const;

const orders = [
  ["newest", t("Newest first")],
  ["oldest", t("Oldest first")],
  ["email", t("By e-mail")],
] as const;

const AccountRow = ({ account }: { readonly account: ListedAccount }) => (
  <tr>
    <td className="long" data-label={t("Account")}>
      <Link href={accountPath(account.user_id)}>{accountName(account)}</Link>
      <p className="soft">
        {account.has_identity && !account.email_verified && account.closed_at === null
          ? t("{email} (not verified)", { email: account.email })
          : account.email}
      </p>
    </td>
    <td data-label={t("Role")}>
      <span className="badge" data-state={standingOf(account)}>
        {standings[standingOf(account)]}
      </span>
    </td>
    <td data-label={t("Plan")}>{account.plan_name ?? t("Free")}</td>
    <td data-label={t("Credits")}>
      {formatCount(account.credits.tts_remaining, "character")}
      <p className="soft">{formatDuration(account.credits.asr_remaining)}</p>
    </td>
    <td data-label={t("Last used")}>
      {account.last_used_at === null ? t("Never") : formatRecent(account.last_used_at)}
    </td>
    <td data-label={t("Created")}>
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
          label={t("Name or e-mail")}
          value={text}
          onChange={setText}
          problem={problem}
          autoComplete="off"
          render={<input type="search" />}
        />
        <button type="submit" className="button">
          {t("Search")}
        </button>
        <SelectField label={t("Show")} value={role} onChange={onRole} choices={roles} />
        <SelectField label={t("Order")} value={sort} onChange={onSort} choices={orders} />
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
      <PageHeading title={t("Accounts")} />
      <section className="card" aria-label={t("Accounts")}>
        <Search
          problem={fieldProblem(accounts.error, "search")}
          role={asked.role}
          onSearch={(text) => ask({ search: text })}
          onRole={(choice) => ask({ role: choice })}
          sort={sort}
          onSort={(choice) => ask({ sort: choice })}
        />
        <Listing query={accounts} empty={t("No accounts match these filters.")} onPage={(next) => ask({ page: next })}>
          {(items) => (
            <ResponsiveTable columns={[t("Account"), t("Role"), t("Plan"), t("Credits"), t("Last used"), t("Created")]}>
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
