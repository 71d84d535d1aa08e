import { createHash } from "node:crypto";
import { z } from "zod";
import type { RegisteredManifest } from "#src/domain/engines/manifest.ts";
import type { EngineUnion } from "#src/domain/engines/offered-engines.ts";
import { type BuiltinVoice, builtinVoices, defaultVoiceId } from "#src/domain/voices/builtin-voices.ts";
import type { Voice } from "#src/domain/voices/queries.ts";

/** A recording that a built-in voice speaks, for trying a transcription. */
export interface Example {
  readonly id: string;
  readonly title: string;
  /** Primary tag. */
  readonly language: string;
  readonly text: string;
  /** The name that the engine gives the preferred voice. */
  readonly engineVoice: string;
}

const english = { language: "en" } as const;

/** Each takes about ten seconds. The first is the one that visitors without an account see transcribed. */
export const examples: readonly Example[] = [
  {
    ...{ ...english, id: "voicemail", title: "Voicemail", engineVoice: "bf_emma" },
    text: "Hello, this is the dental clinic. Your appointment is on Thursday, March 12, at half past three. Please call us back before noon if that does not suit you. Thank you, and goodbye.",
  },
  {
    ...{ ...english, id: "meeting", title: "Team meeting", engineVoice: "am_michael" },
    text: "Good morning, everyone. The new release is ready, and all but two of the tests have passed. I will send you the results on Monday. Are there any questions?",
  },
  {
    ...{ ...english, id: "order", title: "Phone order", engineVoice: "bm_george" },
    text: "I would like to order 12 notebooks and 4 boxes of pencils. Please deliver them to 25 Green Street. The last order came to $48.50. Is the price still the same?",
  },
];

/** The voices that a visitor hears first where they can speak, by the engine's own names. */
const showcase = ["af_heart", "bm_george", "hf_alpha", "ef_dora", "ff_siwis", "if_sara"];
/** Elsewhere the default voices of these languages. */
const showcaseLanguages = ["en", "hi", "es", "fr", "it", "pt"];

type Engines = Pick<EngineUnion, "synthesis" | "recognition">;

const preferredVoice = (engineVoice: string, { synthesis }: Engines): BuiltinVoice | undefined =>
  builtinVoices.find(
    (voice) => voice.engineVoice === engineVoice && synthesis.some(({ name }) => name === voice.engine),
  );

/** The voice that speaks an example here. */
export const exampleVoiceId = ({ engineVoice, language }: Example, engines: Engines): string =>
  preferredVoice(engineVoice, engines)?.id ?? defaultVoiceId(language, engines.synthesis);

/** Voices of several languages to begin with, by their ids. */
export function showcaseVoiceIds(engines: Engines): readonly string[] {
  const preferred = showcase.flatMap((engineVoice) => preferredVoice(engineVoice, engines)?.id ?? []);
  if (preferred.length === showcase.length) return preferred;
  return showcaseLanguages.map((language) => defaultVoiceId(language, engines.synthesis));
}

/** The voices that a visitor chooses from: the natural ones that can speak here, and those that are heard first. */
export function demoVoices(engines: Engines): readonly BuiltinVoice[] {
  const first = showcaseVoiceIds(engines);
  const canSpeak = ({ engine }: BuiltinVoice) => engines.synthesis.some(({ name }) => name === engine);
  return builtinVoices.filter(
    (voice) => first.includes(voice.id) || (voice.quality === "natural" && !voice.deprecated && canSpeak(voice)),
  );
}

/** The examples that can be transcribed here. */
export const transcribableExamples = ({ recognition }: Engines): readonly Example[] =>
  examples.filter(({ language }) => recognition.some(({ languages }) => languages.includes(language)));

/** Raise it when the stored form changes. Objects of the old form stay stored, some kilobytes each. */
const revision = 1;

const keyOf = (id: string, content: readonly unknown[]): string =>
  `examples/${id}-${createHash("sha256")
    .update(JSON.stringify([revision, ...content]))
    .digest("hex")
    .slice(0, 16)}`;

const digestsOf = (manifests: readonly RegisteredManifest[]) =>
  manifests.map(({ name, modelDigest }) => [name, modelDigest ?? null]);

/** The object that its audio is kept in; another voice, model or text makes another. */
export function exampleAudioKey({ id, text }: Example, voice: Voice, { synthesis }: Engines): string {
  const engines = digestsOf(synthesis.filter(({ name }) => name === voice.engine));
  return keyOf(id, [voice.id, engines, text]);
}

/** The object that the transcript of this audio is kept in; other recognition models make another. */
export const exampleTranscriptKey = ({ id, language }: Example, audioKey: string, { recognition }: Engines): string =>
  keyOf(id, [audioKey, digestsOf(recognition.filter(({ languages }) => languages.includes(language)))]);

const seconds = z.number().min(0);

/** The stored transcript of an example. */
export const exampleTranscript = z
  .object({
    text: z.string(),
    model: z.string().nullable(),
    duration_seconds: seconds,
    words: z.array(z.object({ written: z.string(), start: seconds, end: seconds })).readonly(),
  })
  .meta({ id: "ExampleTranscript" });

export type ExampleTranscript = z.output<typeof exampleTranscript>;
