import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Config } from "#src/config.ts";
import { isLoopback } from "#src/config/loopback.ts";
import { requireFreePort } from "./preconditions.ts";

/** A sandbox provider: its process of `Procfile.dev`, and the variables by which all processes know it. */
export interface SandboxProvider {
  readonly name: "identity" | "payment";
  readonly env: Readonly<Record<string, string>>;
}

const token = (): string => randomBytes(32).toString("base64url");

/** The secrets in the data folder; those that are missing there are made. */
const secretsFile = z.object({
  client_secret: z.string().default(token),
  webhook_secret: z.string().default(() => `whsec_${randomBytes(32).toString("base64")}`),
  payment_key_id: z.string().default(() => `rzp_test_${randomBytes(7).toString("hex")}`),
  payment_key_secret: z.string().default(token),
  payment_webhook_secret: z.string().default(token),
});
type Secrets = z.output<typeof secretsFile>;

const highestPort = 65_535;

/**
 * The sandboxes of this machine for providers that are not configured; none where others could
 * reach the machine. Their secrets are made once and kept in the data folder, readable by its owner only.
 * @throws Error in one sentence when the port of one is taken
 */
export async function sandboxProviders(config: Config): Promise<readonly SandboxProvider[]> {
  const { oidc, payments, host, publicUrl, dataDir } = config;
  if (!isLoopback(host) || !isLoopback(publicUrl) || (oidc !== null && payments !== null)) return [];
  const secrets = await keptSecrets(join(dataDir, "sandbox.json"));
  return [
    ...(oidc === null ? [await identitySandbox(config, secrets)] : []),
    ...(payments === null ? [await paymentSandbox(config, secrets)] : []),
  ];
}

async function identitySandbox(config: Config, secrets: Secrets): Promise<SandboxProvider> {
  const advice = "The sandbox that signs people in needs it, as the one after PORT: set PORT to another.";
  const env = {
    SANDBOX: "true",
    OIDC_ISSUER: await freeAddress(config, 1, advice),
    OIDC_CLIENT_ID: "speech-service",
    OIDC_CLIENT_SECRET: secrets.client_secret,
    OIDC_AUDIENCE: `${config.publicUrl}/v1`,
    IDENTITY_WEBHOOK_SECRET: liveSecrets(secrets.webhook_secret, config.identityWebhookSecrets),
  };
  return { name: "identity", env };
}

async function paymentSandbox(config: Config, secrets: Secrets): Promise<SandboxProvider> {
  const advice = "The sandbox that takes payments needs it, as the second after PORT: set PORT to another.";
  const env = {
    PAYMENT_API_URL: await freeAddress(config, 2, advice),
    PAYMENT_KEY_ID: secrets.payment_key_id,
    PAYMENT_KEY_SECRET: secrets.payment_key_secret,
    PAYMENT_WEBHOOK_SECRET: liveSecrets(secrets.payment_webhook_secret, config.paymentWebhookSecrets),
  };
  return { name: "payment", env };
}

/** A sandbox signs with the first; one that was set stays good beside it. */
const liveSecrets = (ours: string, set: readonly string[]): string => [ours, ...set].slice(0, 2).join(",");

/** The address so many ports after PORT, or before it where there are no more. */
async function freeAddress({ host, port }: Config, distance: number, advice: string): Promise<string> {
  const own = port + distance <= highestPort ? port + distance : port - distance;
  await requireFreePort(host, own, advice);
  return `http://localhost:${own}`;
}

/** An older release has kept fewer: what is missing is made. */
async function keptSecrets(file: string): Promise<Secrets> {
  const text = (await readFile(file, "utf8").catch(() => null)) ?? "{}";
  const secrets = secretsFile.parse(JSON.parse(text));
  const whole = JSON.stringify(secrets);
  if (whole !== text) {
    // Under another name until it is whole.
    await writeFile(`${file}.partial`, whole, { mode: 0o600 });
    await rename(`${file}.partial`, file);
  }
  return secrets;
}
