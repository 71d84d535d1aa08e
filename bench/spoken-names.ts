import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { kokoro, naturalSettings, voiceIdOf } from "#harness/service/natural-voices.ts";
import { runProcess } from "#workers/speech/process/run-process.ts";
import type { NamedSentence } from "./rare-names.ts";
import { type MeasuredService, untilApiOffersKokoro } from "./running-service.ts";

/** A sentence as a recording. */
export interface SpokenSentence extends NamedSentence {
  readonly path: string;
}

/** Each speaks every second pair of sentences. */
const voices = ["af_heart", "bm_george"] as const;
/** Pink noise at this amplitude is some 20 dB below the voice. */
const noise = "anoisesrc=color=pink:amplitude=0.02:sample_rate=16000:seed=7";

/** Speaks the sentences by natural voices of the service: each is there twice, as it is and with noise. */
export async function speakNames(
  service: MeasuredService,
  sentences: readonly NamedSentence[],
  signal: AbortSignal,
): Promise<readonly SpokenSentence[]> {
  const synthesis = await service.start("synthesis", naturalSettings);
  await untilApiOffersKokoro(service, signal);
  const spoken: SpokenSentence[] = [];
  const ids = await Promise.all(voices.map((voice) => voiceIdOf(service.resources, kokoro, voice)));
  for (const [at, sentence] of sentences.entries()) {
    const path = join(service.directory, `name-${at}.wav`);
    const voiceId = ids[Math.floor(at / 2) % ids.length] ?? "";
    await writeFile(path, await speak(service, { text: sentence.text, voiceId }, signal));
    spoken.push({ ...sentence, path }, { ...sentence, path: await withNoise(path, signal) });
  }
  await synthesis.stop();
  return spoken;
}

async function speak(
  { baseUrl, key }: MeasuredService,
  { text, voiceId }: { readonly text: string; readonly voiceId: string },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const response = await fetch(`${baseUrl}/v1/speech/synthesize`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json", accept: "audio/wav" },
    body: JSON.stringify({ text, language: "en", voice_id: voiceId }),
    signal,
  });
  if (response.status !== 200) throw new Error(`A sentence was not spoken: ${response.status}.`);
  return response.bytes();
}

async function withNoise(path: string, signal: AbortSignal): Promise<string> {
  const noisy = path.replace(/\.wav$/, "-noisy.wav");
  const mix = ["-filter_complex", "amix=inputs=2:duration=first:normalize=0", "-ar", "16000"];
  const args = ["-nostdin", "-v", "error", "-i", path, "-f", "lavfi", "-i", noise, ...mix, "-y", noisy];
  const { exitCode } = await runProcess("ffmpeg", args, { signal, timeoutMs: 60_000, maxOutputBytes: 65_536 });
  if (exitCode !== 0) throw new Error("ffmpeg cannot add noise.");
  return noisy;
}
