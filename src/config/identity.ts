import { z } from "zod";
import { isLoopback } from "./loopback.ts";
import type { ProcessName } from "./processes.ts";
import { refuse, setting } from "./setting.ts";
import { count, flag, httpUrl, list, optional, seconds, text } from "./types.ts";

const signIn = ["api", "identity"] as const;

const issuer = (readBy: readonly ProcessName[]) =>
  setting("OIDC_ISSUER", optional(httpUrl), {
    description:
      "The issuer of an OpenID provider; without it sign-in is disabled, except with the sandbox of `npm start`.",
    readBy,
  });

const oidc = z
  .object({
    issuer: issuer(signIn),
    clientId: setting("OIDC_CLIENT_ID", optional(text), {
      description: "The id by which the provider knows this service.",
      readBy: signIn,
    }),
    clientSecret: setting("OIDC_CLIENT_SECRET", optional(text), {
      description: "The secret that goes with it.",
      readBy: signIn,
    }),
    /** Must be in `aud` of an access token. It tells access tokens from ID tokens, whose audience is the client. */
    audience: setting("OIDC_AUDIENCE", optional(text), {
      description: "The audience of access tokens for this service; it must differ from the client id.",
      readBy: signIn,
    }),
  })
  .transform(({ issuer: address, clientId, clientSecret, audience }, context) => {
    if (address === null) return null;
    if (clientId === null || clientSecret === null || audience === null) {
      return refuse(context, "OIDC_ISSUER needs OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_AUDIENCE beside it.");
    }
    if (audience === clientId) return refuse(context, "OIDC_AUDIENCE must differ from OIDC_CLIENT_ID.");
    if (!address.startsWith("https:") && !isLoopback(address)) {
      return refuse(context, "OIDC_ISSUER needs https, except on this machine.");
    }
    return { issuer: address, clientId, clientSecret, audience };
  });

const webhookSecrets = list.refine(
  (secrets) => secrets.length <= 2 && secrets.every((secret) => /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)),
  "One or two secrets are needed, each whsec_ and at least 24 bytes of base64.",
);

const lowerCase = list.transform((emails) => emails.map((email) => email.toLowerCase()));

export const identity = z
  .object({
    /** Null where signing in is not configured, and in processes that know the provider only by its name. */
    oidc,
    oidcIssuer: issuer(["api", "billing", "identity"]),
    adminEmails: setting("ADMIN_EMAILS", lowerCase.default([]), {
      description: "Addresses, separated by commas, whose owners are admins once the provider has verified them.",
      readBy: ["api", "billing"],
    }),
    freeCreditsNeedVerifiedEmail: setting("FREE_CREDITS_REQUIRE_VERIFIED_EMAIL", flag(true), {
      description:
        "Whether the free credits, and e-mails, go to verified addresses only; false where the provider never says that it has verified one.",
      readBy: ["api", "billing", "maintenance"],
    }),
    identityWebhookSecrets: setting("IDENTITY_WEBHOOK_SECRET", webhookSecrets.default([]), {
      description:
        "The signing secret of the identity webhook, whsec_ and base64; two separated by a comma while one is replaced.",
      readBy: signIn,
    }),
    session: z.object({
      idleMs: setting("SESSION_IDLE_SECONDS", seconds(3 * 24 * 3_600), {
        description: "After how long without a call a session of the dashboard ends.",
        readBy: ["api", "maintenance"],
      }),
      maxMs: setting("SESSION_MAX_SECONDS", seconds(30 * 24 * 3_600), {
        description: "After how long it ends in any case.",
        readBy: ["api", "maintenance"],
      }),
    }),
    trustedProxyHops: setting("TRUSTED_PROXY_HOPS", count(0, 0), {
      description:
        "How many proxies in front of the API may be believed about the caller's address; 1 under compose when unset.",
      readBy: ["api"],
    }),
    sandbox: setting("SANDBOX", flag(false), {
      description: "Set by `npm start` when the sandbox of this machine signs people in.",
      readBy: ["api", "billing", "identity"],
    }),
    startUpCheckSecret: setting("START_UP_CHECK_SECRET", optional(text.min(32)), {
      description:
        "Set by `npm start` for its API, a new value each time, so that the limits of the demo do not hold its start-up check up.",
      readBy: ["api"],
    }),
  })
  .describe("Sign-in: an OpenID Connect provider");
