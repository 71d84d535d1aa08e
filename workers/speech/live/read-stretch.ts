import type { Recognition, UtteranceEffort } from "#workers/speech/engine.ts";
import { type LiveEngine, type LiveFinal, type LiveOptions, liveRate, type Stretch } from "./live-types.ts";
import { placeFinal } from "./place-words.ts";
import type { Urgency } from "./read-slots.ts";
import type { SoundBuffer } from "./sound-buffer.ts";
import type { LanguageFinder, UtteranceLanguage } from "./utterance-language.ts";

/** The parts of a session that reading needs. */
export interface ReadingParts {
  readonly engine: LiveEngine;
  readonly options: LiveOptions;
  readonly languages: LanguageFinder;
  readonly sound: SoundBuffer;
  readonly signal: AbortSignal;
}

/** A stretch that was read, and in which language. */
export interface Read {
  readonly read: Recognition;
  readonly spoken: UtteranceLanguage;
}

interface Reading {
  readonly effort: UtteranceEffort;
  readonly urgency: Urgency;
  readonly signal: AbortSignal;
  readonly onBegin?: () => void;
}

/** Less speech is a click or a breath: no word is so short. */
const leastSpeechSamples = 0.2 * liveRate;

const wordless: Omit<Recognition, "model"> = { text: "", segments: [], words: [], confidenceSource: "none" };

const isTooShort = ({ speech }: Stretch): boolean =>
  speech.reduce((sum, [from, to]) => sum + to - from, 0) < leastSpeechSamples;

/** Reads a stretch of a stream when it gets a slot. */
export function readStretch(
  { engine, options: { owner }, languages, sound }: ReadingParts,
  stretch: Stretch,
  { effort, urgency, signal, onBegin }: Reading,
): Promise<Read> {
  const { from, to, speech } = stretch;
  // Copied now: the sound may be gone when there is a slot.
  const samples = sound.slice(from, to);
  const inSamples = speech.map(([start, end]) => [start - from, Math.min(end, to) - from] as const);
  return engine.slots.run({ owner, urgency, signal }, async () => {
    onBegin?.();
    const spoken = await languages.find(samples, signal);
    if (isTooShort(stretch)) return { read: { ...wordless, model: "" }, spoken };
    const asked = { language: spoken.language, owner, signal, effort, speech: inSamples };
    return { read: await engine.read(samples, asked), spoken };
  });
}

/** Why an utterance is over. */
export interface Ending {
  readonly speechFinal: boolean;
  readonly fromFinalize: boolean;
}

interface Told extends Ending {
  readonly id: number;
  readonly stretch: Stretch;
  readonly done: Read;
  readonly replaces: readonly number[];
  readonly format: LiveOptions["format"];
}

/** The final of a stretch that was read. */
export function finalOf({ stretch, done, format, ...facts }: Told): LiveFinal {
  const { read: recognition, spoken } = done;
  const { text, words } = placeFinal(recognition, stretch.from, { format, language: spoken.language });
  const sum = words.reduce((total, { confidence }) => total + confidence, 0);
  return {
    ...{ kind: "final", text, words, ...facts },
    start: words[0]?.start ?? stretch.from / liveRate,
    end: words.at(-1)?.end ?? stretch.to / liveRate,
    confidence: Math.round((1000 * sum) / Math.max(1, words.length)) / 1000,
    confidenceSource: recognition.confidenceSource,
    model: recognition.model,
    language: spoken.language,
    languageProbability: spoken.probability,
  };
}

/** The final where there was nothing to end. */
export function emptyFinal(
  id: number,
  at: number,
  { languages, options }: Pick<ReadingParts, "languages" | "options">,
): LiveFinal {
  const known = languages.known();
  return {
    ...{ kind: "final", id, start: at, end: at, text: "", words: [], confidence: 0, confidenceSource: "none" },
    ...{ model: "", language: known?.language ?? options.language, languageProbability: known?.probability ?? null },
    ...{ speechFinal: true, fromFinalize: true, replaces: [] },
  };
}
