import type { Config } from "#src/config.ts";
import type { Providers } from "./providers.ts";
import { firstMetricsPort } from "./metrics-ports.ts";
import { operatorCommand } from "./operator-command.ts";
import { type OwnerKey, ownerKeyFile } from "./owner.ts";
import { busy, type SelfCheck } from "./self-check.ts";

interface Banner {
  readonly config: Pick<Config, "publicUrl" | "dataDir" | "host" | "port" | "metricsPort" | "wyoming">;
  readonly providers: Providers;
  readonly check: SelfCheck | typeof busy;
  /** Null where no sandbox signs people in. */
  readonly ownerKey: OwnerKey | null;
}

/** Writes the text that a person reads when the service has come up. */
export function banner({ config, providers, check, ownerKey }: Banner): string {
  const { publicUrl: baseUrl, dataDir, host } = config;
  return `
${checked(check)}

The speech service is ready.

  dashboard           ${dashboardLine(baseUrl, providers)}
  public page         ${baseUrl}
  API documentation   ${baseUrl}/docs
  data and logs       ${dataDir}
  metrics             http://${host}:${firstMetricsPort(config)}/metrics and the next ports
${wyomingLine(config.wyoming, ownerKey)}${keyLines(config, ownerKey)}
A first call, in another terminal; more are in ${baseUrl}/docs/quickstart:

  ${exportLine(config, ownerKey)}
  curl -s ${baseUrl}/v1/speech/synthesize -H "X-API-Key: $KEY" -H 'Content-Type: application/json' -H 'Accept: audio/mpeg' -d '{"text":"Hello from your own speech service."}' -o hello.mp3
${payingLine(providers)}
Ctrl-C stops it.
`;
}

function dashboardLine(baseUrl: string, { signIn }: Providers): string {
  if (signIn === "none") return "disabled until OIDC_ISSUER names a provider (see .env.example)";
  return `${baseUrl}/account${signIn === "sandbox" ? '   choose "Continue as owner"' : ""}`;
}

/** Whether Home Assistant is served: the protocol has no keys, so that the service needs one. */
export const isWyomingServed = ({ port, apiKey }: Config["wyoming"], ownerKey: OwnerKey | null): boolean =>
  port !== null && (apiKey ?? ownerKey) !== null;

function wyomingLine(wyoming: Config["wyoming"], ownerKey: OwnerKey | null): string {
  const { host, port } = wyoming;
  if (port === null) return "";
  const address = isWyomingServed(wyoming, ownerKey)
    ? `${host}:${port} (Wyoming protocol)`
    : `not served: WYOMING_PORT is set and WYOMING_API_KEY is not (docs/home-assistant.md)`;
  return `  Home Assistant      ${address}\n`;
}

/** The secret is printed once, when it is made. */
function keyLines(config: Pick<Config, "dataDir">, ownerKey: OwnerKey | null): string {
  if (ownerKey === null) return "";
  const { key, state } = ownerKey;
  const again = `  shown again by      ${operatorCommand(config, "show-key")}\n`;
  if (state === "kept") return `\nYour API key is the same as before.\n\n${again}`;
  const replaced = state === "replaced" ? " The one from before was revoked, so this is a new one." : "";
  return `
Your API key, of the owner's account.${replaced}

  key                 ${key}
  kept in             ${ownerKeyFile(config.dataDir)}
${again}`;
}

function exportLine(config: Pick<Config, "dataDir">, ownerKey: OwnerKey | null): string {
  const command = ownerKey === null ? "create-key --email you@example.com --name laptop" : "show-key";
  return `export KEY=$(${operatorCommand(config, command)})`;
}

const payingLine = ({ payments }: Providers): string =>
  payments === "none" ? "\nPurchases are disabled until PAYMENT_KEY_ID names a provider (see .env.example).\n" : "";

function checked(check: SelfCheck | typeof busy): string {
  if (check === busy) return "  The service or its machine is busy, so that its start-up check did not get its turn.";
  const ms = (value: number): string => `${Math.round(value)} ms`;
  return `  spoken  ${check.spoken}   (${ms(check.synthesisMs)})\n  heard   ${check.heard}   (${ms(check.transcriptionMs)})`;
}
