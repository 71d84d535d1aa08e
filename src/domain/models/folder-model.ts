import { z } from "zod";

export const modelStates = ["available", "installed", "outdated", "damaged"] as const;

/** A model that a worker knows: of the catalogue, or put into its folder by hand. */
export const folderModel = z.object({
  name: z.string(),
  kind: z.string(),
  languages: z.array(z.string()).readonly(),
  tier: z.string(),
  licence: z.string(),
  /** The bytes of the download; null where they are not known. */
  sizeBytes: z.number().nullable(),
  memoryMb: z.number().nullable(),
  inCatalogue: z.boolean(),
  /** False where its weights were never run by this project. */
  tried: z.boolean(),
  /** Whether the catalogue has the SHA-256 of what is installed; workers of an earlier release do not say. */
  verifiable: z.boolean().default(false),
  /** `outdated` is installed from an earlier catalogue, or without its program. */
  state: z.enum(modelStates),
  /** The problem of a damaged one. */
  problem: z.string().nullable(),
  /** Whether SPEECH_MODELS of the workers names it. */
  configured: z.boolean(),
});

export type FolderModel = z.output<typeof folderModel>;
