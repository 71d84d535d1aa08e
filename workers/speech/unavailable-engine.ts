import { DomainError } from "#src/errors.ts";
import type { EngineManifest } from "./engine.ts";
import type { EngineChoice } from "./recognizer.ts";

/** An engine that cannot work until the worker is restarted; the reason says what to do. */
export const unavailableEngine = (manifest: EngineManifest, reason: string): EngineChoice => ({
  manifest,
  open: () => ({
    manifest,
    transcribe: () => Promise.reject(new DomainError("engine_unavailable", reason)),
    status: () => ({ state: "unavailable", reason }),
    close: () => Promise.resolve(),
  }),
});
