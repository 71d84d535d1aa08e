import { z } from "zod";
import { noBody } from "#src/api/bodies/body.ts";
import { accountRoute } from "#src/api/route.ts";
import { batchItemsMax } from "#src/domain/batches/create-batch.ts";
import { languagesOf } from "#src/domain/engines/offered-engines.ts";
import { findLiveOffer } from "#src/domain/live/queries.ts";
import { namedLanguages } from "#src/domain/speech/languages.ts";
import { spokenLanguages } from "#src/domain/speech/spoken-languages.ts";
import { detectLanguage } from "#src/domain/speech/transcription-language.ts";
import { previewText } from "#src/domain/voices/preview-texts.ts";
import { synthesisTextMax } from "./synthesis-fields.ts";
import { noInput } from "#src/api/validation/no-input.ts";

const language = z.object({ tag: z.string(), name: z.string() });

const accountLimits = z
  .object({
    text_max_characters: z.int(),
    audio: z.object({ max_bytes: z.int(), max_seconds: z.number() }),
    batch: z.object({ max_bytes: z.int(), max_recordings: z.int(), price_percent: z.int() }).meta({
      description: "A zip of recordings that are sent as a batch; its price in percent of that of single recordings.",
      examples: [{ max_bytes: 1_073_741_824, max_recordings: 10_000, price_percent: 50 }],
    }),
    voice_sample: z.object({ max_bytes: z.int(), min_seconds: z.number(), max_seconds: z.number() }),
    audio_retention_days: z.int().nullable().meta({
      description: "How many days audio is kept after the request has finished; null when it is kept forever.",
    }),
    synthesis_languages: z.array(
      language.extend({ example_text: z.string().meta({ description: "A short text in this language." }) }),
    ),
    transcription_languages: z.array(language),
    live_languages: z.array(language),
  })
  .meta({ id: "AccountLimits" });

const isNamed = (tag: string): boolean => tag !== detectLanguage;

/** The limits of one call of an account in this installation, so that a page can say them before anything is sent. */
export const limitsRoute = accountRoute(
  {
    method: "get",
    path: "/v1/users/me/limits",
    operationId: "account.getLimits",
    tag: "Users",
    summary: "Get request limits",
    access: "account",
    scope: "usage",
    params: noInput,
    query: noInput,
    body: noBody,
    responses: { 200: { description: "The limits and languages of this installation.", schema: accountLimits } },
    errors: [],
  },
  async (_input, _caller, { resources: { config, db }, engines }) => {
    const { audio, voiceSample } = config.limits;
    const [offered, live] = await Promise.all([engines.current(), findLiveOffer(db)]);
    return {
      status: 200,
      data: {
        text_max_characters: synthesisTextMax,
        audio: { max_bytes: audio.maxBytes, max_seconds: audio.maxSeconds },
        batch: {
          max_bytes: config.limits.archiveMaxBytes,
          max_recordings: batchItemsMax,
          price_percent: config.batches.pricePercent,
        },
        voice_sample: {
          max_bytes: voiceSample.maxBytes,
          min_seconds: voiceSample.minSeconds,
          max_seconds: voiceSample.maxSeconds,
        },
        audio_retention_days: config.retention.audioDays,
        synthesis_languages: namedLanguages(spokenLanguages(offered)).map((one) => ({
          ...one,
          example_text: previewText(one.tag),
        })),
        transcription_languages: namedLanguages(languagesOf(offered.recognition)),
        live_languages: config.live.secret === null ? [] : namedLanguages(live.languages.filter(isNamed)),
      },
    };
  },
);
