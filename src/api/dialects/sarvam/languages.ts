import { detectLanguage } from "#src/domain/speech/transcription-language.ts";

/** The languages that Sarvam transcribes, by primary tag. */
const indian: ReadonlySet<string> = new Set([
  ...["as", "bn", "brx", "doi", "en", "gu", "hi", "kn", "kok", "ks", "mai", "ml"],
  ...["mni", "mr", "ne", "or", "pa", "sa", "sat", "sd", "ta", "te", "ur"],
]);

/** The code of a language in Sarvam's answers: `hi-IN`, and `od-IN` for Odia; a primary tag where Sarvam has none. */
export function languageCodeOf(primary: string): string {
  if (primary === "or") return "od-IN";
  return indian.has(primary) ? `${primary}-IN` : primary;
}

/** Sarvam's words for a language that is to be detected, beside an absent one. */
const detected: readonly string[] = ["unknown", detectLanguage];

/** The language of a recording as it was sent; `auto` where it is to be detected. */
export const heardLanguage = (sent: string): string => (detected.includes(sent.toLowerCase()) ? detectLanguage : sent);
