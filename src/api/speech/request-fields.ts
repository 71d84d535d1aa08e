import { z } from "zod";
import { wordsSources } from "#db/engine-schema.ts";
import { mostAhead } from "#src/domain/jobs/queue-position.ts";
import { seconds } from "./transcript-schemas.ts";

/** The voice that speaks. */
export const voice = z.object({ voice_id: z.uuid(), name: z.string() });

export const cached = z.boolean().meta({
  description: "True when the same had been spoken before, so that its audio was copied instead of synthesized again.",
});

/** Null until the work has ended, and where they were not asked for. */
export const wordTimes = {
  words: z
    .array(
      z.object({
        word: z.string().meta({ description: "As it stands in the text, with its punctuation: `$42.50`." }),
        start: seconds,
        end: seconds,
      }),
    )
    .nullable()
    .meta({ description: "When the words are spoken, in seconds; null unless `word_timestamps` asks for it." }),
  words_source: z.enum(wordsSources).nullable().meta({
    description:
      "Where these times come from: the `model` that spoke, an `alignment` of the words with the audio, or an `estimate` by their length.",
  }),
};

export const bitsPerSecond = z.int().nullable().meta({
  description:
    "Bits per second, as they were asked of the encoder; null of formats in which the sample rate alone decides.",
});

export const fileName = z.string().nullable().meta({
  description: "The name of the file that was sent, at most 200 characters; null for texts, and where there was none.",
});

export const queuePosition = z
  .int()
  .min(1)
  .max(mostAhead)
  .nullable()
  .meta({
    description:
      `Its place among the work that waits for the same engines, as accounts take turns; 1 is the next. ${mostAhead} means that or more. ` +
      "Null when it does not wait.",
    examples: [null],
  });

export const documentOfRequest = z.object({ document_id: z.uuid(), title: z.string() }).nullable().meta({
  description: "The document whose paragraph it speaks; null for any other, and where the document is gone.",
});

/** The time that a caller waited for a stream. */
export const firstSoundMs = z
  .int()
  .min(0)
  .nullable()
  .meta({
    description:
      "Milliseconds from the call to the first sound of a text that was streamed while it was spoken; null for any other.",
    examples: [410],
  });
