import { createHash } from "node:crypto";
import { languageNames, synthesisLanguages } from "#src/domain/speech/languages.ts";

/** A voice that comes with the service: a row of the catalogue, owned by nobody. */
export interface BuiltinVoice {
  /** The same on every machine. */
  readonly id: string;
  readonly name: string;
  /** Primary tag. */
  readonly language: string;
  readonly description: string;
  readonly engine: "flite" | "espeak-ng";
  /** The engine's own name for it. */
  readonly engineVoice: string;
}

/** Names the voices among all UUIDs; made up once, at random. */
const namespace = Buffer.from("6f1d2c3b58a94e0c9a3f0d7e4b21c865", "hex");

/** UUID version 5 (RFC 9562, section 5.5). */
const uuidOf = (name: string): string => {
  const bytes = createHash("sha1").update(namespace).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
};

const builtinVoice = (voice: Omit<BuiltinVoice, "id">): BuiltinVoice => ({
  id: uuidOf(`${voice.engine}/${voice.engineVoice}/${voice.language}`),
  ...voice,
});

/** The first is the default for English. */
const fliteVoices = [
  ["rms", "Ray", "Male, American English. Natural, clearest of all built-in voices."],
  ["slt", "Sally", "Female, American English. Natural."],
  ["awb", "Alan", "Male, Scottish English. Natural."],
  ["kal16", "Kal", "Male, American English. Synthetic, from diphones."],
] as const;

/** espeak-ng's own names of voices, where they are not the primary tag. */
const espeakNames: Readonly<Record<string, string>> = { en: "en-us", fr: "fr-fr", no: "nb", zh: "cmn-latn-pinyin" };

/** Languages with a female voice, too. */
const majorLanguages: readonly string[] =
  "ar bn cs da de el en es fa fi fr gu he hi hu id it ja kn ko ml mr nl no pa pl pt ro ru sv sw ta te th tr uk ur vi zh".split(
    " ",
  );

/** espeak-ng's variant that is nearest to a woman's pitch and formants. */
const femaleVariant = "f2";

const espeakVoice = (language: string, variant: string): BuiltinVoice =>
  builtinVoice({
    name: `${languageNames[language] ?? language}${variant === "" ? "" : " (female)"}`,
    language,
    description: `${variant === "" ? "Male" : "Female"}. Synthetic, from formants.`,
    engine: "espeak-ng",
    engineVoice: `${espeakNames[language] ?? language}${variant}`,
  });

/** Every built-in voice; the first of a language is its default. */
export const builtinVoices: readonly BuiltinVoice[] = [
  ...fliteVoices.map(([engineVoice, name, description]) =>
    builtinVoice({ name, language: "en", description, engine: "flite", engineVoice }),
  ),
  ...synthesisLanguages.map((language) => espeakVoice(language, "")),
  ...majorLanguages.map((language) => espeakVoice(language, `+${femaleVariant}`)),
];

const defaults: ReadonlyMap<string, string> = new Map(
  builtinVoices.toReversed().map(({ language, id }) => [language, id] as const),
);

/** The voice that speaks a language when none is named, by primary tag; the English one for a language without. */
export const defaultVoiceId = (language: string): string => defaults.get(language) ?? defaults.get("en") ?? "";
