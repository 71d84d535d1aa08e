import { z } from "zod";
import { speech, wav } from "#harness/audio/sounds.ts";
import { voiceIdOf } from "#harness/service/natural-voices.ts";
import type { MeasuredService } from "./running-service.ts";

/** A call of the mix. @returns the status of its answer; 0 when there was none */
export type MixedCall = () => Promise<number>;

const made = z.object({ data: z.object({ api_key_id: z.string() }) });
/** A short one and a long one. */
const [spokenText, longText] = [
  "Nobody in the room had expected that the answer would be so simple.",
  "The committee will publish its findings on the second day of the month, as it has always done. ".repeat(2),
] as const;
const heardText = "The train will leave at seven.";
const uploadSeconds = 60;

/**
 * The calls of a day, in their proportions: mostly reading. Of three texts two, one of them long, are
 * spoken by the default voice and one by flite.
 */
export async function mixedCalls(
  { baseUrl, key, resources }: Pick<MeasuredService, "baseUrl" | "key" | "resources">,
  signal: AbortSignal,
): Promise<readonly MixedCall[]> {
  const [recording, silence] = [await speech(heardText), wav(uploadSeconds)];
  const fliteVoice = await voiceIdOf(resources, "flite", "rms");
  const send = async (method: string, path: string, init: RequestInit = {}): Promise<Response | null> => {
    const headers = { "x-api-key": key, ...Object.fromEntries(new Headers(init.headers)) };
    const patience = AbortSignal.any([signal, AbortSignal.timeout(90_000)]);
    return fetch(baseUrl + path, { ...init, method, headers, signal: patience }).catch(() => null);
  };
  const json = (body: unknown): RequestInit => ({
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const status = async (response: Response | null): Promise<number> => {
    await response?.arrayBuffer().catch(() => undefined);
    return response?.status ?? 0;
  };
  const read = (path: string) => async () => status(await send("GET", path));
  const speak = (text: string, voice_id?: string) => async () =>
    status(await send("POST", "/v1/speech/synthesize", json({ text, voice_id })));
  const hear = (audio: Uint8Array<ArrayBuffer>, prefer: string) => async () => {
    const body = new FormData();
    body.set("audio", new Blob([audio]), "recording.wav");
    return status(await send("POST", "/v1/speech/transcriptions", { headers: { prefer }, body }));
  };
  const makeAndRevokeKey = async (): Promise<number> => {
    const response = await send("POST", "/v1/api-keys", json({ name: "soak" }));
    if (response?.status !== 201) return status(response);
    const { data } = made.parse(await response.json());
    return status(await send("DELETE", `/v1/api-keys/${data.api_key_id}`));
  };
  const reads = ["/v1/users/me", "/v1/speech/requests?limit=20", "/v1/usage", "/v1/voices"].map(read);
  return [
    ...[speak(spokenText), ...reads, makeAndRevokeKey],
    ...[speak(spokenText, fliteVoice), ...reads, hear(recording, "wait=60")],
    ...[speak(longText), ...reads, hear(silence, "respond-async")],
  ];
}
