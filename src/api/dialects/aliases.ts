import type { RequestContext } from "#src/api/route.ts";
import { findLiveOffer } from "#src/domain/live/queries.ts";
import { findNamedVoice } from "#src/domain/voices/find-named-voice.ts";
import { DomainError } from "#src/errors.ts";
import { modelPreferences } from "#src/domain/speech/transcription-language.ts";

/** The names of a vendor, each with our name for it. The operator's own aliases (settings) come before them. */
export type Aliases = Readonly<Record<string, string>>;

export interface RequestedVoice {
  /** As the caller sent it. */
  readonly name: string;
  /** A primary tag, where the caller names a language. */
  readonly language?: string | undefined;
  /** The language of the text, where it is clearly another than English: that of a voice that speaks English. */
  readonly textLanguage?: string | null;
  readonly userId: string;
  /** Names of voices, each with what the engine calls the voice that speaks for it. */
  readonly aliases: Aliases;
}

/** The voice and the language for `submitSynthesis`; an absent one is the default. */
export interface VoiceChoice {
  readonly voiceId?: string;
  readonly language?: string;
}

/**
 * The voice for a name: by alias, by id, by the name of a voice of the account or of a built-in one. An alias always
 * speaks: the default voice of the language takes its place where its own engine is missing, or speaks another language.
 * @throws DomainError `voice_not_found`
 */
export async function chooseVoice(
  { resources, engines }: Pick<RequestContext, "resources" | "engines">,
  { name, language: named, textLanguage, userId, aliases }: RequestedVoice,
): Promise<VoiceChoice> {
  const alias = aliasOf(name, resources.config.dialects.voices, aliases);
  const voice = await findNamedVoice(resources, { name: alias ?? name, userId });
  if (voice === null && alias === undefined)
    throw new DomainError("voice_not_found", `The voice '${name}' does not exist.`);
  const found = voice === null || voice.language === "en" ? (textLanguage ?? undefined) : undefined;
  const language = named ?? found;
  const requested = language === undefined ? {} : { language };
  if (voice === null) return requested;
  const { synthesis } = await engines.current();
  const isOffered = !voice.isBuiltin || synthesis.some((engine) => engine.name === voice.engine);
  const speaks = isOffered && [undefined, voice.language].includes(language);
  if (alias === undefined || speaks) return { voiceId: voice.id, ...requested };
  return { language: language ?? voice.language };
}

export interface RequestedModel {
  readonly name: string;
  /** Names of models, each with one of ours. */
  readonly aliases: Aliases;
  /** Whether a name that is not known is refused instead of passed over. */
  readonly isStrict?: boolean;
}

type ModelContext = Pick<RequestContext, "resources" | "engines">;

/**
 * The model of a transcription for a name: by alias, or the name of an engine; `auto` for one that is not known.
 * @throws DomainError `model_not_found`
 */
export async function chooseModel(
  context: ModelContext,
  { name, aliases, isStrict = false }: RequestedModel,
): Promise<string> {
  const model = await findModel(context, { name, aliases });
  if (model === undefined && isStrict) throw modelNotFound(name);
  return model ?? "auto";
}

/** The first of several names that is known; undefined where none is. */
export async function firstKnownModel(
  context: ModelContext,
  names: readonly string[],
  aliases: Aliases,
): Promise<string | undefined> {
  const found = await Promise.all(names.map((name) => findModel(context, { name, aliases })));
  return names.find((_name, index) => found[index] !== undefined);
}

/** The model for a name that is known; `auto` for an alias whose engine is missing. */
async function findModel(
  { resources, engines }: ModelContext,
  { name, aliases }: Pick<RequestedModel, "name" | "aliases">,
): Promise<string | undefined> {
  const alias = aliasOf(name, resources.config.dialects.models, aliases);
  const { recognition } = await engines.current();
  const known = [...modelPreferences, ...recognition.map((engine) => engine.name)];
  const model = known.find((one) => one === (alias ?? name));
  return model ?? (alias === undefined ? undefined : "auto");
}

/** The same for a live transcription; `auto` for a model that does not transcribe live. */
export async function chooseLiveModel(
  context: Pick<RequestContext, "resources" | "engines">,
  requested: RequestedModel,
): Promise<string> {
  const [named, { models }] = await Promise.all([chooseModel(context, requested), findLiveOffer(context.resources.db)]);
  return [...modelPreferences, ...models].includes(named) ? named : "auto";
}

/** The error for a model name that does not exist. */
export const modelNotFound = (name: string): DomainError =>
  new DomainError("model_not_found", `The model '${name}' does not exist.`);

/** Finds the name that an alias stands for. `first` comes before `others`, and has its names in small letters. */
export const aliasOf = (name: string, first: Aliases, others: Aliases): string | undefined =>
  ownValue(first, name.toLowerCase()) ?? ownValue(others, name) ?? ownValue(others, name.toLowerCase());

const ownValue = (aliases: Aliases, name: string): string | undefined =>
  Object.hasOwn(aliases, name) ? aliases[name] : undefined;
