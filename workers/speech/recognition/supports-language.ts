import type { EngineManifest } from "#workers/speech/engine.ts";

/** Whether an engine recognises a language: a primary tag, or `auto` where it detects the language. */
export const supportsLanguage = (
  { languages, detectsLanguage }: Pick<EngineManifest, "languages" | "detectsLanguage">,
  language: string,
): boolean => (language === "auto" ? detectsLanguage : languages.includes(language));
