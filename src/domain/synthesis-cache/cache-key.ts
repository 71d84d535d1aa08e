import { createHash } from "node:crypto";
import { resolveEncoding } from "#src/domain/speech/audio-formats.ts";
import { type SynthesisOptions, synthesisOptions } from "#src/domain/speech/synthesis-options.ts";
import type { Voice } from "#src/domain/voices/queries.ts";

/** All that the audio of a synthesis depends on, and who may find it. */
export interface SynthesisIdentity {
  /** The version of the program and the models that speak. */
  readonly version: string;
  /** The account for which the text is spoken; null where all accounts share what is spoken. */
  readonly accountId: string | null;
  readonly text: string | null;
  readonly language: string;
  /** The order in which dates in figures are read. */
  readonly dateOrder: string;
  readonly options: SynthesisOptions;
  readonly voice: {
    readonly id: string;
    readonly engine: string | null;
    readonly engineVoice: string | null;
    readonly profile: Voice["profile"];
  };
}

/** A digest that is the same for inputs whose audio is the same, of the same account. */
export function cacheKeyOf(identity: SynthesisIdentity): Buffer {
  const { version, accountId, text, language, dateOrder, options, voice } = identity;
  const { inputType, speed } = options;
  const { id, engine, engineVoice, profile } = voice;
  // In an order of its own, since objects from JSON columns have any.
  const settings = Object.entries(profile ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const { format, sampleRate, bitRate } = resolveEncoding(options);
  const audio = [language, dateOrder, speed, format, sampleRate, bitRate];
  const parts = [
    version,
    accountId,
    text,
    inputType,
    ...audio,
    id,
    engine,
    engineVoice,
    settings,
    ...furtherOptions(options),
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest();
}

const defaults = new Map<string, unknown>(Object.entries(synthesisOptions.parse({})));

/** The options that have no place of their own in the key, where they are not the default: so a further option leaves earlier keys as they are. */
function furtherOptions(options: SynthesisOptions): readonly unknown[] {
  // The times of words are kept beside the audio, which does not depend on them.
  const { inputType: _type, speed: _speed, format: _format, sampleRate: _rate, bitRate: _bits, ...others } = options;
  const { wordTimestamps: _words, ...further } = others;
  return Object.entries<unknown>(further)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults.get(name)))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
