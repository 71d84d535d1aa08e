import { z } from "zod";
import { voiceGenders, voiceQualities } from "#db/schema.ts";
import { exampleTranscript } from "#src/domain/examples/examples.ts";

const voice = z.object({
  voice_id: z.uuid(),
  name: z.string(),
  language: z.string(),
  gender: z.enum(voiceGenders).nullable(),
  accent: z.string().nullable(),
  quality: z.enum(voiceQualities).nullable(),
});

const recording = z.object({
  example_id: z.string(),
  title: z.string(),
  language: z.string(),
  voice_name: z.string(),
  transcript: exampleTranscript.nullable().meta({ description: "Null until it is asked for the first time." }),
});

export const exampleList = z
  .object({
    voices: z.array(voice).meta({ description: "Built-in voices to begin with; each has a preview." }),
    recordings: z.array(recording).meta({ description: "Spoken by built-in voices, for trying a transcription." }),
  })
  .meta({ id: "ExampleList" });

export const exampleParams = z.object({ example_id: z.string() });
