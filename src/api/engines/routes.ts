import { z } from "zod";
import { engineKinds, engineStates } from "#db/engine-schema.ts";
import { noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { engineTiers } from "#src/domain/engines/manifest.ts";
import { languagesOf } from "#src/domain/engines/offered-engines.ts";
import { detectLanguage, enginesFor } from "#src/domain/speech/transcription-language.ts";
import { namedLanguages } from "#src/domain/speech/languages.ts";
import { spokenLanguages } from "#src/domain/speech/spoken-languages.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const tag = "Engines";

const engineList = z
  .object({
    items: z.array(
      z.object({
        name: z.string().meta({ description: "Of recognition: what `model` of a transcription may be." }),
        kind: z
          .enum(engineKinds)
          .meta({ description: "`recognition` makes text of sound, `synthesis` sound of text." }),
        languages: z.array(z.string()).meta({ description: "Primary tags." }),
        tier: z.enum(engineTiers).meta({
          description: "What `fast` and `accurate` prefer; `fallback` is used where there is nothing better.",
        }),
        state: z.enum(engineStates).meta({
          description:
            "The best one among its workers. One whose models load with the next call is `ready`; calls cannot ask for one that is `unavailable`.",
        }),
        detects_language: z.boolean().meta({ description: "Whether it takes the language `auto`." }),
        memory_mb: z.number().meta({
          description:
            "Resident memory of one process of it in use; an estimate for models that were never measured, and 0 of a remote server.",
        }),
        workers: z.int().meta({ description: "How many worker processes have it." }),
      }),
    ),
  })
  .meta({ id: "EngineList" });

const listEngines = accountRoute(
  {
    method: "get",
    path: "/v1/engines",
    operationId: "engines.list",
    tag,
    summary: "List the speech engines of the workers that run",
    description: "By name; a few seconds old at most.",
    access: "account",
    scope: "any",
    params: noInput,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "The engines.", schema: engineList } },
    errors: [],
  },
  async (_input, _caller, { engines }) => {
    const { live } = await engines.current();
    const items = live.map(({ manifest, state, workers }) => ({
      name: manifest.name,
      kind: manifest.kind,
      languages: manifest.languages,
      tier: manifest.tier,
      state,
      detects_language: manifest.detectsLanguage,
      memory_mb: manifest.memoryMb,
      workers,
    }));
    return { status: 200, data: { items } };
  },
);

const names = z.array(z.string());
const languageList = z
  .object({
    items: z.array(
      z.object({
        tag: z.string().meta({ description: "A primary tag." }),
        name: z.string().meta({ description: "In English." }),
        speech_models: names.meta({ description: "What speaks it; nothing where it cannot be spoken." }),
        transcription_models: names.meta({ description: "What reads it; nothing where it cannot be transcribed." }),
      }),
    ),
    detection_models: names.meta({ description: "What takes the language `auto`." }),
  })
  .meta({ id: "LanguageList" });

const listLanguages = accountRoute(
  {
    method: "get",
    path: "/v1/languages",
    operationId: "languages.list",
    tag,
    summary: "List the languages that can be spoken and transcribed",
    description: "What calls accept now, by tag. While no worker runs these are the languages of the last ones.",
    access: "account",
    scope: "any",
    params: noInput,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "The languages.", schema: languageList } },
    errors: [],
  },
  async (_input, _caller, { engines }) => {
    const offered = await engines.current();
    const spoken = new Set(spokenLanguages(offered));
    const tags = languagesOf([...offered.recognition, ...offered.synthesis]);
    const items = namedLanguages(tags).map((language) => ({
      ...language,
      speech_models: spoken.has(language.tag) ? namesOf(enginesFor(offered.synthesis, language.tag)) : [],
      transcription_models: namesOf(enginesFor(offered.recognition, language.tag)),
    }));
    const usable = items.filter((item) => item.speech_models.length + item.transcription_models.length > 0);
    return {
      status: 200,
      data: { items: usable, detection_models: namesOf(enginesFor(offered.recognition, detectLanguage)) },
    };
  },
);

const namesOf = (engines: readonly { readonly name: string }[]): readonly string[] => engines.map(({ name }) => name);

/** The routes of engines and languages. */
export const engineRoutes = [listEngines, listLanguages];
