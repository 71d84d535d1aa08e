import { Link } from "wouter";
import { Credits } from "#web/components/credits.tsx";
import type { AdminAccount, UserProfile } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatDate, formatDateTime, formatNumber } from "#web/format.ts";
import { DescriptionList, type Fact } from "#web/components/description-list.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { QueryBoundary } from "#web/components/notice.tsx";
import { t } from "#web/messages/translate.ts";
import { accountName, standingOf, standings } from "./account-name.ts";
import { AccountActions } from "./account-actions.tsx";
import { AccountLists } from "./account-lists.tsx";
import { AccountNotes } from "./account-notes.tsx";

const subscriptionStates: Readonly<Record<NonNullable<AdminAccount["subscription"]>["status"], string>> = {
  active: t("active"),
  past_due: t("past due"),
  cancelled: t("cancelled"),
};

const planWords = ({ subscription }: AdminAccount): string =>
  subscription === null
    ? t("Free")
    : t("{plan}, {status}, until {date}", {
        plan: subscription.plan_name,
        status: subscriptionStates[subscription.status],
        date: formatDate(subscription.current_period_end),
      });

const addressWords = ({ email, email_verified: verified, has_identity: signsIn }: AdminAccount): string => {
  if (email === "") return t("None");
  if (!signsIn) return t("{email} (created on the command line)", { email });
  return verified ? t("{email} (verified)", { email }) : t("{email} (not verified)", { email });
};

const sources: Readonly<Record<AdminAccount["role_source"], string>> = {
  default: t("Default"),
  provider: t("Identity provider"),
  email_list: "ADMIN_EMAILS",
  sandbox: t("Sandbox (owner)"),
  operator: t("Set by an operator"),
};

const factsOf = (account: AdminAccount): readonly Fact[] => [
  [t("E-mail"), addressWords(account)],
  [t("Username"), account.username],
  [t("Role source"), sources[account.role_source]],
  [t("Created"), formatDateTime(account.created_at)],
  [t("Last used"), account.last_used_at === null ? t("Never") : formatDateTime(account.last_used_at)],
  ...(account.blocked_at === null ? [] : [[t("Blocked"), formatDateTime(account.blocked_at)] as const]),
  [t("Plan"), planWords(account)],
  [t("Requests"), formatNumber(account.requests)],
  [t("Voices"), formatNumber(account.voices)],
  [t("Active keys"), formatNumber(account.live_api_keys)],
  [t("Sessions"), formatNumber(account.sessions)],
  [t("Account ID"), <code key="id">{account.user_id}</code>],
];

const Open = ({ account, me }: { readonly account: AdminAccount; readonly me: UserProfile }) => (
  <>
    <Credits credits={account.credits} />
    <section className="card" aria-labelledby="facts-title">
      <div className="row between">
        <h2 id="facts-title">{t("The account")}</h2>
        <span className="badge" data-state={standingOf(account)}>
          {standings[standingOf(account)]}
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
        <p>
          {t("It was closed on {date}. Its data is erased within minutes of that.", {
            date: formatDate(account.closed_at),
          })}
        </p>
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
        <Link href="/account/admin/accounts">{t("All accounts")}</Link>
      </p>
      <PageHeading title={account.data === undefined ? t("Account") : accountName(account.data)} />
      <QueryBoundary query={account}>{(known) => <Whole account={known} />}</QueryBoundary>
    </>
  );
}
