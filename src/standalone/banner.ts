import { busy, type SelfCheck } from "./self-check.ts";

/** Who signs people in: the sandbox of this machine, an OpenID provider that was configured, or nobody. */
export type SignIn = "sandbox" | "provider" | "nobody";

/** What a person reads when the service has come up. */
export function banner({
  baseUrl,
  dataDir,
  signIn,
  check,
}: {
  baseUrl: string;
  dataDir: string;
  signIn: SignIn;
  check: SelfCheck | typeof busy;
}): string {
  return `
${checked(check)}

The speech service runs at ${baseUrl}
  API documentation   ${baseUrl}/docs
  ${door(baseUrl, signIn)}
  data and logs       ${dataDir}

Try it without an account:
  curl -s ${baseUrl}/v1/demo/speech/synthesize -H 'Content-Type: application/json' -H 'Accept: audio/wav' -d '{"text":"Hello world"}' -o hello.wav
  curl -s ${baseUrl}/v1/demo/speech/transcriptions -F audio=@hello.wav

Make an API key (in another terminal):
  export KEY=$(npm run -s admin -- create-key --email you@example.com --name laptop)

With the key:
  curl -s ${baseUrl}/v1/speech/synthesize -H "X-API-Key: $KEY" -H 'Content-Type: application/json' -d '{"text":"Hello again","format":"mp3"}'
  curl -s ${baseUrl}/v1/speech/transcriptions -H "X-API-Key: $KEY" -F audio=@hello.wav
  curl -s ${baseUrl}/v1/voices -H "X-API-Key: $KEY" -F audio=@sample.wav -F name='My voice'
  curl -s ${baseUrl}/v1/speech/requests -H "X-API-Key: $KEY"
  curl -s ${baseUrl}/v1/usage -H "X-API-Key: $KEY"

Ctrl-C stops it.
`;
}

function door(baseUrl: string, signIn: SignIn): string {
  if (signIn === "nobody")
    return "signing in          not possible until OIDC_ISSUER names a provider (see .env.example)";
  return `${signIn === "sandbox" ? "sign up or in     " : "sign in           "}  ${baseUrl}/auth/login`;
}

function checked(check: SelfCheck | typeof busy): string {
  if (check === busy)
    return "  The service is busy with what it was given before; its start-up check did not get its turn.";
  const ms = (value: number): string => `${Math.round(value)} ms`;
  return `  spoken  ${check.spoken}   (${ms(check.synthesisMs)})\n  heard   ${check.heard}   (${ms(check.transcriptionMs)})`;
}
