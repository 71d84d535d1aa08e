/** Whisper's codes that are not the registered tags. */
const whisperCodes: ReadonlyMap<string, string> = new Map([["jv", "jw"]]);

/** Whisper's code for a language, a primary tag. */
export const whisperCode = (language: string): string => whisperCodes.get(language) ?? language;

/** The primary tag that a model means by `<|zh|>` or `jw`; null when it says nothing. */
export function languageOf(said: string): string | null {
  const code = said.replaceAll(/[<|>]/g, "").toLowerCase();
  for (const [tag, own] of whisperCodes) if (own === code) return tag;
  return /^[a-z]{2,3}$/.test(code) ? code : null;
}
