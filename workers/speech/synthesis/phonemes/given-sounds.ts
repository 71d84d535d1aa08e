import type { FindSounds } from "#workers/speech/engine.ts";

/** A stretch of a clause: its text, and its sounds as espeak-ng prints them where a caller has given them. */
export interface Piece {
  readonly text: string;
  readonly sounds?: string;
}

const sounding = /[\p{L}\p{N}\p{S}]/u;
const possessive = /^['’]s(?![\p{L}\p{N}])/u;

/** The `s` of a possessive behind an English sound. */
function endingOf(sounds: string): string {
  if (/[szʃʒ]$/u.test(sounds)) return "ɪz";
  return /[ptkfθ]$/u.test(sounds) ? "s" : "z";
}

/** A clause cut around the words whose sounds are given; what has no sound is left out. */
export function cutAtSounds(
  text: string,
  { voice, findSounds }: { readonly voice: string; readonly findSounds?: FindSounds | undefined },
): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { from, to, ipa } of findSounds?.(text) ?? []) {
    pieces.push({ text: text.slice(at, from) });
    const isPossessive = voice.startsWith("en") && possessive.test(text.slice(to, to + 3));
    const sounds = espeakSounds(ipa, voice);
    pieces.push({ text: text.slice(from, to), sounds: isPossessive ? `${sounds}${endingOf(sounds)}` : sounds });
    at = isPossessive ? to + 2 : to;
  }
  if (at === 0 && pieces.length === 0) return [{ text }];
  pieces.push({ text: text.slice(at) });
  return pieces.filter((piece) => piece.sounds !== undefined || sounding.test(piece.text)).map(trimmed);
}

const trimmed = (piece: Piece): Piece => ({ ...piece, text: piece.text.trim() });

type Replacements = readonly (readonly [of: RegExp, by: string])[];

/** The signs of one sound, which espeak-ng ties (`--tie=^`), and signs that stand for others. */
const general: Replacements = [
  [/[/[\]()]/gu, ""],
  [/[\u0361\u035C]/gu, "^"],
  [/['’]/gu, "ˈ"],
  [/:/gu, "ː"],
  [/g/gu, "ɡ"],
  [/[.‿|]/gu, ""],
  [/ʧ/gu, "t^ʃ"],
  [/ʤ/gu, "d^ʒ"],
  [/t(?=ʃ)/gu, "t^"],
  [/d(?=ʒ)/gu, "d^"],
  // espeak-ng has the stress before the vowel, dictionaries before the syllable.
  [/([ˈˌ])([^\sˈˌaeiouyæɑɒɐəɚɛɜɝɪɨɔøœʊʉʌɤɯʏɵɞᵻ]+)(?=[aeiouyæɑɒɐəɚɛɜɝɪɨɔøœʊʉʌɤɯʏɵɞᵻ])/gu, "$2$1"],
  [/\s+/gu, " "],
];

/** English dictionaries write `e` and `a` for the vowels of "dress" and "trap". */
const english: Replacements = [
  [/([aeo])(?=[ɪʊ])/gu, "$1^"],
  [/([ɔə])(?=[ɪʊ])/gu, "$1^"],
  [/e(?![\^ː])/gu, "ɛ"],
  [/a(?![\^ː])/gu, "æ"],
  [/ɝ/gu, "ɜː"],
  [/r/gu, "ɹ"],
];

/** IPA as people write it, in the notation in which espeak-ng prints it. */
function espeakSounds(ipa: string, voice: string): string {
  const replacements = voice.startsWith("en") ? [...general, ...english] : general;
  return replacements.reduce((sounds, [of, by]) => sounds.replaceAll(of, by), ipa.normalize("NFD")).trim();
}
