import { createHash } from "node:crypto";
import type { AudioEncoding } from "#src/domain/speech/audio-formats.ts";
import type { Voice } from "#src/domain/voices/queries.ts";

/** All that the audio of a synthesis depends on. */
export interface SynthesisIdentity {
  /** Of the program and the models that speak. */
  readonly version: string;
  readonly text: string | null;
  readonly inputType: string;
  readonly language: string;
  readonly speed: number | null;
  readonly encoding: AudioEncoding;
  readonly voice: {
    readonly id: string;
    readonly engine: string | null;
    readonly engineVoice: string | null;
    readonly profile: Voice["profile"];
    /** The account of a custom voice, which no other account shares; null for a built-in one. */
    readonly accountId: string | null;
  };
}

/** A digest that is the same for inputs whose audio is the same. */
export function cacheKeyOf({ version, text, inputType, language, speed, encoding, voice }: SynthesisIdentity): Buffer {
  const { id, engine, engineVoice, profile, accountId } = voice;
  // In an order of its own, since objects from JSON columns have any.
  const settings = Object.entries(profile ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const { format, sampleRate, bitRate } = encoding;
  const audio = [language, speed, format, sampleRate, bitRate];
  const parts = [version, text, inputType, ...audio, id, engine, engineVoice, settings, accountId];
  return createHash("sha256").update(JSON.stringify(parts)).digest();
}
