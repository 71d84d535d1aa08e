import type { Aliases } from "#src/api/dialects/aliases.ts";

/** AssemblyAI's transcription models, each with ours. */
export const transcriptionModels: Aliases = {
  best: "auto",
  nano: "fast",
  universal: "auto",
  "universal-2": "auto",
  "universal-3-pro": "auto",
  "universal-3-5-pro": "auto",
  "slam-1": "auto",
  "universal-streaming-english": "auto",
  "universal-streaming-multilingual": "auto",
  "u3-rt-pro": "auto",
  "whisper-rt": "auto",
  conformer_2: "auto",
};
