import { applyIdentityEvent } from "#src/domain/accounts/apply-identity-event.ts";
import { identityTrust } from "#src/domain/accounts/identity-trust.ts";
import { sweepObjectRemovals } from "#src/domain/object-removals/sweep-object-removals.ts";
import { failWebhookEvent } from "#src/domain/webhook-events/fail-webhook-event.ts";
import type { Resources } from "#src/platform/resources.ts";
import { readIdentityEvent } from "#src/providers/identity/identity-event.ts";
import type { Handler } from "#workers/runtime/handler.ts";

/** Brings an account to what its provider says; the audio of a closed one goes at once, or with the sweep. */
export const applyIdentityEventHandler = (resources: Resources): Handler => ({
  run: async (lease) => {
    const { oidcIssuer: issuer } = resources.config;
    await applyIdentityEvent({ db: resources.db, readEvent: readIdentityEvent }, lease, {
      issuer,
      ...identityTrust(resources.config),
    });
    await sweepObjectRemovals(resources).catch(() => undefined);
  },
  fail: (lease, error) => failWebhookEvent(resources, lease, error),
});
