import { z } from "zod";

export const seconds = z.number().min(0);
const confidence = z.number().min(0).max(1);

const speaker = z
  .string()
  .optional()
  .meta({ description: "Who speaks, by a letter: present where `diarize` was asked for.", examples: ["A"] });
const channel = z
  .int()
  .min(0)
  .optional()
  .meta({
    description: "In which channel it was said, from 0: present where `channels=separate` was asked for.",
    examples: [0],
  });
export const segment = z.object({
  id: z.int(),
  start: seconds,
  end: seconds,
  text: z.string(),
  confidence,
  speaker,
  channel,
  corrected: z
    .boolean()
    .optional()
    .meta({
      description:
        "Whether a person has corrected it, by `requests.updateTranscript`; absent where that is not so. A corrected text may be empty: then nothing is said there.",
      examples: [true],
    }),
});
export const word = z.object({
  word: z.string(),
  written: z.string().meta({ description: "The word as it stands in the text, with its punctuation." }),
  spoken: z.string().meta({ description: "What was said: `nineteen eighty four` of `1984`." }),
  start: seconds,
  end: seconds,
  confidence,
  speaker,
  channel,
});

export const warnings = z.array(z.object({ code: z.string(), message: z.string() })).meta({
  description:
    "What may be wrong: `language_mismatch` where the speech seems to be in another language, `language_unsupported` where a part " +
    "is in one that no model reads, `engine_unavailable` where the model for a part was not available, `text_model_failed` where a text model was asked in vain, `recording_quiet` where even " +
    "the loudest sound is below −40 dB of full scale, `recording_clipped` where loud sounds are cut off, `one_channel` where a recording has no channels to separate, " +
    "`recording_not_kept` where `redact_audio` could not mute it.",
});

export const modelReason = z
  .string()
  .nullable()
  .meta({
    description:
      "Why `model` has read it, of the models that could: `the fast model for English`, `the only model that reads French`, " +
      "`moonshine-tiny-en was not available`; null before it has, and where it was not kept.",
    examples: ["the fast model for English"],
  });

export const languages = z
  .array(z.object({ language: z.string(), probability: z.number().min(0).max(1), start: seconds, end: seconds }))
  .meta({
    description:
      "The languages of a recording that changes its language, each with its times, in order; empty where there is one alone. " +
      "`language` is that of most of the speech.",
  });

const givenName = z
  .string()
  .nullable()
  .meta({
    description: "The name that was given by `requests.updateTranscript`; null without one.",
    examples: ["Anna"],
  });

export const speakers = z
  .array(
    z.object({
      speaker: z.string().meta({ description: "A letter.", examples: ["A"] }),
      name: givenName,
      seconds: seconds.meta({ description: "Seconds of speech.", examples: [12.4] }),
    }),
  )
  .meta({
    description:
      "The people who speak, in the order in which they begin to, each with the seconds of their segments; empty unless `diarize` asked for them. " +
      "Letters are estimates by the sound of voices: people who sound alike may share one.",
  });

export const overlaps = z
  .array(z.object({ start: seconds, end: seconds }))
  .optional()
  .meta({
    description:
      "Where people speak at once, in order, at least 0.2 s each: a word there may be of either. Present where `diarize` was asked for and the service " +
      "has the model that hears it.",
  });

export const channels = z
  .array(
    z.object({
      channel: z
        .int()
        .min(0)
        .meta({ description: "From 0.", examples: [0] }),
      name: givenName,
      language: z.string().meta({ description: "The language that was sent, or was detected in this channel." }),
      seconds: seconds.meta({ description: "Seconds of speech; 0 of a channel that is silent.", examples: [12.4] }),
    }),
  )
  .meta({
    description:
      "The channels, each with its language and the seconds of its segments; empty unless `channels=separate` asked for them. `language` of the transcript is that of the channel with most speech.",
  });

export const search = z
  .array(
    z.object({
      query: z.string().meta({ description: "What was searched for.", examples: ["invoice"] }),
      hits: z.array(
        z.object({
          start: seconds,
          end: seconds,
          confidence,
          snippet: z.string().meta({ description: "The words there, as they are written.", examples: ["invoice,"] }),
          channel: z
            .int()
            .min(0)
            .optional()
            .meta({
              description: "The channel in which it was said, from 0: present with `channels=separate`.",
              examples: [0],
            }),
        }),
      ),
    }),
  )
  .meta({
    description: "Where the words of `search` are in the transcript, each with its hits; empty unless they were sent.",
  });

export const paragraphs = z.array(z.object({ start: seconds, end: seconds, text: z.string(), speaker, channel })).meta({
  description:
    "The paragraphs where `paragraphs` asked for them: each ends at a pause of two seconds, with another speaker, or after five sentences.",
});

export const chapters = z
  .array(
    z.object({
      start: seconds,
      end: seconds,
      keywords: z.array(z.string()).meta({
        description: "At most five words that are typical of it.",
        examples: [["rabbit", "watch"]],
      }),
    }),
  )
  .meta({
    description:
      "The chapters where `chapters` asked for them, in order: parts whose words come again within them, of at least 20 seconds.",
  });

/** The fields that a text model has written. */
export const derived = {
  summary: z
    .string()
    .nullable()
    .meta({
      description:
        "The summary that a text model has written; null unless `summary` asked for it, and where the model failed.",
      examples: ["A customer asks for a refund."],
    }),
  topics: z.array(z.string()).meta({
    description: "The topics that a text model has named; empty unless `topics` asked for them.",
    examples: [["refund"]],
  }),
  translation: z
    .object({ language: z.string(), text: z.string() })
    .nullable()
    .meta({ description: "The translation of a text model; null unless `translate_to` asked for it." }),
  text_model: z
    .string()
    .nullable()
    .meta({
      description: "The text model that has written these, which may be wrong; null where none has.",
      examples: ["llama-3.1-8b"],
    }),
};

export const unintelligible = z.array(z.object({ start: seconds, end: seconds })).meta({
  description:
    "Where speech was heard and no words were found in it; at least half a second each. `text` has nothing there.",
});

export const languageProbability = z.number().min(0).max(1).nullable().meta({
  description:
    "How likely it is that the speech is in `language`; null where the language was sent, and where no model said it.",
});
