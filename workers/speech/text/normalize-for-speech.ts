import type { DateOrder } from "./date-order.ts";
import { normalizeText } from "./normalize-text.ts";
import { languageOfScript, splitByScript } from "./script-runs.ts";
import { cleanCharacters } from "./clean-characters.ts";
import { languageOf, readText } from "./read-text.ts";

/** Languages in the Latin script among those with tables; a text in another script has its own. */
const latin = /\p{Script=Latin}/u;

/**
 * The language a stretch in one script is read in. Latin letters are read in any language, and a stretch without letters in
 * that of the text.
 */
function languageOfRun(run: string, language: string): string {
  const own = languageOfScript(run);
  if (own === null || latin.test(run) || usesScriptOf(language, own)) return language;
  return own;
}

/** Languages without tables of their own read no more than money and addresses, whatever the script: theirs stays. */
const usesScriptOf = (language: string, own: string): boolean => language === own || languageOf(language) === null;

interface Run {
  readonly text: string;
  readonly language: string;
}

function runsOf(text: string, language: string): readonly Run[] {
  const runs: Run[] = [];
  for (const piece of splitByScript(text)) {
    const own = languageOfRun(piece, language);
    const before = runs.at(-1);
    if (before?.language === own) runs[runs.length - 1] = { text: `${before.text}${piece}`, language: own };
    else runs.push({ text: piece, language: own });
  }
  return runs;
}

const greekNames: Readonly<Record<string, string>> = {
  α: "alpha",
  β: "beta",
  γ: "gamma",
  δ: "delta",
  Δ: "delta",
  ε: "epsilon",
  θ: "theta",
  λ: "lambda",
  π: "pi",
  σ: "sigma",
  Σ: "sigma",
  φ: "phi",
  ω: "omega",
};

/**
 * Single Greek letters are signs elsewhere: of units, `µ` and `Ω`, as the tables of units have them, and else by their
 * names. In a row they are Greek.
 */
const nameGreekLetters = (text: string): string =>
  text
    .replaceAll("\u2206", "\u0394")
    .replaceAll(/(?<!\p{Script=Greek})\p{Script=Greek}(?!\p{Script=Greek})/gu, (letter, at: number) => {
      if (letter === "\u03BC") return "\u00B5";
      if (letter === "\u03A9") return "ohm";
      const name = greekNames[letter];
      if (name === undefined) return letter;
      const before = /[\p{L}\d]/u.test(text[at - 1] ?? "") ? " " : "";
      const behind = /\p{L}/u.test(text[at + 1] ?? "") ? " " : "";
      return `${before}${name}${behind}`;
    });

/** Letters of languages with tables are Greek as signs alone. */
const namedSigns = (text: string, language: string): string =>
  languageOf(language) === null ? text : nameGreekLetters(text);

/**
 * A text as it is to be spoken: what is not words (numbers, money, dates, units, abbreviations, addresses, signs) in the words
 * of the language, emoji and characters that cannot be read left out. Takes time in proportion to the text.
 * @param dateOrder of dates in figures; those in the script of another language are read day first
 */
export const normalizeForSpeech = (text: string, language: string, dateOrder: DateOrder = "dmy"): string =>
  runsOf(namedSigns(cleanCharacters(normalizeText(text)), language), language)
    .map((run) => readText(run.text, run.language, run.language === language ? dateOrder : "dmy"))
    .join("");
