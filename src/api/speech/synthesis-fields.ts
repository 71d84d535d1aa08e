import { z } from "zod";
import { type AudioFormat, audioFormats } from "#db/schema.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import { callbackField } from "#src/api/callbacks/callback-field.ts";
import { dictionariesOf, pronunciationFields } from "#src/api/validation/pronunciation.ts";
import type { RequestContext } from "#src/api/route.ts";
import { boolean } from "#src/api/validation/boolean.ts";
import { regionalLanguage } from "#src/api/validation/language.ts";
import { literal } from "#src/api/validation/literal.ts";
import { valueError } from "#src/api/validation/fault.ts";
import { number } from "#src/api/validation/number.ts";
import { text } from "#src/api/validation/text.ts";
import { uuid } from "#src/api/validation/uuid.ts";
import { requireNamedVoice } from "#src/domain/voices/find-named-voice.ts";
import { synthesisLanguages } from "#src/domain/speech/languages.ts";
import type { GivenSynthesisOptions } from "#src/domain/speech/synthesis-options.ts";
import { bitRate, checkEncoding, sampleRate } from "./audio-encoding.ts";
import { checkMarkup, inputType, synthesisText } from "#src/api/validation/synthesis-text.ts";

const spokenLanguage = regionalLanguage({ supported: synthesisLanguages, max: 10 })
  .optional()
  .meta({
    description:
      "A language tag. When it is absent, that of the voice; without one, or with one of English, the language of the text " +
      "where it is clearly another one, else `en`. The answer says which. Its region decides how 05/06/2024 is read: " +
      "month first with `en-US`, day first with `en-GB`; without a region, month first by voices with an American accent.",
  });

/** Characters: the longest name of a voice. */
const voiceNameMax = 100;

/** Characters. */
export const demoTextMax = 500;
/** Characters. */
export const synthesisTextMax = 5000;

export const demoSynthesisBody = z
  .object({
    text: synthesisText(demoTextMax),
    input_type: inputType,
    voice_id: uuid().optional(),
    language: spokenLanguage,
  })
  .check(checkMarkup);

const synthesisFields = z.object({
  text: synthesisText(synthesisTextMax),
  input_type: inputType,
  voice_id: uuid().optional(),
  voice: text({ min: 1, max: voiceNameMax }).optional(),
  language: spokenLanguage,
  speed: number({ min: 0.5, max: 2 }).default(1),
  format: literal(audioFormats)
    .optional()
    .meta({
      description:
        "The default is what `Accept` asks for, or else `wav`. `ogg` holds Opus, `aac` is ADTS; `pcm` (16 bits, little-endian), " +
        "`mulaw` and `alaw` have no header.",
    }),
  sample_rate: sampleRate,
  bit_rate: bitRate,
  callback_url: callbackField,
  word_timestamps: boolean().default(false).meta({
    description: "Whether to say when each word is spoken: `words` of the answer and of the request.",
  }),
  ...pronunciationFields,
});

/** The options of speech, each from the field of its own. @param accepted the format that the call accepts, for a body that names none */
export const synthesisOptionsOf = (
  body: z.output<typeof synthesisFields>,
  accepted: AudioFormat | null,
): Required<Omit<GivenSynthesisOptions, "pronunciations">> => ({
  inputType: body.input_type,
  speed: body.speed,
  format: body.format ?? accepted ?? undefined,
  sampleRate: body.sample_rate,
  bitRate: body.bit_rate,
  wordTimestamps: body.word_timestamps,
  // A text goes on over a socket only.
  continues: undefined,
});

const twice = valueError("Send voice or voice_id, not both");

/** A voice is named once. */
function checkVoice({
  value,
  issues,
}: z.core.ParsePayload<Pick<z.output<typeof synthesisFields>, "voice" | "voice_id">>) {
  if (value.voice === undefined || value.voice_id === undefined) return;
  issues.push({ code: "custom", path: ["voice"], message: twice.msg, params: twice, input: value.voice });
}

const synthesisBodyIn = (usual: AudioFormat) =>
  synthesisFields.check(checkMarkup).check(checkEncoding(usual)).check(checkVoice);
const synthesisBodies = new Map(audioFormats.map((format) => [format, synthesisBodyIn(format)]));

export const synthesisBody = synthesisBodyIn("wav");
/** The same where the call accepts audio of a format, which a body without `format` then has. */
export const synthesisBodyFor = (accepted: AudioFormat | null) =>
  synthesisBodies.get(accepted ?? "wav") ?? synthesisBody;

/** The fields that the price of a text depends on. */
export const estimateBody = synthesisFields
  .pick({ text: true, input_type: true, voice_id: true, voice: true, language: true })
  .extend(pronunciationFields)
  .check(checkMarkup)
  .check(checkVoice);

/** A text with what its caller chose of how it is read. @throws DomainError `voice_not_found` */
export async function textOf(
  body: z.output<typeof estimateBody>,
  { userId }: Pick<Caller, "userId">,
  { resources, engines }: Pick<RequestContext, "resources" | "engines">,
) {
  const { synthesis } = await engines.current();
  const named = body.voice === undefined ? null : await requireNamedVoice(resources, { name: body.voice, userId });
  const { text: written, language: tag } = body;
  const chosen = { language: tag, voiceId: body.voice_id ?? named?.id, dictionaries: dictionariesOf(body) };
  return { userId, text: written, ...chosen, engines: synthesis };
}
