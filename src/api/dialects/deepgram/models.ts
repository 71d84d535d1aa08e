import type { RequestContext } from "#src/api/route.ts";
import { synthesisLanguages } from "#src/domain/speech/languages.ts";
import { uuidOf } from "#src/domain/stable-uuid.ts";
import { voiceAliases } from "./aliases.ts";

/** Means nothing here, and clients expect one. */
export const modelVersion = "1";

/** The id of a model, by its name. */
export const uuidOfModel = (name: string): string => uuidOf(`model/${name}`);

const voiceName = /^(?<architecture>aura(?:-2)?)-(?<speaker>.+)-(?<language>[a-z]{2,3})$/;

/** The parts of a voice's name, as in `aura-2-thalia-en`: a model of speech there is a voice and its language. */
export function parseVoiceName(name: string) {
  const { architecture, speaker, language } = voiceName.exec(name)?.groups ?? {};
  if (architecture === undefined || speaker === undefined || language === undefined) return null;
  return synthesisLanguages.includes(language) ? { architecture, speaker, language } : null;
}

/** All models that clients may name, by what they do. */
export async function listModels({ engines, resources }: Pick<RequestContext, "engines" | "resources">) {
  const { recognition } = await engines.current();
  const names = [...Object.keys(voiceAliases), ...Object.keys(resources.config.dialects.voices)];
  return {
    stt: recognition.map(({ name, languages }) => ({
      ...factsOf(name, { shown: name, architecture: name, languages }),
      ...{ batch: true, streaming: false, formatted_output: true },
    })),
    tts: [...new Set(names)].flatMap(presentVoice),
  };
}

/** The aliases of other dialects are none of this one. */
function presentVoice(name: string) {
  const voice = parseVoiceName(name);
  if (voice === null) return [];
  const { speaker: shown, architecture, language } = voice;
  return [factsOf(name, { shown, architecture, languages: [language] })];
}

interface ModelFacts {
  readonly shown: string;
  readonly architecture: string;
  readonly languages: readonly string[];
}

const factsOf = (name: string, { shown, architecture, languages }: ModelFacts) => ({
  name: shown,
  canonical_name: name,
  architecture,
  languages: [...languages],
  version: modelVersion,
  uuid: uuidOfModel(name),
});
