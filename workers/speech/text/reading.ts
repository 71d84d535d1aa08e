import type { DateOrder } from "./date-order.ts";
import type { SpokenLanguage } from "./language.ts";
import type { Token } from "./tokens.ts";

/** A word that is to be read, with its neighbours. */
export interface Context {
  readonly tokens: readonly Token[];
  readonly index: number;
  readonly language: SpokenLanguage;
  readonly dateOrder: DateOrder;
}

/** The reading that is said instead of some words. */
export interface Reading {
  readonly said: string;
  /** The number of words that it stands for. */
  readonly used: number;
  /** The punctuation before; that of the first word when absent. */
  readonly lead?: string;
  /** The punctuation behind; that of the last word when absent. */
  readonly trail?: string;
  /** The blanks behind; those of the last word when absent. */
  readonly space?: string;
}

/** Reads what it knows, from the word at `index` on; null for anything else. */
export type Reader = (context: Context) => Reading | null;

export const tokenAt = ({ tokens, index }: Context, offset = 0): Token | undefined => tokens[index + offset];

/** The bare word some places further on, if no punctuation and no line is between; else empty. */
export function coreAfter(context: Context, offset: number): string {
  for (let at = 0; at < offset; at += 1) {
    const token = tokenAt(context, at);
    if (token === undefined || token.trail !== "" || token.space.includes("\n")) return "";
    if (tokenAt(context, at + 1)?.lead !== "") return "";
  }
  return tokenAt(context, offset)?.core ?? "";
}

/** The bare word before, in lower case; empty when a sentence or clause ended there. */
export function wordBefore(context: Context): string {
  const before = tokenAt(context, -1);
  return before === undefined || before.trail !== "" ? "" : before.core.toLowerCase();
}
