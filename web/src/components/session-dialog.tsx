import { useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { call } from "#web/api/call.ts";
import { currentPath, setSessionExpired, signInAddress, useSessionExpired } from "#web/api/session.ts";
import type { UserProfile } from "#web/api/types.ts";
import { hasUnsavedWork } from "./use-unsaved-work.ts";
import { t } from "#web/messages/translate.ts";

const profileKey = ["GET /v1/users/me", {}];

/** Asks whether the person is signed in again, in another tab, whenever this one is looked at. */
function useReturn(): void {
  const client = useQueryClient();
  useEffect(() => {
    const look = async (): Promise<void> => {
      if (document.visibilityState === "hidden") return;
      const profile = await call("GET /v1/users/me", {}).catch(() => null);
      if (profile === null) return;
      const before = client.getQueryData<UserProfile>(profileKey);
      // The page of another account is another page.
      if (profile.user_id !== before?.user_id) return location.reload();
      setSessionExpired(false);
      await client.invalidateQueries();
    };
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener("focus", () => void look(), { signal });
    document.addEventListener("visibilitychange", () => void look(), { signal });
    return () => listening.abort();
  }, [client]);
}

/** Keeps presses from dialogs of the page beneath, which close when something outside of them is pressed. */
const keepToItself = (event: SyntheticEvent): void => event.stopPropagation();

function OpenDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useReturn();
  useEffect(() => dialog.current?.showModal(), []);
  const isBusy = hasUnsavedWork();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it handles nothing, it only keeps events
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="session-title"
      onCancel={(event) => event.preventDefault()}
      onKeyDown={keepToItself}
      onPointerDown={keepToItself}
      onClick={keepToItself}
    >
      <h2 id="session-title">{t("Your session has expired")}</h2>
      <p>
        {isBusy
          ? t("Sign in in a new tab, then come back to this one. Everything on this page stays as it is.")
          : t("Sign in to come back to this page.")}
      </p>
      <div className="actions">
        {isBusy ? (
          <a className="button" href={signInAddress("/account")} target="_blank" rel="noopener">
            {t("Sign in in a new tab")}
          </a>
        ) : (
          <a className="button" href={signInAddress(currentPath())}>
            {t("Sign in")}
          </a>
        )}
      </div>
    </dialog>
  );
}

/**
 * Appears when the session expires while a page is open: the person signs in and goes on where they were. It is outside of the
 * page, which is hidden from screen readers while another dialog is open.
 */
export const SessionDialog = () => useSessionExpired() && createPortal(<OpenDialog />, document.body);
