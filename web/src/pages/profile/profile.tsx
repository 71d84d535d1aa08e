import type { ReactNode } from "react";
import { Link } from "wouter";
import type { UserProfile } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatDate } from "#web/format.ts";
import { CopyButton } from "#web/components/copy-button.tsx";
import { alertsPath } from "#web/components/billing-view.ts";
import { type Fact, DescriptionList } from "#web/components/description-list.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { QueryBoundary } from "#web/components/notice.tsx";
import { rich, t } from "#web/messages/translate.ts";
import { RecordingSettings } from "./recording-settings.tsx";
import { Sessions } from "./sessions.tsx";
import { CloseAccount } from "./close-account.tsx";
import { YourData } from "./your-data.tsx";

const roles = { user: t("User"), admin: t("Admin") } as const;
const none = t("None");

/** The address that a person is known by, and whether it is verified. */
const emailOf = ({ email, email_verified: isVerified }: UserProfile): string =>
  t(isVerified ? "{email} (verified)" : "{email} (not verified)", { email });

const factsOf = (profile: UserProfile): readonly Fact[] => [
  [t("Name"), profile.name || none],
  [t("Username"), profile.username || none],
  [t("E-mail"), profile.email === "" ? none : emailOf(profile)],
  [t("Role"), roles[profile.role]],
  [t("Account since"), formatDate(profile.created_at)],
  [t("Account ID"), <code key="id">{profile.user_id}</code>],
];

const Person = ({ profile }: { readonly profile: UserProfile }) => (
  <section className="card" aria-labelledby="person-title">
    <div className="row between">
      <h2 id="person-title">{t("You")}</h2>
      <CopyButton text={profile.user_id} label={t("Copy ID")} />
    </div>
    <DescriptionList facts={factsOf(profile)} />
    <p className="hint">
      {t(
        "Name, username and e-mail come from your identity provider; change them there. Changes appear here at the latest when you sign in again.",
      )}
    </p>
  </section>
);

const alertsLink = (words: ReactNode): ReactNode => <Link href={alertsPath}>{words}</Link>;

/** Who is signed in, and where. */
export function Profile() {
  const me = useApi("GET /v1/users/me", {});
  return (
    <>
      <PageHeading title={t("Profile")} />
      <QueryBoundary query={me}>
        {(profile) => (
          <>
            <Person profile={profile} />
            <RecordingSettings keep={profile.keep_recordings} />
            <p className="hint">
              {rich("Credit alerts are set on <link>Plan and billing</link>.", { link: alertsLink })}
            </p>
          </>
        )}
      </QueryBoundary>
      <Sessions />
      <YourData />
      {me.data !== undefined && <CloseAccount profile={me.data} />}
    </>
  );
}
