import { useMutation } from "@tanstack/react-query";
import { call } from "./api/call.ts";
import { ErrorNotice } from "./components/notice.tsx";

/** Ends the session here, then at the provider, which would else sign the next person in without asking. */
async function signOut(): Promise<void> {
  const { provider_sign_out_url: elsewhere } = await call("POST /auth/logout", {});
  location.assign(elsewhere ?? "/");
}

/** Signing out in this browser. */
export function SignOut() {
  const { mutate, isPending, error } = useMutation({ mutationFn: signOut });
  return (
    <div className="sign-out">
      <button type="button" className="button quiet" disabled={isPending} onClick={() => mutate()}>
        Sign out
      </button>
      {error !== null && <ErrorNotice error={error} />}
    </div>
  );
}
