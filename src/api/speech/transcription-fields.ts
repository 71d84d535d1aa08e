import { z } from "zod";
import { transcriptFormats } from "#db/engine-schema.ts";
import { callbackField } from "#src/api/callbacks/callback-field.ts";
import type { FormFields } from "#src/api/uploads/audio-form.ts";
import { valueError } from "#src/api/validation/fault.ts";
import { accept, field, type Parsed, refuse } from "#src/api/validation/field.ts";
import { literal, literalFault } from "#src/api/validation/literal.ts";
import { number } from "#src/api/validation/number.ts";
import { parseText, text, textKeywords } from "#src/api/validation/text.ts";
import { type EngineUnion, languagesOf } from "#src/domain/engines/offered-engines.ts";
import { listModels, pullAdvice } from "#src/domain/engines/pull-advice.ts";
import type { RegisteredManifest } from "#src/domain/engines/manifest.ts";
import {
  detectLanguage,
  enginesFor,
  modelPreferences,
  transcriptionLanguage,
} from "#src/domain/speech/transcription-language.ts";
import {
  channelModes,
  type GivenTranscriptionOptions,
  type TranscriptionTask,
  transcriptionTasks,
} from "#src/domain/speech/transcription-options.ts";
import { partBounds } from "#src/domain/speech/charged-seconds.ts";
import { mostChannels } from "#src/domain/speech/channels.ts";
import { keyTermBounds, replacementBounds, searchBounds } from "#src/domain/speech/own-words.ts";
import { ownWordsFields, ownWordsOf } from "./own-words-fields.ts";
import { faultOfSpeakers, speakerCount, speakerFields } from "./speaker-fields.ts";
import { subtitleFields } from "./subtitle-fields.ts";
import { faultOfRedaction, textFields, textIdentityOf, textOptionsOf } from "./text-fields.ts";

export const responseFormats = ["json", "text", "srt", "vtt"] as const;

/** Code points; RFC 5646, section 4.4.1, asks for room for 35. */
const tagMax = 35;
/** Code points. */
const modelMax = 100;

/** Code points: presigned addresses have some thousand. */
const urlMax = 8_192;

/** Read where no language is named. */
const usualLanguage = "en";

/** The engines that recognise, and the models that could be. */
interface Offer extends Pick<EngineUnion, "installable"> {
  readonly engines: readonly RegisteredManifest[];
}

/** Refuses what is not one of several words. `hint`: what helps. */
function refuseWord(words: readonly string[], hint?: string): Parsed<never> {
  const fault = literalFault(words);
  return refuse(hint === undefined ? fault : { ...fault, ctx: { ...fault.ctx, hint } });
}

/** A language as it was sent, which some engine reads; `auto` where none detects the language is as if it were absent. */
const language = ({ engines, installable }: Offer) =>
  field<string | undefined>(
    (raw) => {
      const tag = parseText(raw, { max: tagMax });
      if (!tag.ok) return tag;
      const asked = transcriptionLanguage(tag.value);
      if (asked !== null && enginesFor(engines, asked).length > 0) return tag;
      if (asked === detectLanguage) return accept(undefined);
      const detects = enginesFor(engines, detectLanguage).length > 0;
      const words = [...languagesOf(engines), ...(detects ? [detectLanguage] : [])];
      return asked === null ? refuseWord(words) : refuseWord(words, pullAdvice(installable, asked));
    },
    {
      ...textKeywords({ max: tagMax }),
      description:
        "A BCP 47 tag, a code of ISO 639-2 or 639-3, or the English name of a language; `auto` to detect it where a model can. " +
        "`GET /v1/languages` lists them. English when absent, and speech that is clearly in another language is then refused (`language_mismatch`).",
      examples: ["en", "en-IN"],
    },
  );

/** `auto`, `fast`, `accurate`, or the name of an engine. */
const model = (engines: readonly RegisteredManifest[]) =>
  field<string>(
    (raw) => {
      const name = parseText(raw, { max: modelMax });
      if (!name.ok) return name;
      const words = [...modelPreferences, ...engines.map((engine) => engine.name)];
      return words.includes(name.value) ? accept(name.value) : refuseWord(words, listModels);
    },
    {
      ...textKeywords({ max: modelMax }),
      description:
        "`auto` (the default), `fast`, `accurate`, or the name of a model that reads the language. `GET /v1/engines` lists them.",
      examples: modelPreferences,
    },
  );

const channels = literal(channelModes)
  .optional()
  .meta({
    description:
      "`together` (the default) transcribes the mix of all channels. `separate` transcribes each channel by itself, and **charges each as a recording of its own**: " +
      `two channels of a minute cost 120 credits. Words and segments then have a \`channel\`. At most ${mostChannels} channels; not beside \`diarize\`.`,
  });

const second = () => number(partBounds).optional();

/** The fields of the part that is transcribed. */
const partFields = {
  start: second().meta({
    description:
      "The second at which the part begins that is transcribed and charged. Times of the answer are those of the whole recording.",
    examples: [12.5],
  }),
  end: second().meta({
    description: "The second at which it ends; the end of the recording when absent.",
    examples: [60],
  }),
};

/** A time as it is cut. */
const toMillisecond = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : Math.round(seconds * 1000) / 1000;

/** The fault of the part; null where it has none. */
const faultOfPart = ({ start = 0, end }: Pick<Choices, "start" | "end">) =>
  end === undefined || Math.round(end * 1000) > Math.round(start * 1000)
    ? null
    : ({ name: "end", fault: valueError("it is not after start") } as const);

/** The fields that say how recordings are transcribed. */
const choicesOf = (offer: Offer) => ({
  language: language(offer).optional(),
  model: model(offer.engines).optional(),
  task: literal(transcriptionTasks)
    .default("transcribe")
    .meta({
      description:
        "`transcribe` writes what was said in its own language, `translate` in English, by a model that can (`translates` of " +
        "`GET /v1/engines`). A translation finds the language where none is sent.",
    }),
  format: literal(transcriptFormats).default("smart").meta({
    description: "How English numbers are written: in figures (`smart`), or in the words that were said (`verbatim`).",
  }),
  ...partFields,
  ...speakerFields,
  channels,
  ...ownWordsFields,
  ...textFields,
  callback_url: callbackField,
});

/** The address of a recording. */
export const addressField = () => text({ min: 1, max: urlMax }).meta({ examples: ["https://example.com/meeting.mp3"] });

const shapeOf = (offer: Offer) =>
  z.object({
    ...choicesOf(offer),
    response_format: literal(responseFormats).default("json"),
    url: addressField()
      .optional()
      .meta({
        description:
          "The address of the recording, in place of a file: `https`, public, presigned where it needs a permission. It is fetched " +
          "by a worker. The fields may then also be sent as JSON.",
        examples: ["https://example.com/meeting.mp3"],
      }),
    ...subtitleFields,
  });

type Fields = z.output<ReturnType<typeof shapeOf>>;
/** The fields of all recordings of a call. */
export type Choices = z.output<z.ZodObject<ReturnType<typeof choicesOf>>>;

/** The options of a transcription, each from the field of its own. */
export const transcriptionOptionsOf = (fields: Choices): Required<GivenTranscriptionOptions> => ({
  task: fields.task,
  model: fields.model,
  transcriptFormat: fields.format,
  speakers: fields.diarize === true ? speakerCount(fields) : null,
  startSeconds: toMillisecond(fields.start),
  endSeconds: toMillisecond(fields.end),
  channels: fields.channels,
  ...ownWordsOf(fields),
  echo: null,
  ...textOptionsOf(fields),
});

/** The language of a recording for which none is sent. */
export const languageWithout = (task: TranscriptionTask): string =>
  task === "translate" ? detectLanguage : usualLanguage;

const noTranslation =
  "No installed model translates this. The operator can install one: `npm run models -- pull whisper-base`.";
const unnamedTranslation = "No installed model that translates finds the language. Send `language`.";

/** Some model has to do the task for the language, and one that is named has to be among them. */
const checkChoices =
  (offer: Offer) =>
  ({ value, issues }: z.core.ParsePayload<Choices>): void => {
    const { task, model: name } = value;
    const wrong = faultOfPart(value) ?? faultOfSpeakers(value) ?? faultOfRedaction(value);
    if (wrong !== null) {
      const { name: path, fault: params } = wrong;
      issues.push({ code: "custom", message: params.msg, params, input: value[path], path: [path] });
    }
    const { language: tag = languageWithout(task) } = value;
    const readers = enginesFor(offer.engines, transcriptionLanguage(tag) ?? tag, task);
    if (readers.length === 0 && task === "translate") {
      const fault = literalFault(["transcribe"]);
      const isUnnamed = tag === detectLanguage && offer.engines.some(({ translates }) => translates === true);
      const params = { ...fault, ctx: { ...fault.ctx, hint: isUnnamed ? unnamedTranslation : noTranslation } };
      issues.push({ code: "custom", message: params.msg, params, input: task, path: ["task"] });
      return;
    }
    const words = [...modelPreferences, ...readers.map((engine) => engine.name)];
    if (name === undefined || words.includes(name)) return;
    const params = literalFault(words);
    issues.push({ code: "custom", message: params.msg, params, input: name, path: ["model"] });
  };

const offerOf = ({ recognition: engines, installable }: EngineUnion): Offer => ({ engines, installable });

/** The fields without those of one recording, with the check of all of them against the engines that are available. */
export const choicesFor = (engines: EngineUnion) => ({
  fields: choicesOf(offerOf(engines)),
  check: checkChoices(offerOf(engines)),
});

/** Repeated ones are counted each: terms, replacements and searches, and what else there is. */
export const maxFields = 40 + keyTermBounds.terms + replacementBounds.count + searchBounds.count;

/** The form fields of a transcription, validated against the engines that are available. */
export const transcriptionFields: FormFields<Fields> = {
  schema: shapeOf({ engines: [], installable: [] }),
  maxFields,
  schemaFor: (engines) => shapeOf(offerOf(engines)).check(checkChoices(offerOf(engines))),
  // Tags of one language ask for the same, and leaving out the model, the task or the format equals sending its default.
  identityOf: ({ language: tag, model: name, task, format, diarize, channels: mode, ...others }) => ({
    language: transcriptionLanguage(tag ?? languageWithout(task)),
    ...others,
    ...(name !== undefined && name !== "auto" && { model: name }),
    ...(task !== "transcribe" && { task }),
    ...(format !== "smart" && { format }),
    ...(diarize === true && { diarize }),
    ...(mode === "separate" && { channels: mode }),
    start: others.start === 0 ? undefined : others.start,
    ...textIdentityOf(others),
  }),
};
