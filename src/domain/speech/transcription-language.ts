import type { RegisteredManifest } from "#src/domain/engines/manifest.ts";
import type { TranscriptionTask } from "./transcription-options.ts";
import { primaryTag } from "./language-tag.ts";

/** The value of `language` that lets the engine detect it. */
export const detectLanguage = "auto";

/** The values of `model` that leave the choice of an engine to the service; any other is the name of one. */
export const modelPreferences: readonly string[] = ["auto", "fast", "accurate"];

/** The primary tag, or `auto`, that an engine is asked for; null when what was sent is no language. */
export const transcriptionLanguage = (tag: string): string | null =>
  tag.toLowerCase() === detectLanguage ? detectLanguage : primaryTag(tag);

/** The engines for a language, a primary tag or `auto`, that can do a task. */
export const enginesFor = (
  engines: readonly RegisteredManifest[],
  language: string,
  task: TranscriptionTask = "transcribe",
): readonly RegisteredManifest[] =>
  engines.filter(
    ({ languages, detectsLanguage, translates = false }) =>
      (language === detectLanguage ? detectsLanguage : languages.includes(language)) &&
      (task === "transcribe" || translates),
  );
