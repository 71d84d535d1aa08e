import type { z } from "zod";
import type { AudioFormat } from "#db/schema.ts";
import { type ignored, neverNamed, unless } from "#src/api/dialects/ignored-options.ts";
import type { Spoken } from "#src/api/dialects/speech-input.ts";
import { checkEncoding } from "#src/api/speech/audio-encoding.ts";
import { regionalLanguage } from "#src/api/validation/language.ts";
import { literal } from "#src/api/validation/literal.ts";
import { integerAmong, number } from "#src/api/validation/number.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import { text } from "#src/api/validation/text.ts";
import { audioFormatFacts, type WantedEncoding } from "#src/domain/speech/audio-formats.ts";
import type { EngineUnion } from "#src/domain/engines/offered-engines.ts";
import { primaryTag } from "#src/domain/speech/language-tag.ts";
import { synthesisLanguages } from "#src/domain/speech/languages.ts";
import { speakerVoice, usualSpeaker } from "./aliases.ts";

/** Characters. */
const nameMax = 255;
const tagMax = 35;

const codecNames = ["mp3", "linear16", "mulaw", "alaw", "opus", "flac", "aac", "wav"] as const;
type Codec = (typeof codecNames)[number];

/** Our formats, by Sarvam's codecs. */
const formats: Readonly<Record<Codec, AudioFormat>> = {
  ...{ mp3: "mp3", linear16: "pcm", mulaw: "mulaw", alaw: "alaw", opus: "ogg", flac: "flac", aac: "aac", wav: "wav" },
};

const sampleRates = [8_000, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;
const bitRates = ["32k", "64k", "96k", "128k", "192k"] as const;

const spokenLanguage = regionalLanguage({ supported: synthesisLanguages, max: tagMax }).optional();

/** The fields that say who speaks, and how it is encoded, in a body and in a message. */
export const speechFields = {
  language_code: spokenLanguage.meta({
    description:
      "`hi-IN`, `od-IN` and the like, or any other tag; when absent, the language of the text where it is clearly not English, else that of the voice.",
    examples: ["hi-IN"],
  }),
  target_language_code: spokenLanguage.meta({
    description: "The same by its older name, where `language_code` is absent.",
    examples: ["hi-IN"],
  }),
  speaker: text({ min: 1, max: nameMax })
    .optional()
    .meta({
      description: "One of Sarvam's names, or the id or name of a voice of the account or of a built-in one.",
      examples: ["shubh"],
    }),
  model: text({ max: nameMax })
    .optional()
    .meta({
      description: "Any name: the voice decides which engine speaks.",
      examples: ["bulbul:v3"],
    }),
  pace: number({ min: 0.3, max: 3 }).optional().meta({ description: "Spoken within 0.5 and 2; 1 when absent." }),
  speech_sample_rate: integerAmong(sampleRates)
    .optional()
    .meta({ description: "Hz, of those that the codec can have; its own, next to Sarvam's default, when absent." }),
  dict_id: uuid()
    .optional()
    .meta({
      description: "Id of a pronunciation dictionary, which comes before those that every text uses.",
      examples: ["0f8fad5b-d9cb-469f-a165-70867728950e"],
    }),
  output_audio_codec: literal(codecNames).optional().meta({
    description: "`linear16` (16 bits), `mulaw` and `alaw` have no header; `opus` is Ogg/Opus, `aac` is ADTS.",
  }),
};

export const bitRateField = literal(bitRates)
  .optional()
  .meta({ description: "Bits per second of MP3, AAC and Opus, as far as they have them at the sample rate." });

interface Asked {
  readonly output_audio_codec?: Codec | undefined;
  readonly speech_sample_rate?: number | undefined;
  readonly output_audio_bitrate?: (typeof bitRates)[number] | undefined;
}

/** The defaults of a call: its codec, and Hz. */
export interface UsualEncoding {
  readonly codec: Codec;
  readonly sampleRate: number;
}

/** Refuses a sample rate that the codec cannot have. */
export const checkRate =
  (usual: UsualEncoding) =>
  ({ value, issues }: z.core.ParsePayload<Asked>): void => {
    const { format } = encodingOf(value, usual);
    const found: z.core.ParsePayload["issues"] = [];
    checkEncoding(format)({ value: { format, sample_rate: value.speech_sample_rate }, issues: found });
    issues.push(...found.map((issue) => ({ ...issue, path: ["speech_sample_rate"] })));
  };

/** The encoding that is asked for. */
export function encodingOf(
  { output_audio_codec: codec, speech_sample_rate: hertz, output_audio_bitrate: asked }: Asked,
  usual: UsualEncoding,
): WantedEncoding {
  const format = formats[codec ?? usual.codec];
  const facts = audioFormatFacts[format];
  const usualRate = facts.sampleRates.includes(usual.sampleRate) ? usual.sampleRate : facts.defaultSampleRate;
  const sampleRate = hertz ?? usualRate;
  if (facts.bitRates === null || asked === undefined) return { format, sampleRate };
  const { min, max } = facts.bitRates(sampleRate);
  return { format, sampleRate, bitRate: Math.min(Math.max(Number.parseInt(asked, 10) * 1000, min), max) };
}

/** The pronunciation dictionaries that a text uses. */
export const dictionariesOf = ({ dict_id: id }: { readonly dict_id?: string | undefined }) => ({
  ...{ isUsual: true, named: id === undefined ? [] : [id] },
});

/** Rules for the options of a body or a message that have no effect. */
export const speechRules = {
  ...{ pitch: unless("0"), loudness: unless("1"), temperature: unless("0.6") },
  // Texts are always normalized, and equal ones come from the cache where there is one.
  ...{ enable_preprocessing: neverNamed, enable_cached_responses: neverNamed },
} satisfies NonNullable<ReturnType<typeof ignored.get>>;

interface AskedVoice {
  readonly language_code?: string | undefined;
  readonly target_language_code?: string | undefined;
  readonly speaker?: string | undefined;
  readonly model?: string | undefined;
}

/** The voice and the language that are asked for. */
export function voiceOf(
  { language_code: code, target_language_code: older, speaker, model }: AskedVoice,
  { synthesis: engines }: Pick<EngineUnion, "synthesis">,
): Pick<Spoken, "voice" | "languageTag"> {
  const languageTag = code ?? older;
  const language = languageTag === undefined ? undefined : (primaryTag(languageTag) ?? undefined);
  return { voice: speakerVoice(speaker ?? usualSpeaker(model), { language, engines }), languageTag };
}
