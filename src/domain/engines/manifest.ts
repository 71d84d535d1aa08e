import { z } from "zod";
import { engineKinds, type engineStates } from "#db/engine-schema.ts";

export const engineTiers = ["fast", "accurate", "fallback"] as const;

/** The facts and abilities of an engine, as its worker registers them. */
export const registeredManifest = z.object({
  name: z.string(),
  kind: z.enum(engineKinds),
  /** Primary tags. */
  languages: z.array(z.string().regex(/^[a-z]{2,3}$/)).readonly(),
  tier: z.enum(engineTiers),
  /** Whether it finds out the language by itself. */
  detectsLanguage: z.boolean(),
  /** Whether it can write speech of its languages down in English. */
  translates: z.boolean().optional(),
  /** Resident, of one process in use. */
  memoryMb: z.number(),
  /** One sentence that says what must be installed. */
  requires: z.string(),
  /** For an engine whose voices are known only at run time: the best voice of each language, by primary tag. */
  preferredVoices: z.record(z.string(), z.string()).readonly().optional(),
  /** Changes when other models or another server are used under the name of this engine. */
  modelDigest: z.string().optional(),
});

export type RegisteredManifest = z.output<typeof registeredManifest>;
export type EngineState = (typeof engineStates)[number];

/** An engine of a worker as it stands. */
export interface EngineReport {
  readonly manifest: RegisteredManifest;
  readonly state: EngineState;
  /** Why it is not ready; for operators. */
  readonly reason?: string;
}

/** Engines of which a worker knows nothing but that it has them. */
export const readyEngines = (manifests: readonly RegisteredManifest[]): readonly EngineReport[] =>
  manifests.map((manifest) => ({ manifest, state: "ready" }));
