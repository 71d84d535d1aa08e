import { z } from "zod";
import { engineKinds, engineStates } from "#db/engine-schema.ts";
import { noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { engineTiers } from "#src/domain/engines/manifest.ts";
import { type EngineUnion, languagesOf } from "#src/domain/engines/offered-engines.ts";
import { modelsFor } from "#src/domain/engines/pull-advice.ts";
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
          .meta({ description: "`recognition` turns speech into text, `synthesis` text into speech." }),
        languages: z.array(z.string()).meta({ description: "Primary tags." }),
        tier: z.enum(engineTiers).meta({
          description: "What `fast` and `accurate` prefer; `fallback` is used where there is nothing better.",
        }),
        state: z.enum(engineStates).meta({
          description:
            "The best one among its workers. One whose models load with the next call is `ready`; calls cannot ask for one that is `unavailable`.",
        }),
        detects_language: z.boolean().meta({ description: "Whether it takes the language `auto`." }),
        translates: z.boolean().meta({ description: "Whether it does the `task` `translate`." }),
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
    summary: "List engines",
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
      translates: manifest.translates ?? false,
      memory_mb: manifest.memoryMb,
      workers,
    }));
    return { status: 200, data: { items } };
  },
);

const names = z.array(z.string());

const reader = z.object({
  model: z.string().meta({ description: "What `model` of a transcription may be, where it is installed." }),
  installed: z.boolean().meta({ description: "False of a model that the operator can install." }),
  quality: z
    .enum(["measured", "untested"])
    .meta({ description: "`untested`: the model names the language, and this project has not measured it." }),
  measurement: z
    .object({
      word_error_percent: z
        .number()
        .min(0)
        .meta({ description: "Of the words that were said.", examples: [16] }),
      words: z.int().meta({ description: "How many words were said: few words say little.", examples: [56] }),
      recordings: z.string().meta({ description: "What was read.", examples: ["short clips"] }),
      date: z.iso.date().meta({ description: "When.", examples: ["2026-11-27"] }),
    })
    .nullable()
    .meta({ description: "The words that it got wrong; null where it is untested." }),
});

const languageList = z
  .object({
    items: z.array(
      z.object({
        tag: z.string().meta({ description: "A primary tag." }),
        name: z.string().meta({ description: "In English." }),
        speech_models: names.meta({ description: "What speaks it; nothing where it cannot be spoken." }),
        transcription_models: names.meta({ description: "What reads it; nothing where it cannot be transcribed." }),
        recognition: z
          .array(reader)
          .meta({ description: "What reads it and what could, those that are installed first, and how well." }),
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
    summary: "List languages",
    description:
      "What calls accept now, by tag, and the languages for which a model can be installed. While no worker runs these are the languages of the last ones.",
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
    const tags = languagesOf([...offered.recognition, ...offered.synthesis, ...offered.installable]);
    const items = namedLanguages(tags).map((language) => ({
      ...language,
      speech_models: spoken.has(language.tag) ? namesOf(enginesFor(offered.synthesis, language.tag)) : [],
      transcription_models: namesOf(enginesFor(offered.recognition, language.tag)),
      recognition: readersOf(offered, language.tag),
    }));
    const usable = items.filter((item) => item.speech_models.length + item.recognition.length > 0);
    return {
      status: 200,
      data: { items: usable, detection_models: namesOf(enginesFor(offered.recognition, detectLanguage)) },
    };
  },
);

/** The engines that read a language, and then the models that could. */
function readersOf({ recognition, installable }: EngineUnion, language: string): readonly z.output<typeof reader>[] {
  const here = new Set(namesOf(recognition));
  const pullable = modelsFor(installable, language).filter(({ name }) => !here.has(name));
  const named = [...enginesFor(recognition, language), ...pullable];
  return named.map(({ name: model }) => {
    const known = installable.find(({ name }) => name === model)?.quality?.find((one) => one.language === language);
    const installed = here.has(model);
    if (known === undefined) return { model, installed, quality: "untested", measurement: null };
    const { wordErrorPercent: word_error_percent, words, recordings, date } = known;
    return { model, installed, quality: "measured", measurement: { word_error_percent, words, recordings, date } };
  });
}

const namesOf = (engines: readonly { readonly name: string }[]): readonly string[] => engines.map(({ name }) => name);

/** The routes of engines and languages. */
export const engineRoutes = [listEngines, listLanguages];
