import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ExecutionContext } from "ava";
import type { EngineVoice } from "#workers/speech/engine.ts";
import { readConfiguration } from "#workers/speech/engines/piper/configuration.ts";
import { openPiper, type PiperModel, type PiperOptions } from "#workers/speech/engines/piper/open-piper.ts";
import { toyPiper, type ToyPiper } from "#test/support/toy-piper.ts";
import { privateFolder } from "./synth-support.ts";

export const piperVoice = (name: string): EngineVoice => ({ engine: "piper", name, profile: null });

/** Writes a toy model into a folder of its name. */
export async function toyModel(folder: string, name: string, hand: ToyPiper = {}): Promise<PiperModel> {
  const files = toyPiper(hand);
  await mkdir(join(folder, name), { recursive: true });
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, name, file), content);
  const configuration = readConfiguration(files["model.onnx.json"]);
  const language = configuration.languageTag.slice(0, 2);
  return { name, path: join(folder, name, "model.onnx"), configuration, language };
}

/** An engine of one host, closed when the test is over. */
export async function openHosts(
  t: ExecutionContext,
  models: readonly PiperModel[],
  options: Partial<PiperOptions> = {},
) {
  const logged: string[] = [];
  const log = (message: string): unknown => logged.push(message);
  const usual = { memoryMb: 500, processes: 1, threads: 1, preferredVoices: {}, log };
  const engine = openPiper({ models, ...usual, ...options });
  t.teardown(() => engine.close());
  return { engine, directory: await privateFolder(t), logged };
}
