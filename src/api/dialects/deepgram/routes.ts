import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { accountRoute, type Route } from "#src/api/route.ts";
import { uuidOf } from "#src/domain/stable-uuid.ts";
import { voiceAliases } from "./aliases.ts";
import { deepgram } from "./dialect.ts";

const nothing = z.object({});
/** Means nothing here, and clients expect one. */
const version = "1";

const model = {
  name: z.string(),
  canonical_name: z.string(),
  architecture: z.string(),
  languages: z.array(z.string()),
  version: z.string(),
  uuid: z.uuid(),
};

const modelList = z
  .object({
    stt: z.array(z.object({ ...model, batch: z.boolean(), streaming: z.boolean(), formatted_output: z.boolean() })),
    tts: z.array(z.object(model)),
  })
  .meta({ id: "DeepgramModelList" });

/** A model of speech there is a voice and its language: `aura-2-thalia-en`. */
function presentVoice(name: string) {
  const [, architecture = "", speaker = name, tag = "en"] = /^(aura(?:-2)?)-(.+)-([a-z]{2,3})$/.exec(name) ?? [];
  return {
    name: speaker,
    canonical_name: name,
    architecture,
    languages: [tag],
    version,
    uuid: uuidOf(`model/${name}`),
  };
}

/** The aliases of other dialects are none of this one. */
const isVoice = (name: string): boolean => name.startsWith("aura-");

const listModels = accountRoute(
  {
    method: "get",
    path: "/deepgram/v1/models",
    tag: deepgram.tag,
    summary: "List the models that transcribe and the voices that speak",
    access: "account",
    scope: "any",
    params: nothing,
    query: nothing,
    body: noBody,
    responses: { 200: { description: "The models.", schema: modelList, bare: true } },
    errors: [],
  },
  async (_input, _caller, context) => {
    const { recognition } = await context.engines.current();
    const stt = recognition.map(({ name, languages }) => ({
      ...{ name, canonical_name: name, architecture: name, languages, version, uuid: uuidOf(`model/${name}`) },
      ...{ batch: true, streaming: false, formatted_output: true },
    }));
    const names = [...Object.keys(voiceAliases), ...Object.keys(context.resources.config.dialects.voices)];
    return { status: 200, bare: { stt, tts: [...new Set(names)].filter(isVoice).map(presentVoice) } };
  },
);

/** What Deepgram's clients call. */
export const deepgramRoutes: readonly Route[] = [listModels];
