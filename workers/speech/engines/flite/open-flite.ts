import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "#src/errors.ts";
import type { EngineManifest, SynthesisEngine } from "#workers/speech/engine.ts";
import { pcmFromWav } from "#workers/speech/audio/wav.ts";
import { nameIn, programStatus } from "#workers/speech/process/confinement.ts";
import { runEngine } from "#workers/speech/process/run-engine.ts";
import { flitePronounces, fliteText } from "./flite-text.ts";

/** Its name is the engine of its voices in the catalogue. */
const fliteManifest: EngineManifest = {
  ...{ name: "flite", kind: "synthesis", languages: ["en"], tier: "fast", detectsLanguage: false, memoryMb: 20 },
  requires: "The package flite of the operating system.",
};

/** The voices built into Debian's flite. Another name would make it look for a file, or fetch an address. */
const fliteVoices: readonly string[] = ["rms", "slt", "awb", "kal16", "kal"];

const engineLimits = { memoryBytes: 512 * 1024 * 1024, cpuSeconds: 120, fileBytes: 512 * 1024 * 1024 } as const;

/** flite's English voices as one process a text, which it reads from a private file. It has no voice profiles. */
export const openFlite = (options: { readonly timeoutMs?: number } = {}): SynthesisEngine => ({
  manifest: fliteManifest,
  segmentLetters: 300,
  canSpeak: (text, language) => language === "en" && flitePronounces(text),
  async synthesize({ text, voice, language, speed, directory, signal }) {
    if (language !== "en") throw new DomainError("language_unsupported");
    if (!fliteVoices.includes(voice.name))
      throw new DomainError("engine_unavailable", `flite has no voice ${voice.name}.`);
    const base = join(directory, `flite-${randomUUID()}`);
    const [textPath, wavPath] = [`${base}.txt`, `${base}.wav`];
    await writeFile(textPath, fliteText(text), { flag: "wx", mode: 0o600 });
    const stretch = ["--setf", `duration_stretch=${1 / speed}`];
    const files = ["-f", nameIn(directory, textPath), "-o", nameIn(directory, wavPath)];
    const { exitCode } = await runEngine("flite", ["-voice", voice.name, ...stretch, ...files], {
      directory,
      reads: [textPath],
      writes: [wavPath],
      limits: engineLimits,
      signal,
      timeoutMs: options.timeoutMs ?? 120_000,
      maxOutputBytes: 65_536,
    });
    if (exitCode !== 0) throw new DomainError("engine_unavailable", `flite ended with exit code ${exitCode}.`);
    const pcm = await pcmFromWav(wavPath, `${base}.pcm`);
    await Promise.all([rm(textPath), rm(wavPath)]);
    return pcm;
  },
  status: () => programStatus("flite"),
  close: () => Promise.resolve(),
});
