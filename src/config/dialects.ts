import { z } from "zod";
import { setting } from "./setting.ts";
import { flag, list } from "./types.ts";

const readBy = ["api"] as const;
const longestWaitSeconds = 600;

/** Pairs such as `alloy=af_bella`, by the name before the sign in small letters. */
const aliases = list
  .refine(
    (pairs) => pairs.every((pair) => /^[^=]+=[^=]+$/.test(pair)),
    "Pairs are needed, separated by commas, such as alloy=af_bella,narrator=bm_george.",
  )
  .transform((pairs): Readonly<Record<string, string>> =>
    Object.fromEntries(
      pairs.map((pair) => {
        const [name = "", target = ""] = pair.split("=").map((part) => part.trim());
        return [name.toLowerCase(), target];
      }),
    ),
  );

/** A setting for the seconds that calls of a dialect wait, by default a little less than its own clients do. */
const wait = (env: string, vendor: string, fallback: number) =>
  setting(env, z.coerce.number().int().min(0).max(longestWaitSeconds).default(fallback), {
    description: `How long a call of the ${vendor} dialect may wait for its result, up to ${longestWaitSeconds} seconds.`,
    readBy,
  });

/** The APIs of other vendors that this service speaks, each under a prefix of its own. */
export const dialects = z
  .object({
    voices: setting("VOICE_ALIASES", aliases.default({}), {
      description:
        "Further names of voices for clients of other vendors, before those that come with each dialect: pairs separated by commas, such as alloy=af_bella; after the sign, the name or id of a built-in voice.",
      readBy,
    }),
    models: setting("MODEL_ALIASES", aliases.default({}), {
      description:
        "Further names of transcription models for such clients: pairs such as whisper-1=accurate; after the sign, what `model` of a transcription may be.",
      readBy,
    }),
    strict: setting("DIALECT_STRICT", flag(false), {
      description:
        "Whether a call of a dialect with an option that has no effect is refused with 400: true, or false to name the option in the header `Speech-Ignored`.",
      readBy,
    }),
    openai: z.object({
      waitSeconds: wait("OPENAI_WAIT_SECONDS", "OpenAI", 570),
      strictModels: setting("OPENAI_STRICT_MODELS", flag(false), {
        description: "Whether an unknown model name is refused: true, or false to ignore it.",
        readBy,
      }),
    }),
    deepgram: z.object({ waitSeconds: wait("DEEPGRAM_WAIT_SECONDS", "Deepgram", 55) }),
    elevenlabs: z.object({ waitSeconds: wait("ELEVENLABS_WAIT_SECONDS", "ElevenLabs", 230) }),
    sarvam: z.object({ waitSeconds: wait("SARVAM_WAIT_SECONDS", "Sarvam", 55) }),
  })
  .describe("APIs of other vendors");
