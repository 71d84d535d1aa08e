/** Words of a question that say nothing of its subject. */
const unsaid = new Set(
  "a an and are as at be by can change could do does for from get give has have how i if in into is it its many me much my of on one or our out per should so that the there this to use used using was we what when where which while who why will with without you your".split(
    " ",
  ),
);

/** The endings of words, the longest first. */
const endings = [
  ...["izations", "isations", "ization", "isation", "ations", "izers", "izing", "ising", "ation", "ating"],
  ...["ized", "izes", "izer", "ised", "ates", "ated", "ings", "ize", "ise", "ate", "ing", "ies", "ers"],
  ...["ed", "er", "es", "is", "s", "e", "y"],
];
/** Letters that remain of a word at least. */
const shortestStem = 4;

/** Words whose stem is another word: a customer is not custom. */
const whole: Readonly<Record<string, string>> = { customer: "customer", customers: "customer" };

/** A word without its ending, so that `transcribing` finds `transcribe`. */
export function stemOf(word: string): string {
  if (Object.hasOwn(whole, word)) return whole[word] ?? word;
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= shortestStem);
  return ending === undefined ? word : word.slice(0, -ending.length);
}

export const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/** The parts of a name such as `voice_id`; none for other words. */
export const partsOf = (word: string): readonly string[] =>
  word.includes("_") ? word.split("_").filter((part) => part !== "") : [];

/** The words of a question or of a heading that say what it is about. "Speech to text" has the words of "text to speech", so it is one. */
export function subjectOf(text: string): readonly string[] {
  const all = wordsIn(text.replaceAll(/speech[ -]to[ -]text/gi, "stt"));
  const said = all.filter((word) => !unsaid.has(word));
  return said.length === 0 ? all : said;
}

/** Words of people, with the words of these pages. */
const synonyms: Readonly<Record<string, string>> = {
  ...{ "401": "missing_credentials invalid_api_key", unauthorized: "missing_credentials invalid_api_key 401" },
  ...{ "403": "insufficient_scope forbidden", "422": "validation_error", requests: "calls limits" },
  ...{ throttled: "rate_limited limits", maximum: "largest limits", max: "largest limits sizes", size: "bytes sizes" },
  ...{ big: "bytes sizes large", invoice: "receipt", bill: "receipt billing", money: "credits payment" },
  ...{ price: "credits cost", pricing: "credits", cost: "credits price", upgrade: "plan", plan: "subscription" },
  ...{ unsubscribe: "cancel subscription", diarization: "speakers diarize", diarisation: "speakers diarize" },
  ...{ speaker: "speakers diarize", pronounce: "pronunciation", pronounced: "pronunciation", phoneme: "pronunciation" },
  ...{ ipa: "pronunciation", speed: "faster slower pace", faster: "speed", slower: "speed", rate: "speed" },
  ...{ reset: "replace lost", rotate: "replace", regenerate: "replace", lost: "replace", forgot: "lost replace" },
  ...{ delete: "erase close remove", remove: "delete", close: "delete", gdpr: "personal data delete" },
  ...{ clone: "custom sample", cloning: "custom sample", realtime: "live", captions: "live subtitles" },
  ...{ microphone: "live", websocket: "live", pii: "personal redact", anonymize: "redact personal" },
  ...{ swear: "profanities", bulk: "batches", many: "batches", dubbing: "translate", translate: "translation" },
  ...{ webhook: "callbacks endpoint", docker: "compose", ssl: "tls", https: "tls" },
  ...{ certificate: "tls", cli: "command line", terminal: "command line", node: "typescript", npm: "typescript" },
  ...{ javascript: "typescript", pip: "python", vocabulary: "terms words", boost: "terms", keyword: "terms" },
  ...{ retry: "idempotency repeat", twice: "idempotency repeat", duplicate: "idempotency repeat", login: "sign" },
  ...{ password: "sign", signin: "sign", signup: "sign", male: "gender female", female: "gender", accent: "voices" },
  ...{ gpu: "remote server", tts: "speech synthesize", stt: "transcribe", asr: "transcribe" },
  ...{ synthesize: "speak", synthesise: "speak", synthesis: "speak", authenticate: "credential key" },
  ...{ parallel: "concurrency", simultaneous: "concurrency", endpoint: "call", sdk: "client", library: "client" },
};

/** @returns the words that stand for a word on these pages */
export const synonymsOf = (word: string): readonly string[] =>
  Object.hasOwn(synonyms, word) ? (synonyms[word] ?? "").split(" ") : [];
