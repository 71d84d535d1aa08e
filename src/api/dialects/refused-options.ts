import { asksForNothing } from "#src/api/dialects/ignored-options.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { text } from "#src/api/validation/text.ts";

/** A flag for what cannot be done; `false` is what is done anyway. */
export const never = (sentence: string) =>
  boolean()
    .optional()
    .refine((isAsked) => isAsked !== true, sentence)
    .meta({ enum: [false], description: `Only \`false\`. ${sentence}.` });

/** An option that cannot be had with any value; empty or `false` is what is done anyway. */
export const refused = (sentence: string) =>
  text()
    .optional()
    .refine((asked) => asked === undefined || asksForNothing(asked), sentence)
    .meta({ enum: ["", "false", "null"], description: `Refused. ${sentence}.` });
