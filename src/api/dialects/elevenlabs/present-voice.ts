import { z } from "zod";
import { presentVoice, type PresentOptions } from "#src/api/voices/present.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { number } from "#src/api/validation/number.ts";
import type { Voice } from "#src/domain/voices/queries.ts";

export const voiceSettings = z
  .object({
    stability: z.number(),
    similarity_boost: z.number(),
    style: z.number(),
    use_speaker_boost: z.boolean(),
    speed: z.number(),
  })
  .meta({ id: "ElevenLabsVoiceSettings" });

/** The settings of every voice: only the speed of a call changes how one speaks. */
export const usualSettings: z.output<typeof voiceSettings> = {
  stability: 0.5,
  similarity_boost: 0.75,
  style: 0,
  use_speaker_boost: true,
  speed: 1,
};

const isSentWithCalls = "The settings of a voice are not kept. Send `voice_settings` with each call";

/** States the only allowed value without `enum`, which client generators do not support for numbers and booleans. */
const onlyValue = (usual: number | boolean): Readonly<Record<string, unknown>> =>
  typeof usual === "number" ? { minimum: usual, maximum: usual } : { not: { const: !usual } };

/** A setting that may only be sent as it is anyway. */
const onlyUsual = <Value extends number | boolean>(schema: z.ZodType<Value>, usual: Value) =>
  schema
    .nullish()
    .refine((value) => value === undefined || value === null || value === usual, isSentWithCalls)
    .meta({ ...onlyValue(usual), description: `Only \`${usual}\`.` });

/** Settings that a voice has when they are set. */
export const keptSettings = z
  .object({
    stability: onlyUsual(number(), usualSettings.stability),
    similarity_boost: onlyUsual(number(), usualSettings.similarity_boost),
    style: onlyUsual(number(), usualSettings.style),
    use_speaker_boost: onlyUsual(boolean(), usualSettings.use_speaker_boost),
    speed: onlyUsual(number(), usualSettings.speed),
  })
  .meta({ examples: [usualSettings] });

const categories = ["premade", "cloned"] as const;

export const voice = z
  .object({
    voice_id: z.uuid(),
    name: z.string(),
    samples: z.null(),
    category: z.enum(categories),
    fine_tuning: z.object({ is_allowed_to_fine_tune: z.boolean(), state: z.object({}) }),
    labels: z
      .record(z.string(), z.string())
      .meta({ description: "`language`, and `gender`, `accent`, `age`, `descriptive` and `use_case` where known." }),
    description: z.string(),
    preview_url: z.url().nullable(),
    available_for_tiers: z.array(z.string()),
    settings: voiceSettings,
    sharing: z.null(),
    high_quality_base_model_ids: z.array(z.string()),
    is_owner: z.boolean(),
    is_legacy: z.boolean(),
    is_mixed: z.boolean(),
    created_at_unix: z.int(),
  })
  .meta({ id: "ElevenLabsVoice" });

export type ListedVoice = z.output<typeof voice>;

type Label = "language" | "gender" | "accent" | "age" | "tags" | "use_cases";

/** A voice as ElevenLabs shows it. */
export function presentListedVoice(row: Voice, options: PresentOptions): ListedVoice {
  const { voice_id, name, type, description, preview_url, deprecated, ...shown } = presentVoice(
    { ...row, favorite: false },
    options,
  );
  return {
    voice_id,
    name,
    samples: null,
    category: type === "builtin" ? "premade" : "cloned",
    fine_tuning: { is_allowed_to_fine_tune: false, state: {} },
    labels: labelsOf(shown),
    description,
    preview_url,
    available_for_tiers: [],
    settings: usualSettings,
    sharing: null,
    high_quality_base_model_ids: [],
    is_owner: type === "custom",
    is_legacy: deprecated,
    is_mixed: false,
    created_at_unix: Math.floor(row.created_at.getTime() / 1000),
  };
}

/** ElevenLabs has one word for how a voice sounds, and one use. */
function labelsOf(shown: Pick<ReturnType<typeof presentVoice>, Label>): ListedVoice["labels"] {
  const { language, gender, accent, age, tags, use_cases: uses } = shown;
  const known = { language, gender, accent: accent?.toLowerCase(), age, descriptive: tags[0], use_case: uses[0] };
  return Object.fromEntries(
    Object.entries(known).flatMap(([label, value]) => (value === undefined || value === null ? [] : [[label, value]])),
  );
}
