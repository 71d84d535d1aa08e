import { Link } from "wouter";
import { Credits } from "#web/components/credits.tsx";
import type { AdminAccount, UserProfile } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatDate, formatDateTime, formatNumber } from "#web/format.ts";
import { DescriptionList, type Fact } from "#web/components/description-list.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { QueryBoundary } from "#web/components/notice.tsx";
import { accountName } from "./account-name.ts";
import { AccountActions } from "./account-actions.tsx";
import { AccountLists } from "./account-lists.tsx";
import { AccountNotes } from "./account-notes.tsx";

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
  ["Last used", account.last_used_at === null ? "Never" : formatDateTime(account.last_used_at)],
  ...(account.blocked_at === null ? [] : [["Blocked", formatDateTime(account.blocked_at)] as const]),
  ["Plan", planWords(account)],
  ["Requests", formatNumber(account.requests)],
  ["Voices", formatNumber(account.voices)],
  ["Active keys", formatNumber(account.live_api_keys)],
  ["Sessions", formatNumber(account.sessions)],
  ["Account ID", <code key="id">{account.user_id}</code>],
];

const Open = ({ account, me }: { readonly account: AdminAccount; readonly me: UserProfile }) => (
  <>
    <Credits credits={account.credits} />
    <section className="card" aria-labelledby="facts-title">
      <div className="row between">
        <h2 id="facts-title">The account</h2>
        <span className="badge" data-state={account.blocked_at === null ? account.role : "blocked"}>
          {account.blocked_at === null ? account.role : "blocked"}
        </span>
      </div>
      <DescriptionList facts={factsOf(account)} />
      <AccountActions account={account} isOwn={account.user_id === me.user_id} />
    </section>
    <AccountNotes userId={account.user_id} />
    <AccountLists userId={account.user_id} />
  </>
);

function Whole({ account }: { readonly account: AdminAccount }) {
  const me = useApi("GET /v1/users/me", {});
  if (account.closed_at !== null)
    return (
      <>
        <p>It was closed on {formatDate(account.closed_at)}. Its data is erased within minutes of that.</p>
        <AccountLists userId={account.user_id} />
      </>
    );
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
