import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type Config, isLoopback } from "#src/config.ts";
import { requireFreePort } from "./preconditions.ts";

const secretsFile = z.object({ client_secret: z.string(), webhook_secret: z.string() });
type Secrets = z.output<typeof secretsFile>;

const highestPort = 65_535;
const portAdvice = "The sandbox that signs people in needs it, as the one after PORT: set PORT to another.";

/**
 * The variables by which the processes of this machine know the sandbox that signs people in; null where there is
 * an OpenID provider, or where others could reach the machine. Its secrets are made once and kept in the data
 * folder, readable by its owner only.
 * @throws Error in one sentence when the sandbox's port is taken
 */
export async function sandboxVariables(config: Config): Promise<Readonly<Record<string, string>> | null> {
  const { oidc, host, publicUrl, dataDir } = config;
  if (oidc !== null || !isLoopback(host) || !isLoopback(publicUrl)) return null;
  const port = config.port < highestPort ? config.port + 1 : config.port - 1;
  await requireFreePort(host, port, portAdvice);
  const secrets = await keptSecrets(join(dataDir, "sandbox.json"));
  return {
    SANDBOX: "true",
    OIDC_ISSUER: `http://localhost:${port}`,
    OIDC_CLIENT_ID: "speech-service",
    OIDC_CLIENT_SECRET: secrets.client_secret,
    OIDC_AUDIENCE: `${publicUrl}/v1`,
    // The sandbox signs with the first; one that was set stays good beside it.
    IDENTITY_WEBHOOK_SECRET: [secrets.webhook_secret, ...config.identityWebhookSecrets].slice(0, 2).join(","),
  };
}

async function keptSecrets(file: string): Promise<Secrets> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text !== null) return secretsFile.parse(JSON.parse(text));
  const secrets = {
    client_secret: randomBytes(32).toString("base64url"),
    webhook_secret: `whsec_${randomBytes(32).toString("base64")}`,
  };
  // Under another name until it is whole.
  await writeFile(`${file}.partial`, JSON.stringify(secrets), { mode: 0o600 });
  await rename(`${file}.partial`, file);
  return secrets;
}
