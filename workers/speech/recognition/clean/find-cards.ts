import { isCard, isIssued } from "./checks.ts";
import { type DigitRun, digitsOf } from "./digit-runs.ts";
import { findIbans } from "./find-codes.ts";
import { findAadhaar, findPhones, findSsn, type NumberText } from "./find-numbers.ts";
import { isOneRow, leftOf, spanOf, startOf, stretches, wholesIn, wordsOf } from "./stretches.ts";
import { cueOf, isAfter, type Span, type Token } from "./tokens.ts";

const cues = {
  card: cueOf(
    "card credit debit visa mastercard amex maestro rupay karte kreditkarte karten tarjeta carte carta cartão kaart कार्ड",
    12,
  ),
  number: cueOf("number numbers nummer número numéro numero नंबर", 6),
  /** Long numbers that are none of a card. */
  other: cueOf("order tracking invoice reference serial ticket version case parcel shipment isbn", 6),
};

/** The digits of a number that is taken for one of a card though its check fails. Recognisers leave out some of a row of the same digit. */
const least = 12;
const longest = 19;
/** Digits of nearly all cards that are in use. Of a row of single digits some of another length pass the check by chance. */
const usualLengths: ReadonlySet<number> = new Set([15, 16]);

/** Payment cards: by prefix, length and Luhn's check, and those that were misheard. */
export function findCards(text: NumberText): readonly Span[] {
  const checked = stretches(text.runs, {
    ...{ least: 13, most: longest },
    isFound: (digits, figures, { before, after }) =>
      isCard(digits) &&
      (usualLengths.has(digits.length) || !(isOneRow(before, figures[0]) || isOneRow(figures.at(-1), after))),
  });
  const left = leftOf(text.runs, wordsOf(checked));
  const misheard = left.flatMap((run) => misheardIn(run, text.tokens));
  return [...checked, ...withoutOthers(misheard, text)];
}

/** The numbers of a run that are taken for cards though their check fails. */
function misheardIn(run: DigitRun, tokens: readonly Token[]): readonly Span[] {
  const isNamed = isAfter(tokens, startOf(run), cues.card);
  const homophone = isNamed ? digitBefore(run, tokens) : 0;
  const lengthOf = (figures: DigitRun): number =>
    digitsOf(figures).length + (startOf(figures) === startOf(run) ? homophone : 0);
  if (lengthOf(run) < least) return [];
  const mayBe = (figures: DigitRun): boolean =>
    lengthOf(figures) >= least && (isNamed || isDictated(figures, run, tokens)) && !isSorted(figures);
  return wholesIn(run, {
    most: longest,
    find: (figures) => (mayBe(figures) ? figures : null),
    findAlone: (piece) => (usualLengths.has(digitsOf(piece).length) && mayBe(piece) ? piece : null),
  }).map((figures) => {
    const { from, to } = spanOf(figures);
    return { from: from === startOf(run) ? from - homophone : from, to };
  });
}

/** The words that are heard in place of `four` and `two`. */
const homophones: ReadonlySet<string> = new Set(["for", "to", "too"]);

/** 1 where a word before a run of figures sounds like a digit. */
const digitBefore = (run: DigitRun, tokens: readonly Token[]): number =>
  homophones.has(tokens[startOf(run) - 1]?.bare ?? "") ? 1 : 0;

/** The digits with which numbers of cards begin. */
const firstDigit = /^[234568]/;

/** Whether figures have the form of a card without a word for one: digit by digit, with a prefix and a length that are in use, or as a number in groups. */
function isDictated(figures: DigitRun, run: DigitRun, tokens: readonly Token[]): boolean {
  const isOther = [figures, run].some((some) => isAfter(tokens, startOf(some), cues.other));
  if (isOther || figures.some(({ isQuantity, isInternational }) => isQuantity || isInternational)) return false;
  const singles = figures.filter(({ digits }) => digits.length === 1).length;
  const isNumber = figures.length > 2 && isAfter(tokens, startOf(figures), cues.number);
  const isSpelled = 3 * singles >= 2 * figures.length && firstDigit.test(digitsOf(figures)) && !isCounted(figures);
  return isSpelled || isIssued(digitsOf(figures)) || isNumber;
}

const stepsOf = (figures: DigitRun): readonly number[] =>
  figures.slice(1).map(({ digits }, index) => Number(digits) - Number(figures[index]?.digits));

/** Whether figures go up or down, as years and prices do. */
function isSorted(figures: DigitRun): boolean {
  const steps = stepsOf(figures);
  return steps.length > 1 && (steps.every((step) => step > 0) || steps.every((step) => step < 0));
}

/** Whether most figures are one more than the last, or one less. */
function isCounted(figures: DigitRun): boolean {
  const steps = stepsOf(figures);
  return [1, -1].some((by) => 3 * steps.filter((step) => step === by).length >= 2 * steps.length);
}

/** The misheard cards that are more than other things side by side, which have a check or a form of their own. */
function withoutOthers(misheard: readonly Span[], text: NumberText): readonly Span[] {
  if (misheard.length === 0) return [];
  const others = [findIbans, findAadhaar, findSsn, findPhones].map((find) => wordsOf(find(text)));
  const isOther = (span: Span): boolean => others.some((words) => [...wordsOf([span])].every((at) => words.has(at)));
  return misheard.filter((span) => !isOther(span));
}

/** The figures that follow a payment card in its run: the date on which it ends and its security code. */
export function behindCards(text: NumberText): readonly DigitRun[] {
  const cards = findCards(text);
  const ends = new Set(cards.map(({ to }) => to));
  const begins = new Set(text.runs.map(startOf));
  return leftOf(text.runs, wordsOf(cards)).filter((run) => ends.has(startOf(run)) && !begins.has(startOf(run)));
}
