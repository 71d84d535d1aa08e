import type { RecognizeOptions } from "#workers/speech/engine.ts";
import { digitRuns } from "./digit-runs.ts";
import { findAddresses, findIbans, findPans, findPassports } from "./find-codes.ts";
import { findEmails } from "./find-emails.ts";
import { behindCards, findCards } from "./find-cards.ts";
import {
  type CardText,
  countriesOf,
  findAadhaar,
  findCvv,
  findDigits,
  findExpiry,
  findPhones,
  findSsn,
} from "./find-numbers.ts";
import { leftOf } from "./stretches.ts";
import { inFigures, type Span, tokenOf } from "./tokens.ts";

type PersonalData = NonNullable<RecognizeOptions["redact"]>[number];

interface FoundData extends Span {
  readonly kind: PersonalData;
}

type Finder = (text: CardText) => readonly Span[];

/** The finders in their order: what one has found is nothing for the next. */
const finders: readonly (readonly [PersonalData, Finder])[] = [
  ["card", findCards],
  ["iban", findIbans],
  ["pan", findPans],
  ["ssn", findSsn],
  ["aadhaar", findAadhaar],
  ["passport", findPassports],
  ["ip", findAddresses],
  ["email", findEmails],
  ["cvv", findCvv],
  ["card_expiry", findExpiry],
  ["phone", findPhones],
  ["digits", findDigits],
];

export interface FindOptions {
  readonly kinds: readonly PersonalData[];
  /** The primary tags of the words. */
  readonly languages: readonly string[];
}

/** A word with its punctuation. */
export interface SaidWord {
  readonly written: string;
  /** The words of other channels between the word before and this one. */
  readonly asides?: readonly string[];
}

/**
 * Personal data of these kinds in the words of a text, in order. Each is found by its form and, where it has one, by its check, so a
 * name or an address of a street is not.
 */
export function findPersonalData(words: readonly SaidWord[], { kinds, languages }: FindOptions): readonly FoundData[] {
  const plain = words.map(({ written, asides = [] }) => ({
    ...tokenOf(written),
    asides: asides.map((aside) => tokenOf(aside).bare),
  }));
  const tokens = languages.includes("en")
    ? inFigures(plain)
    : plain.map((token, at) => ({ ...token, place: { from: at, to: at + 1 } }));
  const runs = digitRuns(tokens, languages);
  const countries = [...new Set(languages.flatMap(countriesOf))];
  const text = { tokens, countries, behindCards: behindCards({ tokens, runs, countries }) };
  const taken = new Set<number>();
  const found: FoundData[] = [];
  for (const [kind, find] of finders) {
    if (!kinds.includes(kind)) continue;
    for (const { from, to } of find({ ...text, runs: leftOf(runs, taken) })) {
      const own = Array.from({ length: to - from }, (_, at) => from + at);
      if (own.length === 0 || own.some((at) => taken.has(at))) continue;
      for (const at of own) taken.add(at);
      found.push({ kind, from: tokens[from]?.place.from ?? 0, to: tokens[to - 1]?.place.to ?? 0 });
    }
  }
  return found.toSorted((one, other) => one.from - other.from);
}
