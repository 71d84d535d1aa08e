import { number } from "#src/api/validation/number.ts";
import { text } from "#src/api/validation/text.ts";
import { voiceAliases } from "./aliases.ts";
import { parseVoiceName } from "./models.ts";

/** Characters. */
const nameMax = 255;

/** The fields of a query that say who speaks. */
export const voiceFields = {
  model: text({ min: 1, max: nameMax }).default("aura-asteria-en").meta({
    description:
      "One of Deepgram's names, of which those that are not known mean the default voice of their language; or the id or name of a voice of the account or of a built-in one.",
  }),
  speed: number({ min: 0.5, max: 2 }).default(1),
};

/** A name of Deepgram's that is not known means a voice of its language. */
export function voiceOf(name: string) {
  const language = parseVoiceName(name)?.language;
  const aliases = language === undefined ? voiceAliases : { [name]: name, ...voiceAliases };
  return { name, language, aliases };
}
