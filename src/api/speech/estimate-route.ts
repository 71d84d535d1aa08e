import { z } from "zod";
import { jsonBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { noInput } from "#src/api/validation/no-input.ts";
import { planSynthesis } from "#src/domain/speech/plan-synthesis.ts";
import { priceOfText } from "#src/domain/speech/price-of-text.ts";
import { languageOfText } from "#src/domain/speech/text-language.ts";
import { estimateBody, textOf } from "./synthesis-fields.ts";

export const synthesisEstimate = z
  .object({
    characters: z.int().meta({ description: "Unicode code points of the text.", examples: [56] }),
    credits: z.int().meta({ description: "What speaking all of it costs.", examples: [151] }),
    language: z.string().meta({ description: "The language in which it would be spoken, by primary tag." }),
    text_language: z
      .string()
      .nullable()
      .meta({
        description:
          "The language of the text by primary tag, where it is clearly another one than English; else null.",
        examples: [null],
      }),
    voice_id: z.uuid().meta({ description: "Id of the voice that would speak it." }),
  })
  .meta({ id: "SynthesisEstimate" });

/** The price of a text before it is spoken. */
export const estimateRoute = accountRoute(
  {
    method: "post",
    path: "/v1/speech/estimates",
    operationId: "speech.estimate",
    tag: "Speech",
    summary: "Estimate cost",
    description:
      "Takes the text and the choices of a synthesis, and answers with its price, without speaking, storing or charging anything. " +
      "A text costs a credit for each character; where its numbers and signs in words make more than twice as many letters, one for each letter.",
    access: "account",
    scope: "speech",
    limit: "speech",
    params: noInput,
    query: noInput,
    body: jsonBody(estimateBody),
    responses: { 200: { description: "The price.", schema: synthesisEstimate } },
    errors: [
      ...(["body_too_large", "audio_too_long", "voice_not_found", "voice_not_ready", "voice_outdated"] as const),
      "pronunciation_dictionary_not_found",
    ],
  },
  async ({ body }, caller, context) => {
    const input = { ...(await textOf(body, caller, context)), options: { inputType: body.input_type } };
    const { voice, ...planned } = await planSynthesis(context.resources.db, input);
    const price = priceOfText({ ...planned, text: body.text, inputType: body.input_type, voice });
    const facts = { language: voice.language, text_language: await languageOfText(body.text), voice_id: voice.id };
    return { status: 200, data: { ...price, ...facts } };
  },
);
