import { z } from "zod";
import { always, ignored, neverNamed, unless } from "#src/api/dialects/ignored-options.ts";
import type { LiveChoice } from "#src/api/sockets/codec.ts";
import { literal } from "#src/api/validation/literal.ts";
import { integer, number } from "#src/api/validation/number.ts";

/** Milliseconds of silence that end an utterance. */
export const silence = { max: 60_000, usual: 500 } as const;
const unused = { description: "Accepted and ignored." };

const eagernesses = ["low", "medium", "high", "auto"] as const;
/** The most silence, in milliseconds, in which a speaker is waited for who seems not to have finished: as long as OpenAI waits. */
const longestWaits: Readonly<Record<(typeof eagernesses)[number], number>> = {
  ...{ low: 8_000, medium: 4_000, high: 2_000, auto: 4_000 },
};
const isSemantic = (fields: Readonly<Record<string, unknown>>): boolean => fields["type"] === "semantic_vad";

/** The end of a turn as a client wants it found. Without a model that finds ends of turns, silence does. */
export const turnDetection = (findsTurns: boolean) =>
  z
    .object({
      type: literal(["server_vad", "semantic_vad"]).meta({
        description:
          "`semantic_vad` where the model for ends of turns is installed; else it is taken for `server_vad`.",
      }),
      silence_duration_ms: integer({ min: 0, max: silence.max })
        .optional()
        .meta({ description: "Of `server_vad`. Less than 128 counts as 128." }),
      threshold: number({ min: 0, max: 1 }).optional().meta(unused),
      prefix_padding_ms: integer({ min: 0, max: silence.max }).optional().meta(unused),
      eagerness: literal(eagernesses).optional().meta({
        description:
          "Of `semantic_vad`: an unfinished turn ends after 8, 4 or 2 seconds of silence; `auto` is `medium`.",
      }),
    })
    .register(ignored, {
      type: findsTurns ? neverNamed : unless("server_vad"),
      silence_duration_ms: (_, fields) => findsTurns && isSemantic(fields),
      threshold: unless("0.5"),
      prefix_padding_ms: unless("300"),
      eagerness: (value, fields) => !(findsTurns && isSemantic(fields)) && unless("auto")(value),
      // There are no responses.
      ...{ create_response: neverNamed, interrupt_response: neverNamed, idle_timeout_ms: always },
    });

export type TurnDetection = z.output<ReturnType<typeof turnDetection>>;

/** The end of a turn as the session finds it. */
export function endOf(
  detection: TurnDetection | null,
  findsTurns: boolean,
): Pick<LiveChoice, "endpointing_ms" | "end_of_turn"> {
  if (detection === null) return { endpointing_ms: null, end_of_turn: "silence" };
  const { type, silence_duration_ms: sent = silence.usual, eagerness = "auto" } = detection;
  if (!findsTurns || type === "server_vad") return { endpointing_ms: sent, end_of_turn: "silence" };
  return { endpointing_ms: longestWaits[eagerness], end_of_turn: "smart" };
}

/** The settings of it as answers have them. */
export const presentTurns = (detection: TurnDetection | null) =>
  detection?.type === "server_vad" ? { silence_duration_ms: silence.usual, ...detection } : detection;
