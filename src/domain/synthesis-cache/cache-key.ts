import { createHash } from "node:crypto";
import type { AudioEncoding } from "#src/domain/speech/audio-formats.ts";
import type { Voice } from "#src/domain/voices/queries.ts";

/** All that the audio of a synthesis depends on, and who may find it. */
export interface SynthesisIdentity {
  /** The version of the program and the models that speak. */
  readonly version: string;
  /** The account for which the text is spoken; null where all accounts share what is spoken. */
  readonly accountId: string | null;
  readonly text: string | null;
  readonly inputType: string;
  readonly language: string;
  /** The order in which dates in figures are read. */
  readonly dateOrder: string;
  readonly speed: number | null;
  readonly encoding: AudioEncoding;
  readonly voice: {
    readonly id: string;
    readonly engine: string | null;
    readonly engineVoice: string | null;
    readonly profile: Voice["profile"];
  };
}

/** A digest that is the same for inputs whose audio is the same, of the same account. */
export function cacheKeyOf(identity: SynthesisIdentity): Buffer {
  const { version, accountId, text, inputType, language, dateOrder, speed, encoding, voice } = identity;
  const { id, engine, engineVoice, profile } = voice;
  // In an order of its own, since objects from JSON columns have any.
  const settings = Object.entries(profile ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const { format, sampleRate, bitRate } = encoding;
  const audio = [language, dateOrder, speed, format, sampleRate, bitRate];
  const parts = [version, accountId, text, inputType, ...audio, id, engine, engineVoice, settings];
  return createHash("sha256").update(JSON.stringify(parts)).digest();
}
