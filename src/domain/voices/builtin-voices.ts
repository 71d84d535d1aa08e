import type { voiceGenders, voiceQualities } from "#db/schema.ts";
import type { voiceAges } from "#db/voice-schema.ts";
import { defaultEnginesOf } from "#src/domain/engines/default-engines.ts";
import type { SynthesisEngineInfo } from "#src/domain/engines/offered-engines.ts";
import { uuidOf } from "#src/domain/stable-uuid.ts";
import { languageNames, synthesisLanguages } from "#src/domain/speech/languages.ts";
import type { KokoroVoice } from "./kokoro-english-voices.ts";
import { kokoroAccents, kokoroVoices, kokoroVoicesWithLimits } from "./kokoro-voices.ts";

/** The engines that speak built-in voices. */
export const synthesisEngines = ["kokoro", "piper", "flite", "espeak-ng", "remote-speech"] as const;

/** A description of how a voice sounds, in words that a search finds. */
export interface VoiceCharacter {
  /** Null where it is not known. */
  readonly age: (typeof voiceAges)[number] | null;
  /** Adjectives. */
  readonly tags: readonly string[];
  /** The work that it suits. */
  readonly useCases: readonly string[];
}

const unknownCharacter: VoiceCharacter = { age: null, tags: [], useCases: [] };

/** A voice that comes with the service: a row of the catalogue, owned by no account. */
export interface BuiltinVoice extends VoiceCharacter {
  /** The same on every machine. */
  readonly id: string;
  readonly name: string;
  /** Primary tag. */
  readonly language: string;
  readonly description: string;
  readonly engine: (typeof synthesisEngines)[number];
  /** The engine's own name for it. */
  readonly engineVoice: string;
  /** Null where it is not known, as of voices of a speech server. */
  readonly gender: (typeof voiceGenders)[number] | null;
  /** As an adjective in English; null where its language has no other here. */
  readonly accent: string | null;
  readonly quality: (typeof voiceQualities)[number];
  /** The licence of the voice's data: an SPDX identifier where there is one. */
  readonly licence: string;
  /** It speaks for those who know it, and is listed last. */
  readonly deprecated: boolean;
}

const voiceId = (engine: string, engineVoice: string, language: string): string =>
  uuidOf(`${engine}/${engineVoice}/${language}`);

/** The facts of a voice without its id; how it sounds is left out where it is not known. */
export type VoiceFacts = Omit<BuiltinVoice, "id" | keyof VoiceCharacter> & Partial<VoiceCharacter>;

/** A voice with its id. */
export const builtinVoice = (voice: VoiceFacts): BuiltinVoice => ({
  id: voiceId(voice.engine, voice.engineVoice, voice.language),
  ...unknownCharacter,
  ...voice,
});

const kokoroVoice = ({ engineVoice, ...voice }: KokoroVoice): BuiltinVoice => {
  const origin = Object.entries(kokoroAccents).find(([letter]) => engineVoice.startsWith(letter));
  if (origin === undefined) throw new Error(`The language of ${engineVoice} is not known.`);
  const [, { language, accent }] = origin;
  const gender = engineVoice.charAt(1) === "f" ? "female" : "male";
  return builtinVoice({
    ...{ age: "adult", ...voice, language, engine: "kokoro", engineVoice, gender, accent, quality: "natural" },
    licence: "Apache-2.0",
    deprecated: false,
  });
};

/** The first is the default for English without Kokoro. */
const fliteVoices = [
  ["rms", "Ray", "male", "American", "Recorded speech in pieces; the clearest of its kind."],
  ["slt", "Sally", "female", "American", "Recorded speech in pieces."],
  ["awb", "Alan", "male", "Scottish", "Recorded speech in pieces."],
  ["kal16", "Kal", "male", "American", "Robotic, from an early recording."],
] as const;

const fliteVoice = ([engineVoice, name, gender, accent, remark]: (typeof fliteVoices)[number]): BuiltinVoice =>
  builtinVoice({
    ...{ name, language: "en", engine: "flite", engineVoice, gender, accent },
    quality: engineVoice === "kal16" ? "basic" : "standard",
    description: remark,
    licence: "CMU Flite (BSD style)",
    deprecated: engineVoice === "kal16",
  });

/** espeak-ng's own names of voices, where they are not the primary tag. */
const espeakNames: Readonly<Record<string, string>> = { en: "en-us", fr: "fr-fr", no: "nb", zh: "cmn-latn-pinyin" };

/** espeak-ng's variant that is nearest to a woman's pitch and formants. */
const femaleVariant = "+f2";

const espeakVoice = (language: string, gender: BuiltinVoice["gender"]): BuiltinVoice =>
  builtinVoice({
    name: `${languageNames[language] ?? language}${gender === "male" ? "" : " (female)"}`,
    language,
    description:
      gender === "male"
        ? "Robotic: a low voice of a man, clear and fast."
        : "Robotic: a higher voice of a woman, clear and fast.",
    engine: "espeak-ng",
    engineVoice: `${espeakNames[language] ?? language}${gender === "male" ? "" : femaleVariant}`,
    gender,
    accent: language === "en" ? "American" : null,
    quality: "basic",
    licence: "GPL-3.0-or-later",
    deprecated: false,
  });

/** The first of a language is its default where Kokoro is there. */
const bestVoices: readonly BuiltinVoice[] = kokoroVoices.map(kokoroVoice);

/** The first of a language whose engine is there is its default where there is no better one. */
const otherVoices: readonly BuiltinVoice[] = [
  ...fliteVoices.map(fliteVoice),
  ...synthesisLanguages.map((language) => espeakVoice(language, "male")),
  ...synthesisLanguages.map((language) => espeakVoice(language, "female")),
  ...kokoroVoicesWithLimits.map(kokoroVoice),
];

/** Every built-in voice that is known without its engine. */
export const builtinVoices: readonly BuiltinVoice[] = [...bestVoices, ...otherVoices];

const spokenWithoutModels: readonly SynthesisEngineInfo[] = defaultEnginesOf("synthesis");

/**
 * The voice that speaks a language when none is named, by primary tag: the best one of the engines that are offered. The
 * English one for a language without.
 */
export const defaultVoiceId = (language: string, engines = spokenWithoutModels): string => {
  const found =
    firstOf(bestVoices, language, engines) ??
    preferredVoice(language, engines) ??
    firstOf(otherVoices, language, engines) ??
    firstOf(otherVoices, language, spokenWithoutModels);
  return found ?? (language === "en" ? "" : defaultVoiceId("en", engines));
};

function firstOf(
  voices: readonly BuiltinVoice[],
  language: string,
  engines: readonly SynthesisEngineInfo[],
): string | undefined {
  const spoken = voices.filter((voice) => voice.language === language);
  return spoken.find(({ engine }) => engines.some(({ name }) => name === engine))?.id;
}

/** Finds the preferred voice of an engine that knows its voices only when it runs. */
function preferredVoice(language: string, engines: readonly SynthesisEngineInfo[]): string | undefined {
  const [preferred] = engines.flatMap(({ name, preferredVoices }) => {
    const voice = preferredVoices?.[language];
    return voice === undefined ? [] : [voiceId(name, voice, language)];
  });
  return preferred;
}

/** The default voices of all languages. */
export const defaultVoiceIds = (engines: readonly SynthesisEngineInfo[]): readonly string[] => {
  const preferred = engines.flatMap(({ preferredVoices = {} }) => Object.keys(preferredVoices));
  return [...new Set([...synthesisLanguages, ...preferred])].map((language) => defaultVoiceId(language, engines));
};
