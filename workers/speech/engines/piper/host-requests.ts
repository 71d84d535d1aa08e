import { z } from "zod";

/** The most models that a host has at hand; each takes about 100 MB, and half a second to load. */
export const maxLoaded = 3;

const ids = z.array(z.int().nonnegative()).min(1).readonly();

/** The models that a host can load. */
export const hostModels = z.object({
  /** By the name of the model. */
  models: z.record(
    z.string(),
    z.object({
      /** The path of `model.onnx`. */
      path: z.string().min(1),
      sampleRate: z.int().positive(),
      /** Something short to try it with. */
      test: ids,
    }),
  ),
  /** Cores that one text is spoken on. */
  threads: z.int().positive(),
});
export type HostModels = z.infer<typeof hostModels>;

export const speakRequest = z.object({
  model: z.string(),
  ids,
  noise: z.number(),
  length: z.number().positive(),
  lengthNoise: z.number(),
  /** Models of several speakers need it; the others have no such input. */
  speaker: z.int().nonnegative(),
});
export type SpeakRequest = z.infer<typeof speakRequest>;
