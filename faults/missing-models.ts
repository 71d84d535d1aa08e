import { findInstalledModel } from "#src/models/installed.ts";
import { modelsDirectory } from "#harness/service/models.ts";

const needed = ["moonshine-tiny-en", "silero-vad"] as const;

/** Names the part of Moonshine that is not installed here, as the end of a sentence; null when all is. */
export async function missingModels(): Promise<string | null> {
  const found = await Promise.all(needed.map((name) => findInstalledModel(modelsDirectory, name)));
  const missing = needed.filter((_, index) => found[index] === null);
  return missing.length === 0 ? null : `the model ${missing.join(" and the model ")} is not installed.`;
}
