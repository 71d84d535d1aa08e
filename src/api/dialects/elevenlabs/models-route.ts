import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { synthesisTextMax } from "#src/api/speech/synthesis-fields.ts";
import { namedLanguages } from "#src/domain/speech/languages.ts";
import { spokenLanguages } from "#src/domain/speech/spoken-languages.ts";
import { speechModels } from "./aliases.ts";
import { elevenLabs } from "./dialect.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const modelList = z
  .array(
    z.object({
      model_id: z.string(),
      name: z.string(),
      description: z.string(),
      can_be_finetuned: z.boolean(),
      can_do_text_to_speech: z.boolean(),
      can_do_voice_conversion: z.boolean(),
      can_use_style: z.boolean(),
      can_use_speaker_boost: z.boolean(),
      serves_pro_voices: z.boolean(),
      requires_alpha_access: z.boolean(),
      token_cost_factor: z.number(),
      max_characters_request_free_user: z.int(),
      max_characters_request_subscribed_user: z.int(),
      maximum_text_length_per_request: z.int(),
      languages: z.array(z.object({ language_id: z.string(), name: z.string() })),
    }),
  )
  .meta({ id: "ElevenLabsModelList" });

/** The facts that all models share, since the voice decides which engine speaks. */
const everyModel = {
  description: "The voice decides which engine speaks.",
  can_be_finetuned: false,
  can_do_text_to_speech: true,
  can_do_voice_conversion: false,
  can_use_style: false,
  can_use_speaker_boost: false,
  serves_pro_voices: false,
  requires_alpha_access: false,
  token_cost_factor: 1,
  max_characters_request_free_user: synthesisTextMax,
  max_characters_request_subscribed_user: synthesisTextMax,
  maximum_text_length_per_request: synthesisTextMax,
};

/** Lists the models that a call may name. */
export const listModels = accountRoute(
  {
    method: "get",
    path: "/elevenlabs/v1/models",
    operationId: "elevenlabs.models.list",
    tag: elevenLabs.tag,
    summary: "List speech models",
    access: "account",
    scope: "any",
    params: noInput,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "The models.", schema: modelList, bare: true } },
    errors: [],
  },
  async (_input, _caller, { engines }) => {
    const spoken = namedLanguages(spokenLanguages(await engines.current()));
    const languages = spoken.map(({ tag, name }) => ({ language_id: tag, name }));
    const models = Object.entries(speechModels).map(([id, name]) => ({ model_id: id, name, ...everyModel, languages }));
    return { status: 200, bare: models };
  },
);
