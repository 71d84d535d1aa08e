import { z } from "zod";
import { engineKinds, engineStates } from "#db/engine-schema.ts";
import { modelPullStatuses } from "#db/model-schema.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { text } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import { modelStates } from "#src/domain/models/folder-model.ts";

const bytes = z.int().min(0);

export const pullBody = z.object({
  folder_id: uuid(),
  model: text({ min: 1, max: 64 }),
  accept_unverified: boolean().default(false).meta({
    description: "`true` also installs a model for which the catalogue has no SHA-256 (`verifiable` is false).",
  }),
});
export const pullParams = z.object({ pull_id: uuid() });

export const pullAnswer = z
  .object({
    pull_id: z.uuid(),
    folder_id: z.uuid(),
    model: z.string(),
    status: z.enum(modelPullStatuses),
    step: z.string().nullable().meta({ description: "What is being done, or was done last." }),
    done_bytes: bytes.nullable(),
    total_bytes: bytes.nullable().meta({ description: "Of this step; null where it is not known." }),
    error: z.string().nullable().meta({ description: "What went wrong, and what to do." }),
    requested_by: z.uuid().meta({ description: "The account of the admin; zeros where `npm start` has asked for it." }),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "ModelPull" });

const model = z.object({
  name: z.string(),
  kind: z
    .string()
    .meta({ description: "`recognition`, `synthesis`, `voice-activity`, `turn-detection` or `voice-analysis`." }),
  languages: z.array(z.string()).meta({ description: "Primary tags." }),
  tier: z.string(),
  licence: z.string(),
  size_bytes: bytes.nullable().meta({ description: "Of the download; null where it is not known." }),
  memory_mb: z.number().nullable(),
  in_catalogue: z.boolean().meta({ description: "Only models of the catalogue can be pulled." }),
  tried: z.boolean().meta({ description: "False where this project has never run its weights." }),
  verifiable: z.boolean().meta({
    description: "False where the catalogue has no SHA-256 of it, so a download cannot be verified.",
  }),
  state: z.enum(modelStates).meta({
    description: "`outdated` is installed from an earlier catalogue or without its program; a pull renews it.",
  }),
  problem: z.string().nullable().meta({ description: "What is wrong with a damaged one." }),
  configured: z.boolean().meta({ description: "Whether SPEECH_MODELS of the workers names it: only then is it used." }),
});

const engine = z.object({
  name: z.string(),
  kind: z.enum(engineKinds),
  languages: z.array(z.string()),
  tier: z.string(),
  memory_mb: z.number(),
  requires: z.string().meta({ description: "What must be installed for it." }),
  state: z.enum(engineStates),
  reason: z.string().nullable().meta({ description: "Why it is unavailable, and what to do." }),
  workers: z.int().meta({ description: "How many worker processes report this." }),
});

export const modelReport = z
  .object({
    folders: z
      .array(
        z.object({
          folder_id: z.uuid(),
          host: z.string(),
          directory: z.string(),
          writable: z
            .boolean()
            .meta({ description: "False where models can be installed by hand only, as in an image." }),
          free_bytes: bytes,
          models: z.array(model),
        }),
      )
      .meta({ description: "The folders of models on the machines of the workers that run." }),
    engines: z
      .array(engine)
      .meta({ description: "Of the workers that run, by name; one entry for each state and reason." }),
    pulls: z.array(pullAnswer).meta({ description: "The latest pulls, newest first." }),
  })
  .meta({ id: "ModelReport" });
