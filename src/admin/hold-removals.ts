import { z } from "zod";
import { pauseRemovals, resumeRemovals } from "#src/domain/object-removals/removal-pause.ts";
import { adminCommand } from "./command.ts";
import { wholeNumber } from "./whole-number.ts";

const maxMinutes = 7 * 24 * 60;

const options = z
  .object({
    minutes: wholeNumber("minutes", maxMinutes)
      .optional()
      .meta({ placeholder: "<n>", description: `the maximum duration: 1 to ${maxMinutes}` }),
    release: z.literal(true).optional().describe("ends the hold and removes what was deleted meanwhile"),
  })
  .refine(({ minutes, release }) => (minutes === undefined) !== (release === undefined), {
    error: "--minutes or --release is required",
  });

export const holdRemovalsCommand = adminCommand({
  name: "hold-removals",
  summary: "Keeps all stored audio, including audio deleted meanwhile, so that a backup is complete.",
  options,
  run: async ({ minutes }, { db }) => {
    if (minutes === undefined) {
      await resumeRemovals(db);
      return { text: "Deleted audio is removed again.", json: { held_until: null } };
    }
    const until = (await pauseRemovals(db, minutes)).toISOString();
    return { text: `No audio is removed until ${until}.`, json: { held_until: until } };
  },
});
