import { synthesisLanguages } from "#src/domain/speech/languages.ts";
import type { RegisteredManifest } from "./manifest.ts";

const basics = { tier: "fallback", detectsLanguage: false } as const;

/** The engines of every installation without a model: they are offered as long as no worker has said what there is. */
const defaultEngines: readonly RegisteredManifest[] = [
  {
    ...{ name: "pocketsphinx", kind: "recognition", languages: ["en"], ...basics, memoryMb: 100 },
    requires: "The packages pocketsphinx and pocketsphinx-en-us of the operating system.",
  },
  {
    ...{ name: "flite", kind: "synthesis", languages: ["en"], ...basics, tier: "fast", memoryMb: 20 },
    requires: "The package flite of the operating system.",
  },
  {
    ...{ name: "espeak-ng", kind: "synthesis", languages: synthesisLanguages, ...basics, memoryMb: 8 },
    requires: "The package espeak-ng of the operating system.",
  },
];

/** Those of a kind. */
export const defaultEnginesOf = (kind: RegisteredManifest["kind"]): readonly RegisteredManifest[] =>
  defaultEngines.filter((manifest) => manifest.kind === kind);
