import type { Config, OidcConfig } from "#src/config.ts";
import type { Look } from "#sandbox/page.ts";

/** The values that the sandbox's identity provider takes from the settings of the service. */
export interface Settings {
  readonly oidc: OidcConfig;
  readonly host: string;
  /** The port of the issuer's address. */
  readonly port: number;
  /** The address of the API, without a slash at the end. */
  readonly publicUrl: string;
  readonly webhookSecret: string;
  readonly databaseUrl: string;
  /** The look of its pages. */
  readonly look: Look;
}

/** @throws Error in one sentence when this is not a sandbox or a setting is missing */
export function identitySettings(config: Config): Settings {
  const { sandbox, oidc, databaseUrl, host, publicUrl, site } = config;
  const [webhookSecret] = config.identityWebhookSecrets;
  if (!sandbox) throw new Error("The sandbox's identity provider runs only where `npm start` has set SANDBOX=true.");
  if (oidc === null) throw new Error("The sandbox's identity provider needs OIDC_ISSUER.");
  if (webhookSecret === undefined) throw new Error("The sandbox's identity provider needs IDENTITY_WEBHOOK_SECRET.");
  if (databaseUrl === null) throw new Error("The sandbox's identity provider needs DATABASE_URL.");
  const port = Number(new URL(oidc.issuer).port || "80");
  return { oidc, host, port, publicUrl, webhookSecret, databaseUrl, look: site };
}
