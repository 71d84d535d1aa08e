/** A voice of Kokoro. */
export interface KokoroVoice {
  /** Kokoro's own name for it. */
  readonly engineVoice: string;
  readonly name: string;
  readonly description: string;
  /** Words for how it sounds. */
  readonly tags: readonly string[];
  /** The work that it suits. */
  readonly useCases: readonly string[];
  /** An adult one where it is not said. */
  readonly age?: "old";
}

/** American and British voices, the default one first. Their descriptions follow pitch, pace and brightness, which `npm run bench -- voices` measures. */
export const kokoroEnglishVoices: readonly KokoroVoice[] = [
  {
    engineVoice: "af_heart",
    name: "Harper",
    description: "A warm, clear woman at an even pace. The best known of these voices, and a safe choice for anything.",
    tags: ["warm", "clear"],
    useCases: ["assistants", "narration"],
  },
  {
    engineVoice: "af_alloy",
    name: "Allie",
    description: "A low, level woman who does not hurry or press. Suits menus and answers heard many times.",
    tags: ["low", "level"],
    useCases: ["telephone", "assistants"],
  },
  {
    engineVoice: "af_aoede",
    name: "Audrey",
    description: "A soft woman of middle pitch with little edge. Suits long listening.",
    tags: ["soft", "even"],
    useCases: ["narration", "stories"],
  },
  {
    engineVoice: "af_bella",
    name: "Bella",
    description: "A lively woman, rather high, who takes her time. Suits tales and greetings.",
    tags: ["lively", "high"],
    useCases: ["stories", "advertisements"],
  },
  {
    engineVoice: "af_jessica",
    name: "Jessica",
    description: "A bright, brisk woman of high pitch. Stands out over noise and music.",
    tags: ["bright", "brisk", "high"],
    useCases: ["advertisements", "announcements"],
  },
  {
    engineVoice: "af_kore",
    name: "Cora",
    description: "A low, soft woman who speaks slowly. Suits calm narration.",
    tags: ["low", "soft", "calm"],
    useCases: ["narration", "stories"],
  },
  {
    engineVoice: "af_nicole",
    name: "Nicole",
    description: "A woman who whispers, very slow and close to the ear. Suits stories at night; too quiet for menus.",
    tags: ["whispering", "slow"],
    useCases: ["stories", "meditation"],
  },
  {
    engineVoice: "af_nova",
    name: "Nova",
    description: "A low, brisk woman with a soft edge. Suits news and lessons.",
    tags: ["low", "brisk", "soft"],
    useCases: ["news", "lessons"],
  },
  {
    engineVoice: "af_river",
    name: "River",
    description: "A bright, brisk woman of middle pitch. Suits short answers.",
    tags: ["bright", "brisk"],
    useCases: ["assistants", "announcements"],
  },
  {
    engineVoice: "af_sarah",
    name: "Sarah",
    description: "A clear, bright woman at an even pace. Easy to follow on a telephone.",
    tags: ["bright", "clear"],
    useCases: ["telephone", "assistants"],
  },
  {
    engineVoice: "af_sky",
    name: "Skye",
    description: "A low, soft woman at an even pace. Suits quiet assistants.",
    tags: ["low", "soft"],
    useCases: ["assistants", "meditation"],
  },
  {
    engineVoice: "am_adam",
    name: "Adam",
    description: "A clear man of middle pitch at an even pace. Suits most work.",
    tags: ["clear", "even"],
    useCases: ["assistants", "narration"],
  },
  {
    engineVoice: "am_echo",
    name: "Ethan",
    description: "A soft, rather deep man who speaks briskly. Suits news and summaries.",
    tags: ["soft", "brisk"],
    useCases: ["news", "assistants"],
  },
  {
    engineVoice: "am_eric",
    name: "Eric",
    description: "A light man, the highest of the American ones, and brisk. Suits lessons.",
    tags: ["light", "brisk", "soft"],
    useCases: ["lessons", "assistants"],
  },
  {
    engineVoice: "am_fenrir",
    name: "Finn",
    description: "A man of middle pitch who takes his time and is easy to understand. Suits explanations.",
    tags: ["clear", "calm"],
    useCases: ["lessons", "narration"],
  },
  {
    engineVoice: "am_liam",
    name: "Liam",
    description: "A man of middle pitch, brisk and plain. Suits announcements.",
    tags: ["brisk", "plain"],
    useCases: ["announcements", "news"],
  },
  {
    engineVoice: "am_michael",
    name: "Michael",
    description: "A calm man with a clear edge, slower than most. Suits documentaries and long books.",
    tags: ["calm", "clear"],
    useCases: ["narration", "news"],
  },
  {
    engineVoice: "am_onyx",
    name: "Owen",
    description: "The deepest American man, soft and even. Suits trailers and stories.",
    tags: ["deep", "soft"],
    useCases: ["stories", "advertisements"],
  },
  {
    engineVoice: "am_puck",
    name: "Parker",
    description: "A deep man at an even pace. Suits stories with a smile.",
    tags: ["deep", "even"],
    useCases: ["stories", "lessons"],
  },
  {
    engineVoice: "am_santa",
    name: "Nicholas",
    description: "An old man, light and slow. Suits tales for children.",
    tags: ["light", "slow"],
    useCases: ["stories"],
    age: "old",
  },
  {
    engineVoice: "bf_alice",
    name: "Alice",
    description: "A bright British woman of high pitch. Suits announcements.",
    tags: ["bright", "high"],
    useCases: ["announcements", "lessons"],
  },
  {
    engineVoice: "bf_emma",
    name: "Emma",
    description: "A bright, clear British woman at an even pace. The first choice for British English.",
    tags: ["bright", "clear"],
    useCases: ["assistants", "narration"],
  },
  {
    engineVoice: "bf_isabella",
    name: "Isabella",
    description: "A bright British woman, rather high, at an even pace. Suits guides and greetings.",
    tags: ["bright", "high"],
    useCases: ["assistants", "announcements"],
  },
  {
    engineVoice: "bf_lily",
    name: "Lily",
    description: "A British woman of middle pitch at an even pace. Suits stories.",
    tags: ["even", "clear"],
    useCases: ["stories", "narration"],
  },
  {
    engineVoice: "bm_daniel",
    name: "Daniel",
    description: "A soft, brisk British man of middle pitch. Suits news.",
    tags: ["soft", "brisk"],
    useCases: ["news", "assistants"],
  },
  {
    engineVoice: "bm_fable",
    name: "Felix",
    description: "A rather deep British man with a clear edge. Suits stories.",
    tags: ["clear", "lively"],
    useCases: ["stories", "narration"],
  },
  {
    engineVoice: "bm_george",
    name: "George",
    description: "A light, soft British man who speaks slowly. Suits calm narration.",
    tags: ["light", "soft", "calm"],
    useCases: ["narration", "lessons"],
  },
  {
    engineVoice: "bm_lewis",
    name: "Lewis",
    description: "A deep, slow British man. Suits documentaries and books.",
    tags: ["deep", "calm"],
    useCases: ["narration", "stories"],
  },
];
