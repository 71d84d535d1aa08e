import { z } from "zod";

/** The name of the model. */
export const turnModelName = "smart-turn-v3.2";

/** The model of a turn host: the file of Smart Turn. */
export const turnModels = z.object({ turn: z.string().min(1) });

/** A request to a turn host: 16 kHz samples of what was said since a turn began, with the pause behind it. */
export const turnRequest = z.object({
  samples: z.custom<Int16Array>((value) => value instanceof Int16Array),
});
export type TurnRequest = z.infer<typeof turnRequest>;

/** The probability that the speaker has finished, 0 to 1. */
export const judgedTurn = z.object({ probability: z.number().min(0).max(1) });
