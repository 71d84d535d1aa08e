import type { UserProfile } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";
import { formatDate } from "#web/format.ts";
import { CopyButton } from "#web/components/copy-button.tsx";
import { type Fact, DescriptionList } from "#web/components/description-list.tsx";
import { PageHeading } from "#web/components/page-heading.tsx";
import { QueryBoundary } from "#web/components/notice.tsx";
import { AlertSettings } from "./alert-settings.tsx";
import { KeyTermLists } from "./key-term-lists.tsx";
import { Pronunciations } from "./pronunciations.tsx";
import { RecordingSettings } from "./recording-settings.tsx";
import { Sessions } from "./sessions.tsx";
import { YourData } from "./your-data.tsx";

const roles = { user: "User", admin: "Admin" } as const;
const none = "None";

const factsOf = (profile: UserProfile): readonly Fact[] => [
  ["Name", profile.name || none],
  ["Username", profile.username || none],
  [
    "E-mail",
    profile.email === "" ? none : `${profile.email} (${profile.email_verified ? "verified" : "not verified"})`,
  ],
  ["Role", roles[profile.role]],
  ["Account since", formatDate(profile.created_at)],
  ["Account ID", <code key="id">{profile.user_id}</code>],
];

const Person = ({ profile }: { readonly profile: UserProfile }) => (
  <section className="card" aria-labelledby="person-title">
    <div className="row between">
      <h2 id="person-title">You</h2>
      <CopyButton text={profile.user_id} label="Copy ID" />
    </div>
    <DescriptionList facts={factsOf(profile)} />
    <p className="hint">
      Name, username and e-mail come from your identity provider; change them there. Changes appear here at the latest
      when you sign in again.
    </p>
  </section>
);

/** Who is signed in, and where. */
export function Profile() {
  const me = useApi("GET /v1/users/me", {});
  return (
    <>
      <PageHeading title="Profile" />
      <QueryBoundary query={me}>
        {(profile) => (
          <>
            <Person profile={profile} />
            <RecordingSettings keep={profile.keep_recordings} />
            <AlertSettings percent={profile.alert_percent} />
          </>
        )}
      </QueryBoundary>
      <KeyTermLists />
      <Pronunciations />
      <Sessions />
      {me.data !== undefined && <YourData profile={me.data} />}
    </>
  );
}
