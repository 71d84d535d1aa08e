import { espeakPronounces, espeakVoiceName } from "#workers/speech/synthesis/phonemes/espeak-languages.ts";
import { phonemizeWords } from "#workers/speech/synthesis/phonemes/phonemize-clauses.ts";
import { type Sounds, soundsOf } from "./sound-distance.ts";

export interface PronounceOptions {
  /** A primary tag. */
  readonly language: string;
  /** A private folder. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

/** espeak-ng speaks so many in some milliseconds. */
const atOnce = 500;

/** One line without what would part it into clauses. */
const asLine = (text: string): string => text.replaceAll(/[^\p{L}\p{M}\p{N}'’&+%$€£]+/gu, " ").trim();

/** The sounds of texts as espeak-ng says them; those that it cannot say in this language are left out. */
export async function pronounce(
  texts: Iterable<string>,
  options: PronounceOptions,
): Promise<ReadonlyMap<string, Sounds>> {
  const { language } = options;
  const said = [...new Set(texts)].filter((text) => asLine(text) !== "" && espeakPronounces(asLine(text), language));
  const sounds = new Map<string, Sounds>();
  for (let from = 0; from < said.length; from += atOnce) {
    for (const [text, own] of await pronounceSome(said.slice(from, from + atOnce), options)) sounds.set(text, own);
  }
  return sounds;
}

/** Where espeak-ng finds another number of lines, each half is said by itself. */
async function pronounceSome(
  texts: readonly string[],
  options: PronounceOptions,
): Promise<readonly (readonly [string, Sounds])[]> {
  const reading = { ...options, text: "", voice: espeakVoiceName(options.language) };
  const printed = await phonemizeWords(texts.map(asLine), reading, (line) => line.trim());
  if (printed !== null) return texts.map((text, at) => [text, soundsOf(printed[at] ?? "")] as const);
  if (texts.length <= 1) return [];
  const middle = Math.ceil(texts.length / 2);
  return [
    ...(await pronounceSome(texts.slice(0, middle), options)),
    ...(await pronounceSome(texts.slice(middle), options)),
  ];
}
