import { modelNotFound } from "#src/api/dialects/aliases.ts";
import type { RequestContext } from "#src/api/route.ts";
import { speechModels, transcriptionModels } from "./aliases.ts";

type Known = Pick<RequestContext, "resources" | "engines">;

/** The models that a call may name to speak: OpenAI's names, and the engines. */
export async function speechModelNames({ engines }: Known): Promise<readonly string[]> {
  const { synthesis } = await engines.current();
  return sorted([...speechModels, ...synthesis.map(({ name }) => name)]);
}

/** The models that any call may name. */
export async function modelNames(known: Known): Promise<readonly string[]> {
  const { recognition } = await known.engines.current();
  const aliases = [...Object.keys(known.resources.config.dialects.models), ...Object.keys(transcriptionModels)];
  return sorted([...(await speechModelNames(known)), ...aliases, ...recognition.map(({ name }) => name)]);
}

/** @throws DomainError `model_not_found` for a name that is not known, where the operator wants such refused */
export async function requireSpeechModel(known: Known, name: string): Promise<void> {
  if (!known.resources.config.dialects.openai.strictModels) return;
  const names = await speechModelNames(known);
  if (!names.includes(name)) throw modelNotFound(name);
}

const sorted = (names: readonly string[]): readonly string[] => [...new Set(names)].toSorted();
