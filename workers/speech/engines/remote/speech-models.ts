import { z } from "zod";

/** What the host that finds speech is told: the file of Silero VAD. */
export const speechModels = z.object({ vad: z.string().min(1) });
