import type { Config } from "#src/config.ts";
import type { Providers } from "./providers.ts";
import { firstMetricsPort } from "./metrics-ports.ts";
import { busy, type SelfCheck } from "./self-check.ts";

interface Banner {
  readonly config: Pick<Config, "publicUrl" | "dataDir" | "host" | "port" | "metricsPort">;
  readonly providers: Providers;
  readonly check: SelfCheck | typeof busy;
}

/** What a person reads when the service has come up. */
export function banner({ config, providers, check }: Banner): string {
  const { publicUrl: baseUrl, dataDir, host } = config;
  return `
${checked(check)}

The speech service runs at ${baseUrl}
  web page            ${baseUrl}
  API documentation   ${baseUrl}/docs
  ${signInLine(baseUrl, providers)}
  data and logs       ${dataDir}
  metrics             http://${host}:${firstMetricsPort(config)}/metrics and the ports after it, one for each process

Try it without an account:
  curl -s ${baseUrl}/v1/demo/speech/synthesize -H 'Content-Type: application/json' -H 'Accept: audio/wav' -d '{"text":"Hello world"}' -o hello.wav
  curl -s ${baseUrl}/v1/demo/speech/transcriptions -F audio=@hello.wav

Create an API key (in another terminal):
  export KEY=$(npm run -s admin -- create-key --email you@example.com --name laptop)

With the key:
  curl -s ${baseUrl}/v1/speech/synthesize -H "X-API-Key: $KEY" -H 'Content-Type: application/json' -d '{"text":"Hello again","format":"mp3"}'
  curl -s ${baseUrl}/v1/speech/transcriptions -H "X-API-Key: $KEY" -F audio=@hello.wav
  curl -s ${baseUrl}/v1/voices -H "X-API-Key: $KEY" -F audio=@sample.wav -F name='My voice'
  curl -s ${baseUrl}/v1/speech/requests -H "X-API-Key: $KEY"
  curl -s ${baseUrl}/v1/usage -H "X-API-Key: $KEY"
${paying(baseUrl, providers)}
Ctrl-C stops it.
`;
}

/** Of a provider that was configured there is nothing to show: real money would move. */
function paying(baseUrl: string, { payments }: Providers): string {
  if (payments === "provider") return "";
  if (payments === "none")
    return "\nPurchases are disabled until PAYMENT_KEY_ID names a provider (see .env.example).\n";
  return `
Subscribe and pay, with the key; the sandbox moves no money:
  ORDER=$(curl -s ${baseUrl}/v1/subscriptions -H "X-API-Key: $KEY" -H 'Content-Type: application/json' -d '{"plan_id":"starter"}' | grep -oE 'order_[A-Za-z0-9]{14}' | head -1)
  curl -s ${payments.apiUrl}/v1/checkout/embedded/pay -d key_id=${payments.keyId} -d order_id=$ORDER -d outcome=paid
  sleep 1; curl -s ${baseUrl}/v1/subscriptions/current -H "X-API-Key: $KEY"
`;
}

function signInLine(baseUrl: string, { signIn }: Providers): string {
  if (signIn === "none") return "sign in             disabled until OIDC_ISSUER names a provider (see .env.example)";
  return `${signIn === "sandbox" ? "sign up or in     " : "sign in           "}  ${baseUrl}/auth/login?return_to=/account`;
}

function checked(check: SelfCheck | typeof busy): string {
  if (check === busy)
    return "  The service is busy with what it was given before; its start-up check did not get its turn.";
  const ms = (value: number): string => `${Math.round(value)} ms`;
  return `  spoken  ${check.spoken}   (${ms(check.synthesisMs)})\n  heard   ${check.heard}   (${ms(check.transcriptionMs)})`;
}
