import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeFile } from "node:fs/promises";
import type { ExecutionContext } from "ava";
import type { PcmFile } from "#workers/speech/engine.ts";
import { sherpaManifest } from "#workers/speech/engines/sherpa/manifest.ts";
import { openSherpa, type SherpaOptions } from "#workers/speech/engines/sherpa/open-sherpa.ts";
import type { OpenEngine } from "./recognition-support.ts";
import { privateFolder } from "./synth-support.ts";
import { modelsDirectory } from "#harness/service/models.ts";

const [speechModel, voiceModel] = [join(modelsDirectory, "moonshine-tiny-en"), join(modelsDirectory, "silero-vad")];

const loader = "moonshine";
const files = {
  "encoder_model.ort": join(speechModel, "encoder_model.ort"),
  "decoder_model_merged.ort": join(speechModel, "decoder_model_merged.ort"),
  "tokens.txt": join(speechModel, "tokens.txt"),
};
const facts = { name: "moonshine-tiny-en", languages: ["en"], tier: "fast", memoryMb: 500 } as const;
const manifest = sherpaManifest({ ...facts, loader, files });
if (manifest === null) throw new Error("Moonshine has no loader.");
const models = { manifest, loader, files, vad: join(voiceModel, "silero_vad.onnx") };

/** The models of MODELS_DIR; null, which is said in the log of the test, where they are not installed. */
export function installedModels(t: ExecutionContext): typeof models | null {
  if ([...Object.values(models.files), models.vad].every((file) => existsSync(file))) return models;
  t.log("Not run: MODELS_DIR has no moonshine-tiny-en and silero-vad.");
  t.pass();
  return null;
}

/** An engine of one host, closed when the test is over. */
export async function openHosts(
  t: ExecutionContext,
  options: Partial<SherpaOptions> & Pick<SherpaOptions, "manifest" | "loader" | "files" | "vad">,
): Promise<OpenEngine> {
  const directory = await privateFolder(t);
  const logged: string[] = [];
  const engine = openSherpa({ processes: 1, directory, log: (message) => logged.push(message), ...options });
  t.teardown(() => engine.close());
  return { engine, directory, logged };
}

/** Process ids of the hosts of this process. Linux only. */
export const hostsNow = (): readonly number[] => hostsOf(process.pid);

export const hostsOf = (worker: number): readonly number[] =>
  readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry) && isHostOf(worker, entry))
    .map(Number);

function isHostOf(worker: number, pid: string): boolean {
  try {
    const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1];
    const program = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return parent === String(worker) && program.includes("sherpa/host-program.ts");
  } catch {
    return false;
  }
}

/** Raw 16 kHz PCM of a sound; a sample is −1 to 1, by its time in seconds. */
export async function pcmOfSound(
  t: ExecutionContext,
  durationSeconds: number,
  sampleAt: (second: number) => number,
): Promise<PcmFile> {
  const sampleRate = 16_000;
  const samples = Int16Array.from({ length: durationSeconds * sampleRate }, (_, index) =>
    Math.round(32_767 * Math.max(-1, Math.min(1, sampleAt(index / sampleRate)))),
  );
  const path = join(await privateFolder(t), "sound.raw");
  await writeFile(path, samples);
  return { path, sampleRate, durationSeconds };
}
