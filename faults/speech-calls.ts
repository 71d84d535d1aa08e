import { newApiKey } from "#src/domain/api-keys/key-format.ts";
import { audioForm } from "#harness/clients/client.ts";
import { speech } from "#harness/audio/sounds.ts";
import type { SteadyCall } from "./steady-calls.ts";

/** The kinds of calls that make a speech request. */
export const speechKinds = ["text", "text, waiting", "recording", "recording, waiting"] as const;

export interface SteadyCaller {
  readonly baseUrl: string;
  readonly key: string;
}

const spokenText = "The committee will publish what it has found.";
const heardText = "The train will leave at seven.";
const waitSeconds = 5;
const waiting = { prefer: `wait=${waitSeconds}` };
const leaving = { prefer: "respond-async" };
const unknownKey = newApiKey();

/** Each way in which an account calls for speech, and reads what it has. */
export async function speechCalls({ baseUrl, key }: SteadyCaller) {
  const audio = await speech(heardText);
  const post =
    (path: string, headers: Readonly<Record<string, string>>, body: () => string | FormData) => (signal: AbortSignal) =>
      fetch(`${baseUrl}${path}`, { method: "POST", headers: { "x-api-key": key, ...headers }, body: body(), signal });
  const get = (path: string, ownKey: string) => (signal: AbortSignal) =>
    fetch(`${baseUrl}${path}`, { headers: { "x-api-key": ownKey }, signal });
  const say = (headers: Readonly<Record<string, string>>) =>
    post("/v1/speech/synthesize", { "content-type": "application/json", ...headers }, () =>
      JSON.stringify({ text: spokenText }),
    );
  const hear = (headers: Readonly<Record<string, string>>) =>
    post("/v1/speech/transcriptions", headers, () => audioForm(audio));
  return {
    text: { kind: "text", send: say(leaving) },
    waitForText: { kind: "text, waiting", send: say(waiting), waitMs: waitSeconds * 1000 },
    recording: { kind: "recording", send: hear(leaving) },
    waitForRecording: { kind: "recording, waiting", send: hear(waiting), waitMs: waitSeconds * 1000 },
    list: { kind: "list", send: get("/v1/speech/requests?limit=20", key) },
    keys: { kind: "keys", send: get("/v1/api-keys", key) },
    unknownKey: { kind: "unknown key", send: get("/v1/api-keys", unknownKey), refusal: 401 },
  } as const satisfies Readonly<Record<string, SteadyCall>>;
}
