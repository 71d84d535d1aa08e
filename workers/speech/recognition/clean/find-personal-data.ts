import type { RecognizeOptions } from "#workers/speech/engine.ts";
import { type DigitRun, digitRuns } from "./digit-runs.ts";
import { findAddresses, findIbans, findPans, findPassports } from "./find-codes.ts";
import { findEmails } from "./find-emails.ts";
import {
  countriesOf,
  findAadhaar,
  findCards,
  findCvv,
  findDigits,
  findExpiry,
  findPhones,
  findSsn,
  type NumberText,
} from "./find-numbers.ts";
import { inFigures, type Span, tokenOf } from "./tokens.ts";

type PersonalData = NonNullable<RecognizeOptions["redact"]>[number];

interface FoundData extends Span {
  readonly kind: PersonalData;
}

type Finder = (text: NumberText & { readonly runs: readonly DigitRun[] }) => readonly Span[];

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
  /** A primary tag: that of the words. */
  readonly language: string;
}

/**
 * Personal data of these kinds in the words of a text, in order. Each is found by its form and, where it has one, by its check, so a
 * name or an address of a street is not.
 *
 * @param words with their punctuation
 */
export function findPersonalData(words: readonly string[], { kinds, language }: FindOptions): readonly FoundData[] {
  const plain = words.map(tokenOf);
  const tokens =
    language === "en" ? inFigures(plain) : plain.map((token, at) => ({ ...token, place: { from: at, to: at + 1 } }));
  const text = { tokens, runs: digitRuns(tokens, language), countries: countriesOf(language) };
  const taken = tokens.map(() => false);
  const found: FoundData[] = [];
  for (const [kind, find] of finders) {
    if (!kinds.includes(kind)) continue;
    for (const { from, to } of find(text)) {
      if (from >= to || taken.slice(from, to).includes(true)) continue;
      taken.fill(true, from, to);
      found.push({ kind, from: tokens[from]?.place.from ?? 0, to: tokens[to - 1]?.place.to ?? 0 });
    }
  }
  return found.toSorted((one, other) => one.from - other.from);
}
