import type { RegisteredManifest } from "#src/domain/engines/manifest.ts";

/** A recognition engine for English, but for what is said. */
export const manifestOf = (name: string, changes: Partial<RegisteredManifest> = {}): RegisteredManifest => ({
  name,
  kind: "recognition",
  languages: ["en"],
  tier: "fast",
  detectsLanguage: false,
  memoryMb: 300,
  requires: "Nothing.",
  ...changes,
});
