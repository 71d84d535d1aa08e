import { Dialog } from "@base-ui/react/dialog";
import { useMutation } from "@tanstack/react-query";
import { ChevronsUpDown, CircleUser, LogOut } from "lucide-react";
import { useRef } from "react";
import { call } from "#web/api/call.ts";
import { endSession } from "#web/api/session.ts";
import type { UserProfile } from "#web/api/types.ts";
import { LanguageSwitch } from "./language-switch.tsx";
import { ErrorNotice } from "./notice.tsx";
import { ThemeSwitch } from "./theme.tsx";
import { t } from "#web/messages/translate.ts";

/** Ends the session here, then at the provider, which would else sign the next person in without asking. */
const signOut = (): Promise<void> =>
  endSession(async () => {
    const { provider_sign_out_url: elsewhere } = await call("POST /auth/logout", {});
    return elsewhere ?? "/";
  });

/** Signing out in this browser. */
export function SignOut() {
  const { mutate, isPending, error } = useMutation({ mutationFn: signOut });
  return (
    <div className="sign-out">
      <button type="button" className="button quiet" disabled={isPending} onClick={() => mutate()}>
        <LogOut aria-hidden="true" />
        {t("Sign out")}
      </button>
      {error !== null && <ErrorNotice error={error} />}
    </div>
  );
}

/** The account that is signed in, on a line, and above it how the pages look and the way out. */
export function AccountMenu({ profile }: { readonly profile: UserProfile }) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root modal={false}>
      <div ref={place} className="who-place">
        <Dialog.Trigger className="who">
          <CircleUser aria-hidden="true" />
          <span className="who-words">
            <span className="visually-hidden">{t("Signed in as")} </span>
            <span className="who-name">{profile.name || profile.username}</span>{" "}
            <span className="soft small">{profile.email}</span>
          </span>
          <ChevronsUpDown aria-hidden="true" />
        </Dialog.Trigger>
      </div>
      <Dialog.Portal container={place}>
        <Dialog.Popup className="who-menu" aria-label={t("Account")}>
          <ThemeSwitch />
          <LanguageSwitch />
          <SignOut />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
