/** The text that is looked for, and what is to stand in its place. */
export interface Replacement {
  readonly wanted: string;
  readonly replacement: string;
  readonly matchCase: boolean;
}

export const noReplacement: Replacement = { wanted: "", replacement: "", matchCase: false };

/** A place of a text that is equal to another one. */
export interface FoundPlace {
  readonly from: number;
  readonly to: number;
}

/** The places of a text that are equal to another one, with or without regard to capitals. None overlap. */
export function findPlaces(text: string, wanted: string, matchCase: boolean): readonly FoundPlace[] {
  if (wanted === "") return [];
  const [within, sought] = matchCase ? [text, wanted] : [inSmallLetters(text), inSmallLetters(wanted)];
  const places: FoundPlace[] = [];
  for (let from = within.indexOf(sought); from >= 0; from = within.indexOf(sought, from + sought.length)) {
    places.push({ from, to: from + sought.length });
  }
  return places;
}

/** The text in small letters, as long as it is: a letter whose small one is longer stays. */
const inSmallLetters = (text: string): string =>
  Array.from(text, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  }).join("");

/** The text with a replacement at each of these places, which are in order. */
export function replacePlaces(text: string, places: readonly FoundPlace[], replacement: string): string {
  const begins = [0, ...places.map(({ to }) => to)];
  return begins.map((begin, index) => text.slice(begin, places[index]?.from)).join(replacement);
}
