import { namedLanguages } from "#src/domain/speech/languages.ts";

/** A measurement of a model in a language: the words that it got wrong. */
export interface MeasuredQuality {
  /** A primary tag. */
  readonly language: string;
  readonly wordErrorPercent: number;
  /** The words that were said in the recordings. */
  readonly words: number;
  readonly recordings: string;
  /** The day of the measurement, `2026-11-27`. */
  readonly date: string;
}

/** A recognition model that the operator can install. */
export interface InstallableModel {
  readonly name: string;
  /** Primary tags. */
  readonly languages: readonly string[];
  /** False where the weights were never run by this project. */
  readonly tried: boolean;
  /** Whether SPEECH_MODELS names it, itself or by a set, so that it need only be installed to be used. */
  readonly isNamed: boolean;
  /** None of a language in which it was not measured. */
  readonly quality?: readonly MeasuredQuality[] | undefined;
}

export const listModels = "The operator can install more models: `npm run models -- list` shows them.";

/** The models that read a language, those that were tried first. */
export const modelsFor = (models: readonly InstallableModel[], language: string): readonly InstallableModel[] =>
  models
    .filter(({ languages }) => languages.includes(language))
    .toSorted((one, other) => Number(other.tried) - Number(one.tried));

/** Says how to get a model that reads a language, a primary tag. */
export function pullAdvice(models: readonly InstallableModel[], language: string): string {
  const [model] = modelsFor(models, language);
  if (model === undefined) return listModels;
  const [option, note] = model.tried ? ["", ""] : ["--accept-unverified ", ", which was never tried"];
  const setting = model.isNamed ? "" : ", and name it in SPEECH_MODELS";
  return `The operator can install a model for it${note}: \`npm run models -- pull ${option}${model.name}\`${setting}.`;
}

/** Says that no engine reads a language, a primary tag, and what to do. */
export function unsupportedLanguage(models: readonly InstallableModel[], language: string): string {
  const [named] = namedLanguages([language]);
  return `No installed model reads ${named?.name ?? language}. ${pullAdvice(models, language)}`;
}
