import { z } from "zod";
import { voiceGenders, voiceQualities, voiceStatuses, voiceTypes } from "#db/schema.ts";
import { pageQuery } from "#src/api/page.ts";
import { language } from "#src/api/validation/language.ts";
import { literal } from "#src/api/validation/literal.ts";
import { text } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import { synthesisLanguages } from "#src/domain/speech/languages.ts";

const spokenLanguage = language({ supported: synthesisLanguages, max: 10 });

export const voiceFields = z.object({
  name: text({ min: 1, max: 100 }),
  description: text({ max: 500 }).default(""),
  language: spokenLanguage.optional(),
});

export const voiceParams = z.object({ voice_id: uuid() });

export const voiceListQuery = z.object({
  ...pageQuery,
  type: literal(voiceTypes).optional(),
  language: spokenLanguage.optional(),
});

const created = z.object({
  voice_id: z.uuid(),
  name: z.string(),
  status: z.enum(voiceStatuses),
  created_at: z.iso.datetime(),
  description: z.string(),
});

export const createdVoice = created.meta({ id: "CreatedVoice" });

export const voiceAnswer = created
  .extend({
    user_id: z.string().meta({ description: "`system` for built-in voices." }),
    type: z.enum(voiceTypes),
    language: z.string().meta({ description: "Primary tag; `und` until it is known." }),
    gender: z.enum(voiceGenders).nullable().meta({ description: "Of built-in voices." }),
    accent: z
      .string()
      .nullable()
      .meta({ description: "Of built-in voices, where it is known: `American`, `British`, …" }),
    quality: z.enum(voiceQualities).nullable().meta({
      description: "Of built-in voices: `natural` sounds like a person, `standard` less so, `basic` is synthetic.",
    }),
    licence: z.string().nullable().meta({ description: "Of built-in voices: that of their data." }),
    deprecated: z.boolean().meta({ description: "A better voice is there. It goes on speaking." }),
    default: z.boolean().meta({ description: "It speaks its language when no voice is named." }),
    available: z.boolean().meta({
      description: "Whether its engine is there now. Where it is not, another voice of the language speaks.",
    }),
    preview_url: z.url().nullable().meta({
      description: "A sentence of it as MP3, without a credential; of built-in voices that are available.",
    }),
    measurement: z
      .object({
        median_pitch_hz: z.number(),
        pitch_range_semitones: z.number(),
        syllables_per_second: z.number(),
        formants_hz: z.array(z.number()),
        voiced_seconds: z.number(),
      })
      .nullable()
      .meta({ description: "What was measured in the sample." }),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: "Voice" });

export const deletedVoice = z.object({ voice_id: z.uuid(), deleted: z.literal(true) }).meta({ id: "DeletedVoice" });
