import { setTimeout as sleep } from "node:timers/promises";
import { findInstalledModel, type InstalledModel } from "#src/models/installed.ts";
import type { Resources } from "#src/platform/resources.ts";
import { lightModels, modelsDirectory } from "./models.ts";

const model = "kokoro-82m";
/** The name of the engine that speaks with it. */
export const kokoro = "kokoro";
const startMs = 120_000;
const lookMs = 500;

/** The models of a service with natural voices; services of tests and measurements have none unless it is said. */
export const naturalSettings = { SPEECH_MODELS: `${lightModels},${model}` } as const;

/** The model of natural voices; null where it is not installed. */
export const findKokoro = (): Promise<InstalledModel | null> => findInstalledModel(modelsDirectory, model);

/** That it is not installed here, as the end of a sentence; null when it is. */
export const missingKokoro = async (): Promise<string | null> =>
  (await findKokoro()) === null ? `the model ${model} is not installed.` : null;

/** The id of a built-in voice by its engine and the engine's name for it. */
export async function voiceIdOf({ db }: Resources, engine: string, engineVoice: string): Promise<string> {
  const voices = db.selectFrom("voices").select("id").where("type", "=", "builtin").where("engine", "=", engine);
  return (await voices.where("engine_voice", "=", engineVoice).executeTakeFirstOrThrow()).id;
}

/** Waits until a worker speaks with Kokoro, whose model it loads when it starts. @throws when none does in time */
export async function untilKokoroSpeaks({ db }: Resources, signal: AbortSignal): Promise<void> {
  const engines = db.selectFrom("engines").select("name").where("name", "=", kokoro).where("ended_at", "is", null);
  const ready = engines.where("state", "=", "ready").limit(1);
  const deadline = performance.now() + startMs;
  while ((await ready.execute()).length === 0) {
    if (performance.now() > deadline) throw new Error(`Kokoro was not ready within ${startMs / 1000} s.`);
    await sleep(lookMs, undefined, { signal });
  }
}

/** Counts those of these requests that were spoken by an engine, most of each at least. */
export async function countSpokenBy({ db }: Resources, engine: string, requestIds: readonly string[]): Promise<number> {
  const spoken = db.selectFrom("speech_requests").select("id").where("id", "in", requestIds);
  return (await spoken.where("model", "=", engine).execute()).length;
}
