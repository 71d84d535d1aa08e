import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "#src/errors.ts";
import { spokenForms } from "#workers/speech/text/spoken-forms.ts";
import { runEngine } from "#workers/speech/process/run-engine.ts";

/** Phones of the US English acoustic model, such as `R EH D`. */
type Phones = string;

/** A way to say a word. */
export interface Pronunciation {
  readonly phones: Phones;
  /** The words that are said, where the word is a number or has one in it; else null. */
  readonly spoken: string | null;
}

export interface Lexicon {
  /** Ways to say a word as it is written, `$42.50` and `Dr.` too; none for what has no sound, like a dash. */
  pronounce(word: string, options: LexiconOptions): Promise<readonly Pronunciation[]>;
}

export interface LexiconOptions {
  /** A private folder for the program that reads words aloud which the dictionary lacks. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

/** Variants of one word at most: its parts may each be said in several ways. */
const maxVariants = 6;
const maxWordLength = 60;
/** Words that the dictionary lacks and that are kept with their phones. */
const maxKept = 20_000;

const abbreviations: ReadonlyMap<string, string> = new Map([
  ...([
    ["mr", "mister"],
    ["mrs", "misses"],
    ["dr", "doctor"],
    ["st", "saint"],
    ["vs", "versus"],
  ] as const),
]);

const engineLimits = { memoryBytes: 256 * 1024 * 1024, cpuSeconds: 5, fileBytes: 0 } as const;
const timeoutMs = 5_000;
const maxOutputBytes = 16_384;

/** The CMU dictionary of the model, read at the first word, and flite's letter-to-sound rules for all that it lacks. */
export function openLexicon(dictionaryPath: string): Lexicon {
  let dictionary: Promise<Dictionary> | undefined;
  const kept = new Map<string, readonly Pronunciation[]>();
  return {
    pronounce: async (word, options) => {
      dictionary ??= readDictionary(dictionaryPath);
      const known = await dictionary;
      const spoken = trimmed(word);
      const found = kept.get(spoken) ?? (await pronounceOne(spoken, known, options));
      if (kept.size >= maxKept) kept.clear();
      kept.set(spoken, found);
      return found;
    },
  };
}

/** Lower case, and only what can have a sound, beginning with it. */
const trimmed = (word: string): string =>
  word
    .slice(0, maxWordLength)
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll(/[^\p{L}\p{N}$£€'&+.,:%/-]/gu, "")
    .replaceAll(/^[^\p{L}\p{N}$£€'&+]+/gu, "");

type Dictionary = ReadonlyMap<string, readonly Phones[]>;

async function pronounceOne(
  word: string,
  dictionary: Dictionary,
  options: LexiconOptions,
): Promise<readonly Pronunciation[]> {
  const forms = spokenForms(word);
  if (forms.length > 0) {
    const all: Pronunciation[] = [];
    for (const form of forms) all.push(await pronounceForm(form, dictionary, options));
    return all.filter(({ phones }) => phones !== "");
  }
  const bare = word.replaceAll(/[^\p{L}\p{N}']/gu, "");
  if (bare === "") return [];
  const written = dictionary.get(abbreviations.get(bare) ?? bare);
  if (written !== undefined && bare.length + 1 >= word.length) return written.map(asWritten);
  const parts = word.split(/[^\p{L}\p{N}']+/u).filter((part) => part !== "");
  const inParts = combined(parts.map((part) => dictionary.get(part) ?? []));
  const found = inParts.length > 0 ? inParts : [await readAloud(word, options)];
  return found.filter((phones) => phones !== "").map(asWritten);
}

const asWritten = (phones: Phones): Pronunciation => ({ phones, spoken: null });

/** The words of a number, each in its usual way; letters that the dictionary lacks are read aloud. */
async function pronounceForm(form: string, dictionary: Dictionary, options: LexiconOptions): Promise<Pronunciation> {
  const phones: Phones[] = [];
  for (const word of form.split(" ")) phones.push(dictionary.get(word)?.[0] ?? (await readAloud(word, options)));
  return { phones: phones.filter((one) => one !== "").join(" "), spoken: form };
}

/** Every choice of one variant for each part, said one after the other; none when a part has none. */
const combined = (parts: readonly (readonly Phones[])[]): readonly Phones[] =>
  parts.length === 0
    ? []
    : parts.reduce<readonly Phones[]>(
        (heads, variants) =>
          heads
            .flatMap((head) => variants.map((variant) => (head === "" ? variant : `${head} ${variant}`)))
            .slice(0, maxVariants),
        [""],
      );

/** By flite's rules. @returns "" when it has no sound */
async function readAloud(word: string, { directory, signal }: LexiconOptions): Promise<Phones> {
  const limits = engineLimits;
  const { exitCode, stdout } = await runEngine("t2p", [word], { directory, limits, signal, timeoutMs, maxOutputBytes });
  if (exitCode !== 0) throw new DomainError("engine_unavailable", `t2p ended with exit code ${exitCode}.`);
  const phones = stdout.toString("utf8").toUpperCase().replaceAll(/\d/g, "").split(/\s+/);
  // A schwa is the same phone as an unstressed AH in this model.
  return phones.flatMap((phone) => (phone === "" || phone === "PAU" ? [] : [phone === "AX" ? "AH" : phone])).join(" ");
}

/** Lines of a word, or `word(2)` for another way to say it, and its phones. */
async function readDictionary(path: string): Promise<Dictionary> {
  const words = new Map<string, Phones[]>();
  for (const line of (await readFile(path, "utf8")).split("\n")) {
    const end = line.indexOf(" ");
    if (end <= 0) continue;
    const variant = line.indexOf("(");
    const word = line.slice(0, variant > 0 && variant < end ? variant : end);
    const pronunciation = line.slice(end + 1).trim();
    const known = words.get(word);
    if (known === undefined) words.set(word, [pronunciation]);
    else known.push(pronunciation);
  }
  return words;
}

export const dictionaryIn = (modelDirectory: string): string => join(modelDirectory, "cmudict-en-us.dict");
