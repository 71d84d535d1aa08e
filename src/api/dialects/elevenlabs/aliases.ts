import type { Aliases } from "#src/api/dialects/aliases.ts";

/** ElevenLabs' voices that clients have by default, by their ids, each with the voice of Kokoro that speaks for it. */
export const voiceAliases: Aliases = {
  "21m00Tcm4TlvDq8ikWAM": "af_heart",
  "29vD33N1CtxCmqQRPOHJ": "am_eric",
  "2EiwWnXFnvU5JabPnv8n": "am_fenrir",
  "9BWtsMINqrJLrRacOk9x": "af_aoede",
  AZnzlk1XvdvUeBnXmlld: "af_nova",
  CwhRBWXzGAHq8TQ4Fs17: "am_adam",
  EXAVITQu4vr4xnSDxMaL: "af_sarah",
  ErXwobaYiN019PkySvjV: "am_puck",
  FGY2WhTYpPnrIDTdsKH5: "af_kore",
  IKne3meq5aSn9XLyUdCD: "am_eric",
  JBFqnCBsd6RMkjVDRZzb: "bm_george",
  MF3mGyEYCl7XYWbV9V6O: "af_sky",
  N2lVS1w4EtoT3dr4eOWO: "am_fenrir",
  TX3LPaxmHKxFdv7VOQHJ: "am_liam",
  ThT5KcBeYPX3keUQqHPh: "bf_emma",
  TxGEqnHWrfWFTfGW9XjX: "am_michael",
  VR6AewLTigWG4xSOukaG: "am_onyx",
  XB0fDUnXU5powFXDhCwa: "bf_isabella",
  Xb7hH8MSUJpSbSDYk0k2: "bf_alice",
  XrExE9yKIg1WjnnlVkGX: "af_alloy",
  bIHbv24MWmeRgasZH58o: "am_liam",
  cgSgspJ2msm6clMCkdW9: "af_jessica",
  cjVigY5qzO86Huf0OWal: "am_eric",
  iP95p4xoKVk53GoZ742B: "am_michael",
  nPczCjzI2devNBz1zQrb: "am_onyx",
  onwK4e9ZLuTAKqWW03F9: "bm_daniel",
  pFZP5JQG7iQjIQuC4Bku: "bf_lily",
  pNInz6obpgDQGcFmaJgB: "am_adam",
  pqHfZKP75CvOlQylNhV4: "am_onyx",
  yoZ06aMxZJJ28mfd3POQ: "am_echo",
};

/** ElevenLabs' transcription models, each with ours. */
export const transcriptionModels: Aliases = {
  scribe_v1: "auto",
  scribe_v2: "auto",
  scribe_v2_realtime: "auto",
};

/** ElevenLabs' speech models, each with its name. The voice decides which engine speaks, so they all mean the same. */
export const speechModels: Aliases = {
  eleven_v3: "Eleven v3",
  eleven_multilingual_v2: "Eleven Multilingual v2",
  eleven_flash_v2_5: "Eleven Flash v2.5",
  eleven_turbo_v2_5: "Eleven Turbo v2.5",
  eleven_flash_v2: "Eleven Flash v2",
  eleven_turbo_v2: "Eleven Turbo v2",
  eleven_monolingual_v1: "Eleven English v1",
};
