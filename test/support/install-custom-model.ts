import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ToyModel, toyVad } from "./toy-models.ts";

interface Facts {
  readonly name: string;
  readonly kind?: "recognition" | "synthesis" | "voice-activity";
  readonly languages: readonly string[];
  readonly tier?: "fast" | "accurate";
}

/** Puts a model into a folder of models with the `model.json` that an operator would write for one of their own. */
export async function installCustomModel(directory: string, model: ToyModel, facts: Facts): Promise<void> {
  const folder = join(directory, facts.name);
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(model.files)) await writeFile(join(folder, name), content);
  const files = Object.entries(model.files).map(([path, content]) => {
    const bytes = Buffer.from(content);
    return { path, size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
  });
  const { loader } = model;
  const manifest = { kind: "recognition", tier: "fast", licence: "None.", memoryMb: null, sources: [], ...facts };
  await writeFile(join(folder, "model.json"), JSON.stringify({ ...manifest, loader, files }));
}

/** Installs the toy VAD under the name of Silero VAD. */
export const installToyVad = (directory: string): Promise<void> => {
  const model = { loader: "silero-vad", files: { "silero_vad.onnx": toyVad } };
  return installCustomModel(directory, model, { name: "silero-vad", kind: "voice-activity", languages: ["mul"] });
};
