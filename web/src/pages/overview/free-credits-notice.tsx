import type { UserProfile } from "#web/api/types.ts";
import { useApi } from "#web/api/use-api.ts";

const reasons: Readonly<Record<UserProfile["free_credits"], string | null>> = {
  granted: null,
  verify_email:
    "Verify your e-mail address with your identity provider to receive the free credits, then sign in again.",
  address_used: "This e-mail address has already received the free credits. Each address receives them once.",
};

/** Why an account has no free credits, and what to do about it; nothing for one that has received them. */
export function FreeCreditsNotice() {
  const { data: profile } = useApi("GET /v1/users/me", {});
  const reason = profile === undefined ? null : reasons[profile.free_credits];
  return reason === null ? null : (
    <p role="status" className="notice" data-testid="free-credits">
      {reason}
    </p>
  );
}
