import { availableParallelism } from "node:os";
import { z } from "zod";
import { setting } from "./setting.ts";
import { count, countOr, flag } from "./types.ts";

const cores = availableParallelism();
const engines = Math.max(2, cores);

export const workers = z
  .object({
    synthesisConcurrency: setting("SYNTHESIS_CONCURRENCY", countOr(2 * engines + 1), {
      description:
        "How many texts one synthesis process works on at once, about half of them of the same account; twice SYNTHESIS_ENGINES and one when unset.",
      readBy: ["synthesis"],
    }),
    synthesisEngines: setting("SYNTHESIS_ENGINES", countOr(engines), {
      description:
        "How many segments of texts one synthesis process speaks at once; the number of cores when unset, and no fewer than 2.",
      readBy: ["synthesis"],
    }),
    synthesisCache: z.object({
      maxBytes: setting("SYNTHESIS_CACHE_MAX_BYTES", count(1024 ** 3, 0), {
        description:
          "Of how many bytes of finished syntheses the cache keeps track, to copy them for the same input; 0: no cache.",
        readBy: ["synthesis", "maintenance"],
      }),
      isShared: setting("SYNTHESIS_CACHE_SHARED", flag(false), {
        description:
          "Whether accounts and the public demo share what built-in voices have spoken: true saves work, but tells each of them whether another one has had the same text spoken; false finds an account's own speech only.",
        readBy: ["synthesis"],
      }),
      isCharged: setting("SYNTHESIS_CACHE_CHARGED", flag(true), {
        description:
          "Whether a synthesis whose audio was copied costs what any other costs: true, or false for nothing.",
        readBy: ["synthesis"],
      }),
    }),
    transcriptionConcurrency: setting("TRANSCRIPTION_CONCURRENCY", countOr(2 * cores + 1), {
      description:
        "How many files one transcription process works on at once, about half of them of the same account; twice the number of cores and one when unset.",
      readBy: ["transcription"],
    }),
    transcriptionDecoders: setting("TRANSCRIPTION_DECODERS", countOr(cores), {
      description:
        "How many processes of each model it runs for them, and one live process for its sessions; the number of cores when unset. Memory grows with this number times the models in use.",
      readBy: ["transcription", "live"],
    }),
    /** Null where models stay loaded. */
    engineIdleMs: setting(
      "ENGINE_IDLE_SECONDS",
      z.coerce
        .number()
        .int()
        .min(0)
        .max(86_400)
        .default(0)
        .transform((given) => (given === 0 ? null : given * 1000)),
      {
        description:
          "After how many seconds without work a model is unloaded until there is some; 0: the first model of recognition and Kokoro stay, the others and those of live sessions go after 600.",
        readBy: ["synthesis", "transcription", "live"],
      },
    ),
    trainingConcurrency: setting("TRAINING_CONCURRENCY", count(1), {
      description: "How many voices one training process trains at once.",
      readBy: ["training"],
    }),
    billingConcurrency: setting("BILLING_CONCURRENCY", count(4), {
      description: "How many notifications of the providers one billing process applies at once.",
      readBy: ["billing"],
    }),
  })
  .describe("Workers");
