import { noToken, type Token } from "./tokens.ts";

/** Figures of a number, as they stand in some of the words. */
export interface Figures {
  readonly digits: string;
  /** The words `[from, to)`. */
  readonly from: number;
  readonly to: number;
  /** True of `1,250` and `3.5`, which count or measure something. */
  readonly isQuantity: boolean;
  /** True behind a comma or a full stop. */
  readonly isApart: boolean;
  /** True behind a plus sign. */
  readonly isInternational: boolean;
}

/** Figures that follow each other with nothing between them but spaces and what parts the groups of a number. */
export type DigitRun = readonly Figures[];

/** Zero to nine. */
const units: Readonly<Record<string, string>> = {
  en: "zero one two three four five six seven eight nine",
  de: "null eins zwei drei vier fünf sechs sieben acht neun",
  es: "cero uno dos tres cuatro cinco seis siete ocho nueve",
  fr: "zéro un deux trois quatre cinq six sept huit neuf",
  it: "zero uno due tre quattro cinque sei sette otto nove",
  pt: "zero um dois três quatro cinco seis sete oito nove",
  nl: "nul een twee drie vier vijf zes zeven acht negen",
  hi: "शून्य एक दो तीन चार पांच छह सात आठ नौ",
};
const teens = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
const tens = "twenty thirty forty fifty sixty seventy eighty ninety";

const numbered = (words: string, first: number): readonly (readonly [string, string])[] =>
  words.split(" ").map((word, index) => [word, String(first + index)] as const);

const english: readonly (readonly [string, string])[] = [
  ...numbered(teens, 10),
  ...tens.split(" ").map((word, index) => [word, `${index + 2}0`] as const),
  ...["oh", "o", "nought", "naught"].map((word) => [word, "0"] as const),
];
/** Other words for digits that are in use. */
const others: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  en: english,
  de: [["zwo", "2"]],
  pt: [
    ["meia", "6"],
    ["uma", "1"],
    ["duas", "2"],
  ],
  hi: [
    ["ज़ीरो", "0"],
    ["पाँच", "5"],
    ["छः", "6"],
  ],
};

const tables = new Map(
  Object.entries(units).map(([language, words]) => [
    language,
    new Map([...numbered(words, 0), ...(others[language] ?? [])]),
  ]),
);

const repeats: ReadonlyMap<string, number> = new Map([
  ["double", 2],
  ["triple", 3],
]);
/** Words within a number that are none of it, also those by which a listener says to go on. */
const fillers: ReadonlySet<string> = new Set(
  "uh uhm um umm er erm ah eh hm hmm mm mhm mm-hm mm-hmm uh-huh okay ok yes yeah yep right dash hyphen".split(" "),
);

/** The signs between groups of figures, and around them. */
const within: ReadonlySet<string> = new Set("-‐‑–.,/() ");
const around: ReadonlySet<string> = new Set(`-‐‑–.,/() +"'“”‘’[]`);
const quantity = /^[0-9]{1,3}(?:,[0-9]{2,3})+(?:\.[0-9]+)?$|^[0-9]+\.[0-9]+$/;

const isAmong = (signs: string, allowed: ReadonlySet<string>): boolean => [...signs].every((sign) => allowed.has(sign));

type Part = Pick<Figures, "digits" | "isQuantity">;

/** The groups of figures of a word that has nothing else; empty for any other. */
function writtenGroups(bare: string): readonly Part[] {
  if (quantity.test(bare)) return [{ digits: bare.replaceAll(/[.,]/g, ""), isQuantity: true }];
  const groups: string[] = [""];
  for (const sign of bare) {
    if (sign >= "0" && sign <= "9") groups.push(`${groups.pop() ?? ""}${sign}`);
    else if (within.has(sign)) groups.push("");
    else return [];
  }
  return groups.flatMap((digits) => (digits === "" ? [] : [{ digits, isQuantity: false }]));
}

/** The digits of a word or of words with hyphens: `five`, `twenty-three`, `five-five`. */
function spokenDigits(bare: string, words: ReadonlyMap<string, string>): string {
  let digits = "";
  for (const part of bare.split("-")) {
    const digit = words.get(part);
    if (digit === undefined) return "";
    digits = joinTens(digits, digit) ?? digits + digit;
  }
  return digits;
}

/** `20` and `3` are `23`; null where they stay apart. */
const joinTens = (before: string, digit: string): string | null =>
  /^[2-9]0$/.test(before) && /^[1-9]$/.test(digit) ? `${before.slice(0, 1)}${digit}` : null;

/**
 * The runs of figures of a text, written or spoken: `4111 1111`, `555-0123`, `four one double one`.
 *
 * @param languages primary tags; in others than those of `units` spoken digits are not read
 */
export function digitRuns(tokens: readonly Token[], languages: readonly string[]): readonly DigitRun[] {
  const reader = new RunReader(tokens, languages);
  for (let at = 0; at < tokens.length;) at += reader.read(at);
  return reader.runs.filter((run) => run.length > 0);
}

/** Reads the words of a text one after the other. */
class RunReader {
  readonly runs: Figures[][] = [[]];
  readonly #tokens: readonly Token[];
  readonly #words: ReadonlyMap<string, string>;
  readonly #isEnglish: boolean;

  constructor(tokens: readonly Token[], languages: readonly string[]) {
    this.#tokens = tokens;
    // Where two languages have a word in common, the first of them counts.
    this.#words = new Map(languages.toReversed().flatMap((language) => [...(tables.get(language) ?? [])]));
    this.#isEnglish = languages.includes("en");
  }

  /** @returns the number of words that were read */
  read(at: number): number {
    const { bare, before } = this.#token(at);
    if (fillers.has(bare) && !this.#words.has(bare)) return 1;
    const isInternational = before.includes("+") || this.#token(at - 1).bare === "plus";
    if (isInternational || !isAmong(before, around)) this.#end();
    const { parts, count } = this.#partsAt(at);
    if (parts.length === 0) this.#end();
    else this.#add(parts, { from: at, to: at + count, isInternational });
    if (!isAmong(this.#token(at + count - 1).after, around)) this.#end();
    return count;
  }

  #token = (at: number): Token => this.#tokens[at] ?? noToken;
  #last = (): Figures | undefined => this.runs.at(-1)?.at(-1);

  #end(): void {
    if (this.#last() !== undefined) this.runs.push([]);
  }

  #partsAt(at: number): { readonly parts: readonly Part[]; readonly count: number } {
    const { bare, before, after } = this.#token(at);
    if (/[%€$£₹°]/u.test(before + after)) return { parts: [], count: 1 };
    const groups = writtenGroups(bare);
    if (groups.length > 0) return { parts: groups, count: 1 };
    const times = this.#isEnglish ? repeats.get(bare) : undefined;
    const { bare: next } = this.#token(at + 1);
    const repeated = spokenDigits(next, this.#words) || next;
    // An engine may write the digits behind it together: `double 678`.
    if (times !== undefined && /^[0-9]$|^[0-9]{3,}$/.test(repeated)) {
      const digits = `${repeated.slice(0, 1).repeat(times)}${repeated.slice(1)}`;
      return { parts: [{ digits, isQuantity: false }], count: 2 };
    }
    const digits = spokenDigits(bare, this.#words);
    return { parts: digits === "" ? [] : [{ digits, isQuantity: false }], count: 1 };
  }

  #add(parts: readonly Part[], place: Pick<Figures, "from" | "to" | "isInternational">): void {
    const run = this.runs.at(-1) ?? [];
    const last = run.at(-1);
    const isApart = last !== undefined && /[.,]/.test(this.#token(last.to - 1).after);
    const [first] = parts;
    const isSpoken = last !== undefined && !/[0-9]/.test(this.#token(last.to - 1).bare + this.#token(place.from).bare);
    const joined = isSpoken && !isApart && first !== undefined ? joinTens(last.digits, first.digits) : null;
    if (joined !== null && last !== undefined) {
      run[run.length - 1] = { ...last, digits: joined, to: place.to };
      return;
    }
    parts.forEach((part, index) =>
      run.push(
        index === 0 ? { ...part, ...place, isApart } : { ...part, ...place, isApart: false, isInternational: false },
      ),
    );
  }
}

/** The digits of figures together. */
export const digitsOf = (run: DigitRun): string => run.map(({ digits }) => digits).join("");
