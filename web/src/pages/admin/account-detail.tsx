import { Link } from "wouter";
import { Credits } from "#web/components/credits.tsx";
import type { AdminAccount, UserProfile } from "#web/api/types.ts";
import { useApi, useApiMutation } from "#web/api/use-api.ts";
import { formatDate, formatDateTime, formatNumber } from "#web/format.ts";
import { DescriptionList, type Fact } from "#web/components/description-list.tsx";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { QueryBoundary } from "#web/components/notice.tsx";
import { accountName } from "./account-name.ts";
import { CorrectCredits } from "./correct-credits.tsx";

const stale = ["GET /v1/admin/accounts/{user_id}", "GET /v1/admin/accounts"] as const;

const planWords = ({ subscription }: AdminAccount): string =>
  subscription === null
    ? "No plan"
    : `${subscription.plan_name}, ${subscription.status.replace("_", " ")}, until ${formatDate(subscription.current_period_end)}`;

const addressWords = ({ email, email_verified: verified, has_identity: signsIn }: AdminAccount): string => {
  if (email === "") return "None";
  if (!signsIn) return `${email} (created on the command line)`;
  return verified ? `${email} (verified)` : `${email} (not verified)`;
};

const sources: Readonly<Record<AdminAccount["role_source"], string>> = {
  default: "Unknown",
  provider: "Identity provider",
  email_list: "ADMIN_EMAILS",
  sandbox: "Sandbox (owner)",
  operator: "Set by an operator",
};

const factsOf = (account: AdminAccount): readonly Fact[] => [
  ["E-mail", addressWords(account)],
  ["Username", account.username],
  ["Role source", sources[account.role_source]],
  ["Created", formatDateTime(account.created_at)],
  ["Plan", planWords(account)],
  ["Requests", formatNumber(account.requests)],
  ["Voices", formatNumber(account.voices)],
  ["Active keys", formatNumber(account.live_api_keys)],
  ["Sessions", formatNumber(account.sessions)],
  ["Account ID", <code key="id">{account.user_id}</code>],
];

function Role({ account }: { readonly account: AdminAccount }) {
  const { mutateAsync } = useApiMutation("PATCH /v1/admin/accounts/{user_id}", stale);
  const path = { user_id: account.user_id };
  const name = accountName(account);
  return account.role === "admin" ? (
    <ConfirmDialog
      trigger="Remove admin role"
      title={`Remove the admin role of ${name}?`}
      action="Remove admin role"
      onConfirm={() => mutateAsync({ path, body: { role: "user" } })}
    >
      <p>It loses access to these pages with its next request. Its own account does not change.</p>
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      trigger="Make an admin"
      title={`Make ${name} an admin?`}
      action="Make an admin"
      keep="Cancel"
      onConfirm={() => mutateAsync({ path, body: { role: "admin" } })}
    >
      <p>Admins see all accounts and tickets, correct credits and appoint other admins.</p>
    </ConfirmDialog>
  );
}

function SignOut({ account }: { readonly account: AdminAccount }) {
  const { mutateAsync } = useApiMutation("DELETE /v1/admin/accounts/{user_id}/sessions", stale);
  return (
    <ConfirmDialog
      trigger="Sign out everywhere"
      triggerLabel="Sign out everywhere: this account"
      title={`Sign ${accountName(account)} out everywhere?`}
      action="Sign out"
      keep="Cancel"
      onConfirm={() => mutateAsync({ path: { user_id: account.user_id } })}
    >
      <p>Every browser that is signed in to this account has to sign in again. API keys keep working.</p>
    </ConfirmDialog>
  );
}

const Open = ({ account, me }: { readonly account: AdminAccount; readonly me: UserProfile }) => (
  <>
    <Credits credits={account.credits} />
    <section className="card" aria-labelledby="facts-title">
      <div className="row between">
        <h2 id="facts-title">The account</h2>
        <span className="badge" data-state={account.role}>
          {account.role}
        </span>
      </div>
      <DescriptionList facts={factsOf(account)} />
      <div className="row">
        <CorrectCredits account={account} stale={stale} />
        <SignOut account={account} />
        {account.user_id === me.user_id ? (
          <p className="hint">Another admin can change your role.</p>
        ) : (
          <Role account={account} />
        )}
      </div>
    </section>
  </>
);

function Whole({ account }: { readonly account: AdminAccount }) {
  const me = useApi("GET /v1/users/me", {});
  if (account.closed_at !== null)
    return <p>It was closed on {formatDate(account.closed_at)}. Its data has been erased.</p>;
  return <QueryBoundary query={me}>{(profile) => <Open account={account} me={profile} />}</QueryBoundary>;
}

/** One account: what it has, and what an admin can do about it. */
export function AccountDetail({ userId }: { readonly userId: string }) {
  const account = useApi("GET /v1/admin/accounts/{user_id}", { path: { user_id: userId } });
  return (
    <>
      <p>
        <Link href="/account/admin/accounts">All accounts</Link>
      </p>
      <PageHeading title={account.data === undefined ? "Account" : accountName(account.data)} />
      <QueryBoundary query={account}>{(known) => <Whole account={known} />}</QueryBoundary>
    </>
  );
}
