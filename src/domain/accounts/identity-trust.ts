import type { Config } from "#src/config.ts";
import type { AdminSettings } from "./assigned-role.ts";

/** The trust in a provider by the settings of this installation. */
export interface IdentityTrust extends AdminSettings {
  /** True where an unverified address receives the free credits, too. */
  readonly unverifiedCredits?: boolean;
}

/** The sandbox verifies no addresses, and only this machine can sign up: there the operator vouches for all. */
export const identityTrust = ({
  adminEmails,
  sandbox,
  freeCreditsNeedVerifiedEmail,
}: Pick<Config, "adminEmails" | "sandbox" | "freeCreditsNeedVerifiedEmail">): IdentityTrust => ({
  adminEmails,
  sandbox,
  unverifiedCredits: sandbox || !freeCreditsNeedVerifiedEmail,
});
