/** A part of a page below one heading, as the search knows it. */
export interface Section {
  /** Its address, with the anchor of the heading. */
  readonly url: string;
  readonly page: string;
  /** Empty for what stands before the first heading. */
  readonly heading: string;
  /** Its words without Markdown. */
  readonly text: string;
  /** 1 for pages that explain, less for those of operators and those that list everything. */
  readonly weight: number;
  /** True for pages about the project, which come behind all others. */
  readonly isInternal: boolean;
}

/** A page with what was found in it, the best section first. */
export interface FoundPage {
  readonly page: string;
  readonly sections: readonly { readonly url: string; readonly heading: string; readonly excerpt: string }[];
}

/** Words of a question that say nothing of its subject. */
const unsaid = new Set(
  "a an and are as at be by can change could do does for from get give has have how i if in into is it its many me much my of on one or our out per should so that the there this to use used was we what when where which while who why will with without you your".split(
    " ",
  ),
);

/** Words of people, with the words of these pages. */
const synonyms: Readonly<Record<string, string>> = {
  ...{ "401": "missing_credentials invalid_api_key", unauthorized: "missing_credentials invalid_api_key 401" },
  ...{
    "402": "insufficient_credits",
    "403": "insufficient_scope forbidden",
    "429": "rate_limited concurrency_limited",
  },
  ...{ "422": "validation_error", requests: "calls limits", request: "call", throttled: "rate_limited limits" },
  ...{ maximum: "largest limits", max: "largest limits sizes", size: "bytes sizes", big: "bytes sizes large" },
  ...{
    invoice: "receipt",
    bill: "receipt billing",
    money: "credits payment",
    price: "credits cost",
    pricing: "credits",
  },
  ...{ cost: "credits price", upgrade: "plan", plan: "subscription", unsubscribe: "cancel subscription" },
  ...{ diarization: "speakers diarize", diarisation: "speakers diarize", speaker: "speakers diarize" },
  ...{ pronounce: "pronunciation", pronounced: "pronunciation", phoneme: "pronunciation", ipa: "pronunciation" },
  ...{ speed: "faster slower pace", faster: "speed", slower: "speed", rate: "speed limits" },
  ...{ reset: "replace lost", rotate: "replace", regenerate: "replace", lost: "replace", forgot: "lost replace" },
  ...{ delete: "erase close remove", remove: "delete", close: "delete", gdpr: "personal data delete" },
  ...{
    clone: "custom sample",
    cloning: "custom sample",
    realtime: "live",
    "real-time": "live",
    captions: "live subtitles",
  },
  ...{
    microphone: "live",
    websocket: "live",
    pii: "personal redact",
    anonymize: "redact personal",
    swear: "profanities",
  },
  ...{
    bulk: "batches",
    many: "batches",
    dubbing: "translate",
    translate: "translation",
    webhook: "callbacks endpoint",
  },
  ...{ docker: "compose", kubernetes: "compose scale", ssl: "tls", https: "tls", certificate: "tls" },
  ...{ cli: "command line", terminal: "command line", node: "typescript", javascript: "typescript", npm: "typescript" },
  ...{ pip: "python", vocabulary: "terms words", boost: "terms", keyword: "terms", retry: "idempotency repeat" },
  ...{ twice: "idempotency repeat", duplicate: "idempotency repeat", login: "sign", password: "sign", signin: "sign" },
  ...{ male: "gender female", female: "gender", accent: "voices", gpu: "remote server" },
};

const endings = ["ations", "ation", "ings", "ing", "ies", "ers", "ed", "er", "es", "s", "e", "y"];
/** Letters that remain of a word at least. */
const shortestStem = 4;

/** A word without its ending, so that `transcribing` finds `transcribe`. */
function stemOf(word: string): string {
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= shortestStem);
  return ending === undefined ? word : word.slice(0, -ending.length);
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

type Counts = ReadonlyMap<string, number>;

function countsOf(text: string): Counts {
  const counts = new Map<string, number>();
  for (const word of wordsIn(text)) {
    const stem = stemOf(word);
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return counts;
}

interface Indexed {
  readonly section: Section;
  /** How often each word is there, one in a title more than one in a text. */
  readonly counts: Counts;
  readonly title: Counts;
}

/** A word in a title counts like so many in a text, which has more of them. */
const [titleWeight, headingWeight] = [6, 8];
/** The parameters of BM25 (Robertson and Zaragoza, 2009): how soon a word that comes again counts less, and how much length counts. */
const [saturation, lengthShare] = [1.4, 0.7];
/** A word counts so much more on a page whose title has it. */
const titleBonus = 0.5;
/** A synonym counts such a share of the word itself, and so does the beginning of a word that is being typed. */
const [synonymShare, prefixShare] = [0.8, 0.6];

function indexed(section: Section): Indexed {
  const counts = new Map(countsOf(section.text));
  for (const [text, weight] of [
    [section.page, titleWeight],
    // The text before the first heading is about the title.
    [section.heading || section.page, headingWeight],
  ] as const) {
    for (const [word, count] of countsOf(text)) counts.set(word, (counts.get(word) ?? 0) + count * weight);
  }
  return { section, counts, title: countsOf(section.page) };
}

/** A word of a question: what it may be instead, with what that counts. */
type Wanted = ReadonlyMap<string, number>;

function wantedOf(question: string, known: ReadonlySet<string>): readonly Wanted[] {
  const all = wordsIn(question);
  const said = all.filter((word) => !unsaid.has(word));
  const words = said.length === 0 ? all : said;
  return words.map((word, index) => {
    const wanted = new Map([[stemOf(word), 1]]);
    const others = Object.hasOwn(synonyms, word) ? synonyms[word] : "";
    for (const other of (others ?? "").split(" ")) {
      const stem = stemOf(other);
      if (other !== "" && !wanted.has(stem)) wanted.set(stem, synonymShare);
    }
    const isTyped = index === words.length - 1 && word.length > 2;
    if (isTyped && !known.has(stemOf(word))) {
      for (const longer of known) {
        if (longer.startsWith(word)) wanted.set(longer, (prefixShare * word.length) / longer.length);
      }
    }
    return wanted;
  });
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0);

/** Makes the search over sections. @returns a function that finds the pages which answer a question, the best first */
export function searchOver(sections: readonly Section[]): (question: string, limit?: number) => readonly FoundPage[] {
  const all = sections.map(indexed);
  const within = new Map<string, number>();
  for (const { counts } of all) for (const word of counts.keys()) within.set(word, (within.get(word) ?? 0) + 1);
  const known = new Set(within.keys());
  const lengths = new Map(all.map((one) => [one, sum(one.counts.values())]));
  const usualLength = sum(lengths.values()) / Math.max(1, all.length);
  const rarity = (word: string): number => Math.log(1 + all.length / (within.get(word) ?? all.length));

  /** The score of a section for one word of the question. */
  const worth = (one: Indexed, wanted: Wanted): number => {
    const length = 1 - lengthShare + lengthShare * ((lengths.get(one) ?? 0) / usualLength);
    const values = [...wanted].map(([word, share]) => {
      const count = one.counts.get(word) ?? 0;
      const bonus = one.title.has(word) ? 1 + titleBonus : 1;
      return (bonus * share * rarity(word) * count * (saturation + 1)) / (count + saturation * length);
    });
    return Math.max(0, ...values);
  };

  return (question, limit = 8) => {
    const words = wantedOf(question, known);
    const found = all.flatMap((one) => {
      const values = words.map((wanted) => worth(one, wanted));
      const covered = values.filter((value) => value > 0).length / Math.max(1, words.length);
      const score = sum(values) * covered * one.section.weight;
      return score > 0 ? [{ section: one.section, score }] : [];
    });
    return pagesOf(found, words).slice(0, limit);
  };
}

interface Scored {
  readonly section: Section;
  readonly score: number;
}

const byRank = (left: Scored, right: Scored): number =>
  Number(left.section.isInternal) - Number(right.section.isInternal) || right.score - left.score;

/** Sections that are shown of one page. */
const sectionsShown = 3;

function pagesOf(found: readonly Scored[], words: readonly Wanted[]): readonly FoundPage[] {
  const pages = new Map<string, Scored[]>();
  for (const one of found.toSorted(byRank)) {
    pages.set(one.section.page, [...(pages.get(one.section.page) ?? []), one]);
  }
  return [...pages].map(([page, sections]) => ({
    page,
    sections: sections.slice(0, sectionsShown).map(({ section }) => ({
      url: section.url,
      heading: section.heading,
      excerpt: excerptOf(section.text, words),
    })),
  }));
}

/** Characters of an excerpt. */
const excerptLength = 160;

/** The sentence of a text that has most of the words. */
function excerptOf(text: string, words: readonly Wanted[]): string {
  const sentences = text.match(/[^.!?\n]+[.!?]*/g) ?? [];
  const worth = (sentence: string): number => {
    const counts = countsOf(sentence);
    return words.filter((wanted) => [...wanted.keys()].some((word) => counts.has(word))).length;
  };
  const best = sentences.reduce((chosen, one) => (worth(one) > worth(chosen) ? one : chosen), sentences[0] ?? "");
  const trimmed = best.trim();
  return trimmed.length <= excerptLength ? trimmed : `${trimmed.slice(0, excerptLength).replace(/\s+\S*$/, "")} …`;
}
