/** A voice of Kokoro: its own name for it, the name here, and what else is to say of it. */
export type KokoroVoice = readonly [engineVoice: string, name: string, remark?: string];

/** The accents by the first letter of a voice of Kokoro. */
export const kokoroAccents = {
  a: { language: "en", accent: "American" },
  b: { language: "en", accent: "British" },
  e: { language: "es", accent: null },
  f: { language: "fr", accent: null },
  h: { language: "hi", accent: null },
  i: { language: "it", accent: null },
  j: { language: "ja", accent: null },
  p: { language: "pt", accent: "Brazilian" },
} as const;

/** The first of a language is its default. Voices for Chinese are left out: Kokoro reads no Han characters here. */
export const kokoroVoices: readonly KokoroVoice[] = [
  ["af_heart", "Harper", "Warm and clear."],
  ["af_alloy", "Allie"],
  ["af_aoede", "Audrey"],
  ["af_bella", "Bella", "Lively."],
  ["af_jessica", "Jessica"],
  ["af_kore", "Cora"],
  ["af_nicole", "Nicole", "Whispers."],
  ["af_nova", "Nova"],
  ["af_river", "River"],
  ["af_sarah", "Sarah"],
  ["af_sky", "Skye"],
  ["am_adam", "Adam"],
  ["am_echo", "Ethan"],
  ["am_eric", "Eric"],
  ["am_fenrir", "Finn"],
  ["am_liam", "Liam"],
  ["am_michael", "Michael"],
  ["am_onyx", "Owen", "Deep."],
  ["am_puck", "Parker"],
  ["am_santa", "Nicholas", "An old man."],
  ["bf_alice", "Alice"],
  ["bf_emma", "Emma"],
  ["bf_isabella", "Isabella"],
  ["bf_lily", "Lily"],
  ["bm_daniel", "Daniel"],
  ["bm_fable", "Felix"],
  ["bm_george", "George"],
  ["bm_lewis", "Lewis"],
  ["ef_dora", "Dora"],
  ["em_alex", "Alejandro"],
  ["em_santa", "Santiago", "An old man."],
  ["ff_siwis", "Sylvie"],
  ["hf_alpha", "Anjali"],
  ["hf_beta", "Bhavna"],
  ["hm_omega", "Om"],
  ["hm_psi", "Prem"],
  ["if_sara", "Sara"],
  ["im_nicola", "Nicola"],
  ["pf_dora", "Dora"],
  ["pm_alex", "Alexandre"],
  ["pm_santa", "Samuel", "An old man."],
];

const kanaOnly = "Kana only: it leaves kanji out.";

/** They never are a default. */
export const kokoroVoicesWithLimits: readonly KokoroVoice[] = [
  ["jf_alpha", "Akari", kanaOnly],
  ["jf_gongitsune", "Kotone", kanaOnly],
  ["jf_nezumi", "Nozomi", kanaOnly],
  ["jf_tebukuro", "Tomoko", kanaOnly],
  ["jm_kumo", "Kenta", kanaOnly],
];
