import type { Aliases } from "#src/api/dialects/aliases.ts";

/** Deepgram's speakers, each with the voice of Kokoro that speaks for it. */
const speakers: Aliases = {
  amalthea: "af_kore",
  andromeda: "af_bella",
  angus: "bm_george",
  apollo: "am_adam",
  arcas: "am_michael",
  aries: "am_puck",
  asteria: "af_heart",
  athena: "bf_emma",
  draco: "bm_lewis",
  helena: "af_sarah",
  helios: "bm_daniel",
  hera: "af_kore",
  luna: "af_nova",
  orion: "am_eric",
  orpheus: "am_liam",
  pandora: "bf_alice",
  perseus: "am_fenrir",
  stella: "af_sky",
  thalia: "af_heart",
  zeus: "am_onyx",
};

/** Deepgram's voices, which are models there, of both generations. */
export const voiceAliases: Aliases = Object.fromEntries(
  Object.entries(speakers).flatMap(([speaker, voice]) => [
    [`aura-${speaker}-en`, voice],
    [`aura-2-${speaker}-en`, voice],
  ]),
);

/** Deepgram's transcription models, each with ours. */
export const transcriptionModels: Aliases = {
  "nova-3": "auto",
  "nova-3-general": "auto",
  "nova-2": "auto",
  "nova-2-general": "auto",
  nova: "auto",
  enhanced: "auto",
  base: "fast",
};
