import { z } from "zod";
import { voiceGenders, voiceQualities, voiceStatuses, voiceTypes } from "#db/schema.ts";
import { engineStates } from "#db/engine-schema.ts";
import { voiceActions, voiceAges } from "#db/voice-schema.ts";
import { callbackField } from "#src/api/callbacks/callback-field.ts";
import { pageOf, pageQuery } from "#src/api/validation/page.ts";
import { missing } from "#src/api/validation/fault.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { language } from "#src/api/validation/language.ts";
import { literal } from "#src/api/validation/literal.ts";
import { text } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import { mostAhead } from "#src/domain/jobs/queue-position.ts";
import { synthesisEngines } from "#src/domain/voices/builtin-voices.ts";
import { synthesisLanguages } from "#src/domain/speech/languages.ts";

const spokenLanguage = language({ supported: synthesisLanguages, max: 10 });

const sampleText = text({ min: 1, max: 1000 }).optional().meta({
  description: "What is said in the sample; kept with it, to compare the voice with it.",
});

export const sampleFields = z.object({ sample_text: sampleText });

export const voiceFields = z
  .object({
    name: text({ min: 1, max: 100 }),
    description: text({ max: 500 }).default(""),
    language: spokenLanguage.optional(),
    consent: text({ min: 1, max: 1000 }).optional().meta({
      description: "What the person who is heard has agreed to. Required with `consent_given_by`.",
    }),
    consent_given_by: text({ min: 1, max: 200 })
      .optional()
      .meta({ description: "Who has agreed; kept with `consent`." }),
    sample_text: sampleText,
    callback_url: callbackField,
  })
  .check(({ value, issues }) => {
    if (value.consent_given_by === undefined || value.consent !== undefined) return;
    issues.push({ code: "custom", message: missing.msg, params: missing, input: undefined, path: ["consent"] });
  })
  .meta({ dependentRequired: { consent_given_by: ["consent"] } });

export const voiceChanges = z
  .object({ name: text({ min: 1, max: 100 }).optional(), description: text({ max: 500 }).optional() })
  .meta({ examples: [{ name: "Narrator" }] });

export const voiceParams = z.object({ voice_id: uuid() });

export const voiceListQuery = z.object({
  ...pageQuery,
  type: literal(voiceTypes).optional(),
  language: spokenLanguage.optional(),
  gender: literal(voiceGenders).optional(),
  quality: literal(voiceQualities).optional(),
  engine: literal(synthesisEngines).optional(),
  available: boolean().optional().meta({ description: "Whether the voice can speak now." }),
  installed: boolean()
    .optional()
    .meta({ description: "Whether a worker has its engine, or had it in the last week, ready or not." }),
  favorite: boolean().optional().meta({ description: "Whether it is a favorite of the account." }),
  search: text({ max: 100 })
    .optional()
    .meta({
      description:
        "Words in any case; the voices with the most of them are listed: the beginning of a word of its name, description, tags, use " +
        "cases, accent, age, gender, quality or engine, or of the name of its language. Or its id. `man`, `narrator`, " +
        "`podcast` and the like find what means the same; `a`, `for`, `voice` and the like are left out.",
    }),
});

const created = z.object({
  voice_id: z.uuid(),
  name: z.string(),
  status: z.enum(voiceStatuses),
  created_at: z.iso.datetime(),
  description: z.string(),
});

export const createdVoice = created.meta({ id: "CreatedVoice" });

const rating = (what: string) => z.number().meta({ description: `${what}, rated by DNSMOS from 1 to 5.` });

const voiceMatch = z
  .object({
    method: z.enum(["matched", "nearest"]).meta({
      description:
        "`nearest`: no timbre of its own passed the tests; it is the nearest built-in voice, adjusted in pitch and sound.",
    }),
    similarity: z.number().meta({
      description:
        "Cosine similarity to the sample by a speaker encoder, on sentences that were not used for matching. " +
        "Two recordings of one person have about 0.9, of two people 0.4 to 0.8.",
    }),
    base_voice: z.string().meta({ description: "Name of the built-in voice that it is made of." }),
    builtin_voice: z.string().meta({ description: "Name of the built-in voice that is most similar by itself." }),
    builtin_similarity: z.number(),
    sample_pitch_hz: z.number(),
    pitch_hz: z.number(),
    clarity: rating("The voice"),
    sample_clarity: rating("The sample"),
    sample_seconds: z.number().meta({ description: "Of speech in the sample." }),
    word_errors: z.int().nullable().meta({ description: "Words of the test sentences that were misheard." }),
    words: z.int().meta({ description: "In the test sentences." }),
    warnings: z.array(z.string()).meta({ description: "What could be better." }),
  })
  .meta({
    id: "VoiceMatch",
    description: "What voice matching has reached; null for built-in voices and until the voice is ready.",
  });

const voiceComparison = z
  .object({
    text: z.string().meta({ description: "The words at the beginning of the sample, which the voice says, too." }),
    sample_seconds: z.number().meta({ description: "The time in the sample at which they end, in seconds." }),
    voice_seconds: z.number().nullable().meta({
      description: "The seconds that the voice takes for them; null where a worker of an earlier release made it.",
    }),
  })
  .meta({
    id: "VoiceComparison",
    description:
      "Words of the sample as the voice says them, which `GET /v1/voices/{voice_id}/comparison` plays. Null for built-in voices, " +
      "until the voice is ready, without a sample, and where its words are not known.",
  });

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
    age: z.enum(voiceAges).nullable().meta({ description: "Of built-in voices, where it is known: what one hears." }),
    tags: z
      .array(z.string())
      .meta({ description: "Of built-in voices: words for how they sound, such as `deep` or `brisk`." }),
    use_cases: z.array(z.string()).meta({ description: "Of built-in voices: what they suit, such as `narration`." }),
    quality: z.enum(voiceQualities).nullable().meta({
      description: "Of built-in voices: `natural` sounds like a person, `standard` less so, `basic` is synthetic.",
    }),
    licence: z.string().nullable().meta({ description: "Of built-in voices: that of their data." }),
    deprecated: z.boolean().meta({ description: "There is a better voice. This one still works." }),
    default: z.boolean().meta({ description: "It speaks its language when no voice is named." }),
    available: z.boolean().meta({
      description: "Whether its engine is available now. Where it is not, another voice of the language speaks.",
    }),
    engine: z.string().nullable().meta({ description: "What speaks it; null of a custom voice that is not ready." }),
    engine_state: z.enum(engineStates).nullable().meta({
      description:
        "State of its engine: work waits for one that is `starting`; one whose program is missing is `unavailable`. Null where no worker has had it for a week.",
    }),
    favorite: z.boolean().meta({ description: "Whether it is a favorite of the account." }),
    preview_url: z.url().nullable().meta({
      description: "A sentence of it as MP3, without a credential; of built-in voices that are available.",
    }),
    progress: z.int().min(0).max(100).meta({ description: "Of the training, in percent." }),
    queue_position: z
      .int()
      .min(1)
      .max(mostAhead)
      .nullable()
      .meta({
        description:
          `Its place among the voices that wait for their training, as accounts take turns; 1 is the next. ${mostAhead} means that ` +
          "or more. Null when it does not wait, and in lists beyond the first five that wait.",
        examples: [null],
      }),
    training_started_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: "Start of the training; null for a voice that is not in training.", examples: [null] }),
    seconds_left: z
      .int()
      .min(1)
      .nullable()
      .meta({
        description:
          "Of the training, by the median of the latest trainings of this installation and its own pace. Null for a voice that is not in " +
          "training, and at the beginning of the first one.",
      }),
    match: voiceMatch.nullable(),
    comparison: voiceComparison.nullable(),
    consent: z
      .object({ statement: z.string(), given_by: z.string().nullable(), given_at: z.iso.datetime().nullable() })
      .nullable(),
    sample_sha256: z.string().nullable().meta({ description: "Of the sample as it was sent." }),
    sample_text: z.string().nullable().meta({ description: "What is said in the sample, where it was sent." }),
    has_sample: z.boolean().meta({ description: "Whether the sample is kept." }),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: "Voice" });

export const voicePage = pageOf(voiceAnswer)
  .extend({
    nearest: z.boolean().meta({ description: "No voice has all words of the search; these have the most of them." }),
  })
  .meta({ id: "VoicePage" });

export const deletedVoice = z.object({ voice_id: z.uuid(), deleted: z.literal(true) }).meta({ id: "DeletedVoice" });

export const deletedSample = z
  .object({ voice_id: z.uuid(), sample_deleted: z.literal(true) })
  .meta({ id: "DeletedVoiceSample" });

export const favoriteVoice = z.object({ voice_id: z.uuid(), favorite: z.boolean() }).meta({ id: "FavoriteVoice" });

export const voiceUsesQuery = z.object(pageQuery);

export const voiceUse = z
  .object({
    action: z.enum(voiceActions),
    request_id: z.uuid().nullable().meta({ description: "The speech request, for `spoken`." }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "VoiceUse" });
