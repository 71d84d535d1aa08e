import { boolean } from "#src/api/validation/boolean.ts";
import { text } from "#src/api/validation/text.ts";

/** A flag for what cannot be done; `false` is what is done anyway. */
export const never = (sentence: string) =>
  boolean()
    .optional()
    .refine((isAsked) => isAsked !== true, sentence)
    .meta({ description: `Only \`false\`. ${sentence}.` });

/** What ElevenLabs' Python client writes in a form for an option that was not set. */
const notSet = "null";

/** An option that cannot be had with any value. */
export const refused = (sentence: string) =>
  text()
    .optional()
    .refine((asked) => asked === undefined || asked === notSet, sentence)
    .meta({ description: `Refused. ${sentence}.` });
