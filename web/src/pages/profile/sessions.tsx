import { endSession } from "#web/api/session.ts";
import { call } from "#web/api/call.ts";
import type { Session } from "#web/api/types.ts";
import { useApi, useApiMutation } from "#web/api/use-api.ts";
import { formatDateTime } from "#web/format.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { EmptyState, QueryBoundary } from "#web/components/notice.tsx";
import { Pager } from "#web/components/pager.tsx";
import { useUrlState } from "#web/components/use-url-state.ts";
import { ResponsiveTable } from "#web/components/responsive-table.tsx";
import { t } from "#web/messages/translate.ts";
import { browserName } from "./browser-name.ts";

const limit = 20;

const signOutEverywhere = (): Promise<void> =>
  endSession(async () => {
    await call("DELETE /v1/users/me/sessions", {});
    return "/";
  });

const SignOutEverywhere = () => (
  <ConfirmDialog
    trigger={t("Sign out everywhere")}
    title={t("Sign out everywhere?")}
    action={t("Sign out everywhere")}
    keep={t("Stay signed in")}
    onConfirm={signOutEverywhere}
  >
    <p>
      {t(
        "Every browser that is signed in to this account has to sign in again, including this one. API keys keep working.",
      )}
    </p>
  </ConfirmDialog>
);

function SignOutThere({ session }: { readonly session: Session }) {
  const { mutateAsync } = useApiMutation("DELETE /v1/users/me/sessions/{session_id}", ["GET /v1/users/me/sessions"]);
  const browser = browserName(session.user_agent);
  return (
    <ConfirmDialog
      trigger={t("Sign out")}
      triggerLabel={t("Sign out {browser} of {date}", { browser, date: formatDateTime(session.created_at) })}
      title={t("Sign out {browser}?", { browser })}
      action={t("Sign out")}
      keep={t("Cancel")}
      onConfirm={() => mutateAsync({ path: { session_id: session.session_id } })}
    >
      <p>{t("It was signed in {date}, and has to sign in again.", { date: formatDateTime(session.created_at) })}</p>
    </ConfirmDialog>
  );
}

const SessionRow = ({ session }: { readonly session: Session }) => (
  <tr>
    <td className="long" data-label={t("Browser")}>
      <span className="standing">
        <strong>{browserName(session.user_agent)}</strong>
        {session.current && <span className="badge">{t("This browser")}</span>}
      </span>
    </td>
    <td data-label={t("Signed in")}>{formatDateTime(session.created_at)}</td>
    <td data-label={t("Last used")}>{formatDateTime(session.last_seen_at)}</td>
    <td data-label={t("Ends")}>{formatDateTime(session.expires_at)}</td>
    <td>
      <span className="row-actions">{!session.current && <SignOutThere session={session} />}</span>
    </td>
  </tr>
);

const SessionTable = ({ sessions }: { readonly sessions: readonly Session[] }) => (
  <ResponsiveTable columns={[t("Browser"), t("Signed in"), t("Last used"), t("Expires if unused")]} actions>
    {sessions.map((session) => (
      <SessionRow key={session.session_id} session={session} />
    ))}
  </ResponsiveTable>
);

/** Where the account is signed in: one can be signed out, or all. */
export function Sessions() {
  const { page, setPage } = useUrlState();
  const sessions = useApi("GET /v1/users/me/sessions", { query: { page, limit } });
  return (
    <section className="card" aria-labelledby="sessions-title">
      <div className="row between">
        <h2 id="sessions-title">{t("Active sessions")}</h2>
        <SignOutEverywhere />
      </div>
      <QueryBoundary query={sessions}>
        {(known) => (
          <>
            {known.items.length === 0 ? (
              <EmptyState>{t("This page is empty.")}</EmptyState>
            ) : (
              <SessionTable sessions={known.items} />
            )}
            <Pager list={known} onPage={setPage} />
          </>
        )}
      </QueryBoundary>
    </section>
  );
}
