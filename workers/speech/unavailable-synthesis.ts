import { DomainError } from "#src/errors.ts";
import type { EngineManifest, SynthesisEngine } from "./engine.ts";

/** A synthesis engine that cannot work until the worker is restarted; the reason says what to do. */
export const unavailableSynthesis = (manifest: EngineManifest, reason: string): SynthesisEngine => ({
  manifest,
  segmentLetters: 300,
  canSpeak: () => false,
  synthesize: () => Promise.reject(new DomainError("engine_unavailable", reason)),
  status: () => ({ state: "unavailable", reason }),
  close: () => Promise.resolve(),
});
