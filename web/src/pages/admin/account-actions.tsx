import type { AdminAccount } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { accountName } from "./account-name.ts";
import { BlockAccount } from "./block-account.tsx";
import { CorrectCredits } from "./correct-credits.tsx";

const stale = [
  "GET /v1/admin/accounts/{user_id}",
  "GET /v1/admin/accounts/{user_id}/notes",
  "GET /v1/admin/accounts/{user_id}/ledger",
  "GET /v1/admin/accounts",
] as const;

interface ActionProps {
  readonly account: AdminAccount;
}

function Role({ account }: ActionProps) {
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

function SignOut({ account }: ActionProps) {
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

function Unblock({ account }: ActionProps) {
  const { mutateAsync } = useApiMutation("DELETE /v1/admin/accounts/{user_id}/block", stale);
  return (
    <ConfirmDialog
      trigger="Unblock"
      triggerClass="button"
      title={`Unblock ${accountName(account)}?`}
      action="Unblock"
      keep="Cancel"
      onConfirm={() => mutateAsync({ path: { user_id: account.user_id } })}
    >
      <p>Its keys and sessions work again from the next call on.</p>
    </ConfirmDialog>
  );
}

function Close({ account }: ActionProps) {
  const { mutateAsync } = useApiMutation("POST /v1/admin/accounts/{user_id}/close", stale);
  const name = accountName(account);
  return (
    <ConfirmDialog
      trigger="Close account"
      title={`Close the account of ${name}?`}
      action="Close account and erase data"
      keep="Cancel"
      phrase={account.email || name}
      onConfirm={() => mutateAsync({ path: { user_id: account.user_id } })}
    >
      <p>
        Its keys, sessions and plan end at once. Its requests, audio, voices and lists are erased within minutes. This
        cannot be undone.
      </p>
    </ConfirmDialog>
  );
}

/** The actions of an admin about an account; only some of them about their own. */
export const AccountActions = ({ account, isOwn }: ActionProps & { readonly isOwn: boolean }) => (
  <div className="row">
    <CorrectCredits account={account} stale={stale} />
    <SignOut account={account} />
    {isOwn ? (
      <p className="hint">Another admin can change your role. You close your own account in the profile.</p>
    ) : (
      <>
        <Role account={account} />
        {account.blocked_at === null ? <BlockAccount account={account} stale={stale} /> : <Unblock account={account} />}
        <Close account={account} />
      </>
    )}
  </div>
);
