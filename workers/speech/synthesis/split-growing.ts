import { type Seam, type TextSegment, clauseEnds } from "./split-text.ts";

/** A piece of a text that is spoken while those before it sound. */
export interface GrowingPiece {
  readonly text: string;
  readonly seam: Seam | "phrase" | null;
}

/** A first piece up to this is heard soon enough; fewer letters have neither a melody nor a level. */
const [shortestFirst, longestFirst] = [10, 20] as const;
/** The fewest letters of a later piece, and of what is left behind a cut. */
const shortestLater = 20;
const wordsOfPiece = 2;

/** A phrase begins with these in English, where a voice may rest a little; they are no words of the other languages. */
const phrases =
  /(?<=\s)(?:and|because|while|when|where|unless|although|though|since|until|before|which|who|whose)\s/giu;

interface Cut {
  /** The letters before it. */
  readonly at: number;
  readonly seam: "clause" | "phrase";
}

/** The places where a sentence may be cut: behind the signs of clauses, and before English words that begin a phrase. */
function cutsOf(text: string): readonly Cut[] {
  const clauses = clauseEnds(text).map((at): Cut => ({ at, seam: "clause" }));
  const begins = Array.from(text.matchAll(phrases), ({ index: at }): Cut => ({ at, seam: "phrase" }));
  const known = new Set(clauses.map(({ at }) => at));
  return [...clauses, ...begins.filter(({ at }) => !known.has(at))].toSorted((one, other) => one.at - other.at);
}

const wordsIn = (text: string): number => text.trim().split(/\s+/u).length;

/** Chooses the last place up to so many letters, else the first behind them; null where there is none. */
function chooseCut(text: string, { shortest, longest }: { readonly shortest: number; readonly longest: number }) {
  if (text.length <= longest) return null;
  const isFit = ({ at }: Cut): boolean =>
    at >= shortest && text.length - at >= shortestLater && wordsIn(text.slice(0, at)) >= wordsOfPiece;
  const fit = cutsOf(text).filter(isFit);
  return fit.findLast(({ at }) => at <= longest) ?? fit[0] ?? null;
}

/**
 * Cuts the sentences of a text so that the first piece is short, and each later one is made while those before it sound: an engine speaks
 * twice as fast as one listens, so a piece may have as many letters as all before it and the first once more. The pieces joined give
 * the text.
 */
export function splitGrowing(sentences: readonly TextSegment[]): readonly GrowingPiece[] {
  const pieces: GrowingPiece[] = [];
  let [spoken, first] = [0, 0];
  const limits = () =>
    spoken === 0
      ? { shortest: shortestFirst, longest: longestFirst }
      : { shortest: shortestLater, longest: Math.max(shortestLater, spoken + first) };
  const add = (piece: GrowingPiece): void => {
    pieces.push(piece);
    spoken += piece.text.length;
    if (first === 0) first = piece.text.length;
  };
  for (const { text, seam } of sentences) {
    let rest = text;
    for (let cut = chooseCut(rest, limits()); cut !== null; cut = chooseCut(rest, limits())) {
      add({ text: rest.slice(0, cut.at), seam: cut.seam });
      rest = rest.slice(cut.at);
    }
    add({ text: rest, seam });
  }
  return pieces;
}
