import { corrected, stemOf, subjectOf } from "./words.ts";

/** Words of people, with the words of these pages. */
const synonyms: Readonly<Record<string, string>> = {
  ...{ "401": "missing_credentials invalid_api_key", unauthorized: "missing_credentials invalid_api_key 401" },
  ...{ "402": "insufficient_credits", "403": "insufficient_scope forbidden" },
  ...{
    "429": "rate_limited concurrency_limited",
    "422": "validation_error",
    requests: "calls limits",
    request: "call",
  },
  ...{ throttled: "rate_limited limits", maximum: "largest limits", max: "largest limits sizes", size: "bytes sizes" },
  ...{ big: "bytes sizes large", invoice: "receipt", bill: "receipt billing", money: "credits payment" },
  ...{ price: "credits cost", pricing: "credits", cost: "credits price", upgrade: "plan", plan: "subscription" },
  ...{ unsubscribe: "cancel subscription", diarization: "speakers diarize", diarisation: "speakers diarize" },
  ...{ speaker: "speakers diarize", pronounce: "pronunciation", pronounced: "pronunciation", phoneme: "pronunciation" },
  ...{ ipa: "pronunciation", speed: "faster slower pace", faster: "speed", slower: "speed", rate: "speed limits" },
  ...{ reset: "replace lost", rotate: "replace", regenerate: "replace", lost: "replace", forgot: "lost replace" },
  ...{ delete: "erase close remove", remove: "delete", close: "delete", gdpr: "personal data delete" },
  ...{ clone: "custom sample", cloning: "custom sample", realtime: "live", captions: "live subtitles" },
  ...{ microphone: "live", websocket: "live", pii: "personal redact", anonymize: "redact personal" },
  ...{ swear: "profanities", bulk: "batches", many: "batches", dubbing: "translate", translate: "translation" },
  ...{ webhook: "callbacks endpoint", docker: "compose", kubernetes: "compose scale", ssl: "tls", https: "tls" },
  ...{ certificate: "tls", cli: "command line", terminal: "command line", node: "typescript", npm: "typescript" },
  ...{ javascript: "typescript", pip: "python", vocabulary: "terms words", boost: "terms", keyword: "terms" },
  ...{ retry: "idempotency repeat", twice: "idempotency repeat", duplicate: "idempotency repeat", login: "sign" },
  ...{ password: "sign", signin: "sign", signup: "sign", male: "gender female", female: "gender", accent: "voices" },
  ...{ gpu: "remote server", tts: "speech synthesize", stt: "transcribe", asr: "transcribe" },
  ...{ synthesize: "speak", synthesise: "speak", synthesis: "speak", authenticate: "credential key" },
  ...{ parallel: "concurrency", simultaneous: "concurrency", endpoint: "call", sdk: "client", library: "client" },
};

/** @returns the words that stand for a word on these pages */
const synonymsOf = (word: string): readonly string[] =>
  Object.hasOwn(synonyms, word) ? (synonyms[word] ?? "").split(" ") : [];

/** A word of a question: the stems that may stand for it, with what each counts. */
export type Wanted = ReadonlyMap<string, number>;

/** The shares of a word that count for what stands for it. */
const shares = { joined: 0.9, synonym: 0.8, prefix: 0.6 } as const;
/** A word that is near another one, so many times as usual, is taken for it. */
const farMoreUsual = 20;
/** Letters from which on a word is looked for while it is typed. */
const typedLetters = 3;

/** The words of all sections. */
export interface Vocabulary {
  /** In how many sections each stem is. */
  readonly stems: ReadonlyMap<string, number>;
  /** The whole words with their numbers. */
  readonly words: ReadonlyMap<string, number>;
}

/** @returns the stems that a section should have, word by word */
export function readQuestion(question: string, { stems, words: counts }: Vocabulary): readonly Wanted[] {
  const words = subjectOf(question);
  return words.map((word, index) => {
    const neighbours = [`${words[index - 1] ?? ""}${word}`, `${word}${words[index + 1] ?? ""}`];
    const wanted = standInsFor(
      word,
      // "Real time" is "realtime".
      neighbours.filter((one) => one !== word && stems.has(stemOf(one))),
    );
    const sectionsWith = (one: string): number => stems.get(one) ?? 0;
    const meant = counts.has(word) ? null : corrected(word, counts);
    const usual = sectionsWith(stemOf(meant ?? word));
    const known = Math.max(...[...wanted.keys()].map(sectionsWith));
    if (known > 0) return meant !== null && usual > known * farMoreUsual ? standInsFor(meant, []) : wanted;
    const isTyped = index === words.length - 1 && word.length >= typedLetters;
    for (const stem of isTyped ? stems.keys() : []) {
      if (stem.startsWith(word)) wanted.set(stem, (shares.prefix * word.length) / stem.length);
    }
    return meant === null || wanted.size > 1 ? wanted : standInsFor(meant, []);
  });
}

function standInsFor(word: string, joined: readonly string[]): Map<string, number> {
  const wanted = new Map([[stemOf(word), 1]]);
  const add = (others: readonly string[], share: number): void => {
    for (const stem of others.map(stemOf)) if (!wanted.has(stem)) wanted.set(stem, share);
  };
  add(joined, shares.joined);
  add([word, ...joined].flatMap(synonymsOf), shares.synonym);
  return wanted;
}
