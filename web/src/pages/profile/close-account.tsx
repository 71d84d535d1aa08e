import { call } from "#web/api/call.ts";
import { endSession } from "#web/api/session.ts";
import type { UserProfile } from "#web/api/types.ts";
import { ConfirmDialog } from "#web/components/confirm-dialog.tsx";
import { t } from "#web/messages/translate.ts";

/** The text by which a person confirms that the account is closed. */
const confirmationOf = ({ email, username, user_id: id }: UserProfile): string => email || username || id;

const closeAccount = (confirm: string): Promise<void> =>
  endSession(async () => {
    await call("POST /v1/users/me/close", { body: { confirm } });
    return "/";
  });

const CloseButton = ({ profile }: { readonly profile: UserProfile }) => (
  <ConfirmDialog
    trigger={t("Close account")}
    title={t("Close this account?")}
    action={t("Close account and erase data")}
    keep={t("Keep the account")}
    phrase={confirmationOf(profile)}
    onConfirm={() => closeAccount(confirmationOf(profile))}
  >
    <p>
      {t(
        "Your API keys and sessions end at once, and so does your plan; remaining credits are lost. Your requests, audio, voices and lists are erased within minutes.",
      )}
    </p>
    <p>{t("This cannot be undone. You cannot open another account here with the same sign-in.")}</p>
  </ConfirmDialog>
);

/** The end of the account, apart from what is harmless. */
export const CloseAccount = ({ profile }: { readonly profile: UserProfile }) => (
  <section className="card danger-zone" aria-labelledby="close-title">
    <h2 id="close-title">{t("Close account")}</h2>
    <p className="hint">{t("Ends the account and erases its data for good.")}</p>
    <CloseButton profile={profile} />
  </section>
);
