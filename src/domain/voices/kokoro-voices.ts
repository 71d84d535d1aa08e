import { kokoroEnglishVoices, type KokoroVoice } from "./kokoro-english-voices.ts";

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
  ...kokoroEnglishVoices,
  {
    engineVoice: "ef_dora",
    name: "Dora",
    description: "A Spanish woman of middle pitch at an even pace.",
    tags: ["even", "clear"],
    useCases: ["assistants", "narration"],
  },
  {
    engineVoice: "em_alex",
    name: "Alejandro",
    description: "A Spanish man of middle pitch at an even pace.",
    tags: ["even", "plain"],
    useCases: ["assistants", "news"],
  },
  {
    engineVoice: "em_santa",
    name: "Santiago",
    description: "An old Spanish man of middle pitch, a little slower than the others.",
    tags: ["calm"],
    useCases: ["stories"],
    age: "old",
  },
  {
    engineVoice: "ff_siwis",
    name: "Sylvie",
    description: "A French woman of rather high pitch, clear and even. Suits books and menus.",
    tags: ["clear", "high"],
    useCases: ["narration", "telephone"],
  },
  {
    engineVoice: "hf_alpha",
    name: "Anjali",
    description: "A Hindi woman of rather high pitch at an even pace.",
    tags: ["high", "even"],
    useCases: ["assistants", "narration"],
  },
  {
    engineVoice: "hf_beta",
    name: "Bhavna",
    description: "A brisk Hindi woman of middle pitch. Suits short answers.",
    tags: ["brisk"],
    useCases: ["assistants", "announcements"],
  },
  {
    engineVoice: "hm_omega",
    name: "Om",
    description: "A Hindi man of middle pitch at an even pace.",
    tags: ["even", "plain"],
    useCases: ["news", "narration"],
  },
  {
    engineVoice: "hm_psi",
    name: "Prem",
    description: "A soft, calm Hindi man of middle pitch. Suits stories.",
    tags: ["soft", "calm"],
    useCases: ["stories", "narration"],
  },
  {
    engineVoice: "if_sara",
    name: "Sara",
    description: "A bright Italian woman of high pitch, rather brisk.",
    tags: ["bright", "brisk", "high"],
    useCases: ["assistants", "announcements"],
  },
  {
    engineVoice: "im_nicola",
    name: "Nicola",
    description: "A deep, soft Italian man who takes his time. Suits books.",
    tags: ["deep", "soft", "calm"],
    useCases: ["narration", "stories"],
  },
  {
    engineVoice: "pf_dora",
    name: "Dalva",
    description: "A Brazilian woman of middle pitch at an even pace.",
    tags: ["even", "clear"],
    useCases: ["assistants", "narration"],
  },
  {
    engineVoice: "pm_alex",
    name: "Alexandre",
    description: "A Brazilian man of middle pitch at an even pace.",
    tags: ["even", "plain"],
    useCases: ["assistants", "news"],
  },
  {
    engineVoice: "pm_santa",
    name: "Samuel",
    description: "An old Brazilian man of middle pitch.",
    tags: ["even"],
    useCases: ["stories"],
    age: "old",
  },
];

/** They never are a default. */
export const kokoroVoicesWithLimits: readonly KokoroVoice[] = [
  {
    engineVoice: "jf_alpha",
    name: "Akari",
    description:
      "A bright Japanese woman of high pitch, a little brisker than the others. Reads kana only, and leaves kanji out.",
    tags: ["bright", "brisk", "high"],
    useCases: ["announcements"],
  },
  {
    engineVoice: "jf_gongitsune",
    name: "Kotone",
    description: "A soft, calm Japanese woman. Reads kana only, and leaves kanji out.",
    tags: ["soft", "calm"],
    useCases: ["stories"],
  },
  {
    engineVoice: "jf_nezumi",
    name: "Nozomi",
    description: "A Japanese woman of middle pitch at an even pace. Reads kana only, and leaves kanji out.",
    tags: ["even"],
    useCases: ["stories"],
  },
  {
    engineVoice: "jf_tebukuro",
    name: "Tomoko",
    description: "A bright Japanese woman, the highest of these voices. Reads kana only, and leaves kanji out.",
    tags: ["bright", "high"],
    useCases: ["stories"],
  },
  {
    engineVoice: "jm_kumo",
    name: "Kenta",
    description: "A deep, soft Japanese man. Reads kana only, and leaves kanji out.",
    tags: ["deep", "soft"],
    useCases: ["stories"],
  },
];
