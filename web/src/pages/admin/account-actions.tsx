import type { AdminAccount } from "#web/api/types.ts";
import { useApiMutation } from "#web/api/use-api.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { t } from "#web/messages/translate.ts";
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
      harmless
      trigger={t("Remove admin role")}
      title={t("Remove the admin role of {name}?", { name })}
      action={t("Remove admin role")}
      onConfirm={() => mutateAsync({ path, body: { role: "user" } })}
    >
      <p>{t("It loses access to these pages with its next request. Its own account does not change.")}</p>
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      harmless
      trigger={t("Make an admin")}
      title={t("Make {name} an admin?", { name })}
      action={t("Make an admin")}
      keep={t("Cancel")}
      onConfirm={() => mutateAsync({ path, body: { role: "admin" } })}
    >
      <p>{t("Admins see all accounts and tickets, correct credits and appoint other admins.")}</p>
    </ConfirmDialog>
  );
}

function SignOut({ account }: ActionProps) {
  const { mutateAsync } = useApiMutation("DELETE /v1/admin/accounts/{user_id}/sessions", stale);
  return (
    <ConfirmDialog
      harmless
      trigger={t("Sign out everywhere")}
      triggerLabel={t("Sign out everywhere: this account")}
      title={t("Sign {name} out everywhere?", { name: accountName(account) })}
      action={t("Sign out")}
      keep={t("Cancel")}
      onConfirm={() => mutateAsync({ path: { user_id: account.user_id } })}
    >
      <p>{t("Every browser that is signed in to this account has to sign in again. API keys keep working.")}</p>
    </ConfirmDialog>
  );
}

function Unblock({ account }: ActionProps) {
  const { mutateAsync } = useApiMutation("DELETE /v1/admin/accounts/{user_id}/block", stale);
  return (
    <ConfirmDialog
      harmless
      trigger={t("Unblock")}
      title={t("Unblock {name}?", { name: accountName(account) })}
      action={t("Unblock")}
      keep={t("Cancel")}
      onConfirm={() => mutateAsync({ path: { user_id: account.user_id } })}
    >
      <p>{t("Its keys and sessions work again from the next call on.")}</p>
    </ConfirmDialog>
  );
}

function Close({ account }: ActionProps) {
  const { mutateAsync } = useApiMutation("POST /v1/admin/accounts/{user_id}/close", stale);
  const name = accountName(account);
  return (
    <ConfirmDialog
      trigger={t("Close account")}
      title={t("Close the account of {name}?", { name })}
      action={t("Close account and erase data")}
      keep={t("Cancel")}
      phrase={account.email || name}
      onConfirm={() => mutateAsync({ path: { user_id: account.user_id } })}
    >
      <p>
        {t(
          "Its keys, sessions and plan end at once. Its requests, audio, voices and lists are erased within minutes. This cannot be undone.",
        )}
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
      <p className="hint">{t("Another admin can change your role. You close your own account in the profile.")}</p>
    ) : (
      <>
        <Role account={account} />
        {account.blocked_at === null ? <BlockAccount account={account} stale={stale} /> : <Unblock account={account} />}
        <Close account={account} />
      </>
    )}
  </div>
);
