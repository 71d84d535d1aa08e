import type { z } from "zod";
import { boolean } from "#src/api/validation/boolean.ts";
import { type Fault, valueError } from "#src/api/validation/fault.ts";
import { integer } from "#src/api/validation/number.ts";
import { mostSpeakers } from "#src/domain/speech/speakers.ts";
import type { channelModes } from "#src/domain/speech/transcription-options.ts";

const people = () => integer({ min: 1, max: mostSpeakers }).optional();

/** The fields that have speakers told apart. */
export const speakerFields = {
  diarize: boolean().optional().meta({
    description: "Whether to tell apart who speaks: words and segments have a `speaker`, and `speakers` lists them.",
  }),
  speakers: people().meta({
    description: "How many people speak, where that is known. Needs `diarize`.",
    examples: [2],
  }),
  min_speakers: people().meta({ description: "At least so many people speak. Needs `diarize`.", examples: [2] }),
  max_speakers: people().meta({ description: "At most so many people speak. Needs `diarize`.", examples: [4] }),
};

type SpeakerFields = z.output<z.ZodObject<typeof speakerFields>>;

export const speakerCount = ({ speakers, min_speakers: least, max_speakers: most }: SpeakerFields) => ({
  least: speakers ?? least ?? 1,
  most: speakers ?? most ?? mostSpeakers,
});

const counts = ["speakers", "min_speakers", "max_speakers"] as const;

/** The field about speakers that is wrong, and why; null where none is. */
export function faultOfSpeakers(
  fields: SpeakerFields & { readonly channels?: (typeof channelModes)[number] | undefined },
): { readonly name: (typeof counts)[number] | "diarize"; readonly fault: Fault } | null {
  if (fields.diarize === true && fields.channels === "separate") {
    return {
      name: "diarize",
      fault: valueError("it cannot be sent beside channels=separate, where each channel is a speaker"),
    };
  }
  const given = counts.filter((one) => fields[one] !== undefined);
  const [name] = given;
  if (name === undefined) return null;
  if (fields.diarize !== true) return { name, fault: valueError("it has no effect without diarize=true") };
  if (name === "speakers" && given.length > 1) {
    return { name, fault: valueError("send it, or min_speakers and max_speakers") };
  }
  const { least, most } = speakerCount(fields);
  return least > most ? { name: "min_speakers", fault: valueError("it is more than max_speakers") } : null;
}
