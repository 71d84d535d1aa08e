import { z } from "zod";

const path = z.string().min(1);

/** The model that a host loads. */
export const hostModels = z.object({
  /** The name of the model in the catalogue. */
  name: z.string(),
  /** The paths of its files by their names in the catalogue. */
  files: z.object({ "model.onnx": path, "voices.bin": path, "tokens.txt": path }),
  /** Cores that one text is spoken on. */
  threads: z.int().positive(),
});
export type HostModels = z.infer<typeof hostModels>;

const styleLength = 256;
const equalizerTaps = 257;

const speakRequest = z.object({
  /** At most 510 of them. */
  phonemes: z.string().min(1),
  /** The name of a voice. */
  voice: z.string(),
  /** 0.5 to 2. */
  speed: z.number().min(0.1).max(10),
  /** Is added to the styles of the voice. */
  styleOffset: z.array(z.number()).length(styleLength).readonly().nullable(),
  /** The factor by which pitch and formants are moved up. */
  resampling: z.number().min(0.5).max(2),
  equalizer: z.array(z.number()).length(equalizerTaps).readonly().nullable(),
});
export type SpeakRequest = z.infer<typeof speakRequest>;

export { speakRequest };

/** The answer of a host. */
export interface SpokenSound {
  /** 24 kHz mono. */
  readonly samples: Int16Array;
  /** In seconds, when each of the phonemes begins, and when the last one ends; null of a model that does not tell. */
  readonly symbolTimes: readonly number[] | null;
}
