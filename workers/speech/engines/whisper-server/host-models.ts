import { z } from "zod";

const path = z.string().min(1);

/** The models of a host. */
export const whisperModels = z.object({
  /** The name of the model in the catalogue. */
  name: z.string(),
  /** The interpreter that has faster-whisper-server. */
  python: path,
  /** The configuration of that server: a file with the path of its model. */
  configuration: path,
  /** The file of Silero VAD. */
  vad: path,
  /** A folder that is removed with the engine; each host makes one in it. */
  directory: path,
});
export type WhisperModels = z.infer<typeof whisperModels>;

/** The only name by which this server is asked: it takes no notice of the field `model`. */
export const servedName = "whisper-1";
