import { callbackOf } from "#src/api/callbacks/callback-field.ts";
import type { Caller } from "#src/api/callers/caller.ts";
import type { RequestContext } from "#src/api/route.ts";
import type { UploadedAudio } from "#src/api/uploads/uploaded-audio.ts";
import type { RegisteredManifest } from "#src/domain/engines/manifest.ts";
import { type EngineUnion, languagesOf } from "#src/domain/engines/offered-engines.ts";
import { pullAdvice } from "#src/domain/engines/pull-advice.ts";
import type { SingleCallback } from "#src/domain/callbacks/single-callback.ts";
import { checkSynthesis, submitSynthesis, type SynthesisInput } from "#src/domain/speech/submit-synthesis.ts";
import {
  type RecordingAddress,
  type StoredRecording,
  submitTranscription,
  type TranscriptionInput,
} from "#src/domain/speech/submit-transcription.ts";
import type { GivenTranscriptionOptions, TranscriptionTask } from "#src/domain/speech/transcription-options.ts";
import { primaryTag } from "#src/domain/speech/language-tag.ts";
import { languageOfText } from "#src/domain/speech/text-language.ts";
import { detectLanguage, enginesFor, transcriptionLanguage } from "#src/domain/speech/transcription-language.ts";
import { DomainError } from "#src/errors.ts";
import { chooseModel, chooseVoice, type RequestedModel, type RequestedVoice } from "./aliases.ts";

/** The speeds that the engines take, as factors of the normal speed. */
const speeds = { min: 0.5, max: 2 } as const;
/** Spoken in a recording whose caller names no language, where no engine detects it. */
const usualLanguage = "en";

/** The facts of a call, or of a session, that a speech request is made with. */
export type SpeechContext = Pick<RequestContext, "resources" | "engines" | "requestId">;

export interface Spoken extends Omit<
  SynthesisInput,
  keyof ReturnType<typeof requestOf> | "voiceId" | "language" | "languageTag" | "engines"
> {
  /** The voice that is wished for, with the language where its name tells one. */
  readonly voice: Omit<RequestedVoice, "userId" | "textLanguage">;
  /** The language that the caller sent, which comes before that of the voice. */
  readonly languageTag?: string | undefined;
}

/** The facts of its call that every speech request of an account stores. */
const requestOf = ({ userId, source, apiKeyId }: Caller, { requestId, resources }: SpeechContext) => ({
  ...{ requestId, userId, source, apiKeyId, isDemo: false },
  maxUnfinished: resources.config.limits.speechConcurrency,
});

/**
 * Submits a text to be spoken by a voice that another vendor's client names, at the nearest speed that the engines take.
 * @throws DomainError `voice_not_found`, and those of `submitSynthesis`
 */
export const submitSpeech = async (context: SpeechContext, caller: Caller, spoken: Spoken): Promise<void> =>
  submitSynthesis(context.resources, await inputOf(context, caller, spoken));

/**
 * Refuses what `submitSpeech` refuses of every text. Nothing is kept of it.
 * @throws DomainError as `submitSpeech`
 */
export const checkSpeech = async (
  context: SpeechContext,
  caller: Caller,
  spoken: Omit<Spoken, "text">,
): Promise<void> => checkSynthesis(context.resources, await inputOf(context, caller, { ...spoken, text: "" }));

async function inputOf(
  context: SpeechContext,
  caller: Caller,
  { voice, languageTag, options, ...spoken }: Spoken,
): Promise<SynthesisInput> {
  const language = languageTag === undefined ? voice.language : (primaryTag(languageTag) ?? languageTag);
  const textLanguage = language === undefined ? await languageOfText(spoken.text) : null;
  const chosen = await chooseVoice(context, { ...voice, language, textLanguage, userId: caller.userId });
  const { synthesis: engines } = await context.engines.current();
  return {
    ...requestOf(caller, context),
    ...spoken,
    ...chosen,
    languageTag: languageTag ?? null,
    engines,
    options: { ...options, speed: Math.min(Math.max(options.speed ?? 1, speeds.min), speeds.max) },
  };
}

interface Recorded {
  readonly audio: UploadedAudio | StoredRecording | RecordingAddress;
  /** A tag, code or English name; when it is absent or `auto`, what the engines detect, or English. */
  readonly language?: string | undefined;
  /** Whether the call is refused where no engine detects the language, which is not to be named then. */
  readonly mustDetect?: boolean;
  /** In place of `language`: the first of them that an engine reads. */
  readonly languages?: readonly string[] | undefined;
  readonly model: RequestedModel;
  /** The options that the vendor has a field for. */
  readonly options?: Omit<GivenTranscriptionOptions, "model">;
  /** The address that is called when it has ended, in the form of the vendor; none when absent. */
  readonly callback?: SingleCallback | null;
}

/**
 * Submits a recording to be transcribed by a model that another vendor's client names. A model that does not read the
 * language is passed over.
 * @throws DomainError `translation_unsupported`, `language_unsupported`, `model_not_found`, and those of `submitTranscription`
 */
export async function submitRecording(
  context: RequestContext,
  caller: Caller,
  { audio, callback = null, ...spoken }: Recorded,
): Promise<void> {
  const chosen = await chosenFor(context, spoken);
  await submitTranscription(context.resources, {
    ...{ ...requestOf(caller, context), ...audio, ...chosen },
    callback: await callbackOf(context.resources, caller, callback),
  });
}

/**
 * The language and the options with which recordings are transcribed by a model that another vendor's client names.
 * @throws DomainError `translation_unsupported`, `language_unsupported`, `model_not_found`
 */
export async function chosenFor(
  context: SpeechContext,
  { mustDetect = false, model, options, ...spoken }: Omit<Recorded, "audio" | "callback">,
): Promise<Pick<TranscriptionInput, "languageTag" | "options"> & { readonly isLanguageAssumed: boolean }> {
  const { recognition, installable } = await context.engines.current();
  const isTranslated = options?.task === "translate";
  const isFound = mustDetect || (isTranslated && !isNamed(spoken));
  const languageTag = isFound ? detectLanguage : languageOf(spoken, recognition);
  const readers = readersOf(languageTag, recognition, options?.task);
  if (readers.length === 0 && isTranslated) throw new DomainError("translation_unsupported");
  if (readers.length === 0) throw unreadable(languageTag, { recognition, installable });
  const named = await chooseModel(context, model);
  const isPassedOver = recognition.some(({ name }) => name === named) && !readers.some(({ name }) => name === named);
  return {
    languageTag,
    isLanguageAssumed: languageTag === usualLanguage && !isNamed(spoken),
    options: { ...options, model: isPassedOver ? "auto" : named },
  };
}

const readersOf = (tag: string, engines: readonly RegisteredManifest[], task?: TranscriptionTask) =>
  enginesFor(engines, transcriptionLanguage(tag) ?? "", task);

const isNamed = ({ language, languages }: Pick<Recorded, "language" | "languages">): boolean =>
  language === undefined ? languages !== undefined : transcriptionLanguage(language) !== detectLanguage;

/** The language that is named, or the first one of several that an engine reads, or the default one. */
function languageOf(
  { language, languages }: Pick<Recorded, "language" | "languages">,
  engines: readonly RegisteredManifest[],
): string {
  if (language !== undefined && transcriptionLanguage(language) !== detectLanguage) return language;
  const usual = readersOf(detectLanguage, engines).length > 0 ? detectLanguage : usualLanguage;
  if (language !== undefined || languages === undefined) return usual;
  const firstRead = languages.find((tag) => readersOf(tag, engines).length > 0);
  if (firstRead === undefined) throw noneReadable(languages, languagesOf(engines));
  return firstRead;
}

function unreadable(tag: string, offer: Pick<EngineUnion, "recognition" | "installable">): DomainError {
  const others = `Send one of: ${languagesOf(offer.recognition).join(", ")}.`;
  const language = transcriptionLanguage(tag);
  const reason =
    language === detectLanguage ? "No installed engine detects the language." : `No installed engine reads '${tag}'.`;
  const advice = language === null || language === detectLanguage ? [] : [pullAdvice(offer.installable, language)];
  return new DomainError("language_unsupported", [reason, others, ...advice].join(" "));
}

const noneReadable = (tags: readonly string[], languages: readonly string[]): DomainError =>
  new DomainError(
    "language_unsupported",
    `No installed engine reads any of: ${tags.join(", ")}. Send one of: ${languages.join(", ")}.`,
    { field: "languages" },
  );
