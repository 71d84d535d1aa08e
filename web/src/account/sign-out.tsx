import { useMutation } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { Confirm } from "#web/parts/confirm.tsx";
import { ErrorNotice } from "#web/parts/notice.tsx";

/** Ends the session here, then at the provider, which would else sign the next person in without asking. */
async function signOut(): Promise<void> {
  const { provider_sign_out_url: elsewhere } = await call("POST /auth/logout", {});
  location.assign(elsewhere ?? "/");
}

async function signOutEverywhere(): Promise<void> {
  await call("DELETE /v1/users/me/sessions", {});
  location.assign("/");
}

/** Signing out here, and everywhere. */
export function SignOut() {
  const { mutate, isPending, error } = useMutation({ mutationFn: signOut });
  return (
    <div className="sign-out">
      <button type="button" className="button quiet" disabled={isPending} onClick={() => mutate()}>
        Sign out
      </button>
      <Confirm
        trigger="Sign out everywhere"
        title="Sign out everywhere?"
        action="Sign out everywhere"
        onConfirm={signOutEverywhere}
      >
        <p>
          Every browser that is signed in to this account has to sign in again, this one too. API keys go on working.
        </p>
      </Confirm>
      {error !== null && <ErrorNotice error={error} />}
    </div>
  );
}
