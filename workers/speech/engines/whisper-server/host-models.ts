import { z } from "zod";

const path = z.string().min(1);

/** The models of a host. */
export const whisperModels = z.object({
  /** The name of the model in the catalogue. */
  name: z.string(),
  /** The interpreter that has CTranslate2. */
  python: path,
  /** The folder of the model, as CTranslate2 reads it. */
  model: path,
  /** The file of Silero VAD. */
  vad: path,
});
export type WhisperModels = z.infer<typeof whisperModels>;
