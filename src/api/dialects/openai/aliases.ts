import type { Aliases } from "#src/api/dialects/aliases.ts";

/** OpenAI's voices, each with the voice of Kokoro that speaks for it. */
export const voiceAliases: Aliases = {
  alloy: "af_alloy",
  ash: "am_liam",
  ballad: "bm_george",
  cedar: "am_michael",
  coral: "af_sarah",
  echo: "am_echo",
  fable: "bm_fable",
  marin: "af_heart",
  nova: "af_nova",
  onyx: "am_onyx",
  sage: "af_kore",
  shimmer: "af_bella",
  verse: "am_puck",
};

/** OpenAI's transcription models, each with ours. */
export const transcriptionModels: Aliases = {
  "whisper-1": "auto",
  "gpt-transcribe": "auto",
  "gpt-live-transcribe": "auto",
  "gpt-realtime-whisper": "auto",
  "gpt-4o-transcribe": "accurate",
  "gpt-4o-transcribe-diarize": "accurate",
  "gpt-4o-mini-transcribe": "fast",
  "gpt-4o-mini-transcribe-2025-12-15": "fast",
};

/** OpenAI's speech models. The voice decides which engine speaks, so they all mean the same. */
export const speechModels: readonly string[] = ["tts-1", "tts-1-hd", "gpt-4o-mini-tts", "gpt-4o-mini-tts-2025-12-15"];
