import { DomainError } from "#src/errors.ts";
import { joinPcm } from "#workers/speech/audio/join-pcm.ts";
import { type EngineSnapshot, withoutRepeats } from "#workers/speech/recognizer.ts";
import type { Synthesis, SynthesisEngine } from "#workers/speech/engine.ts";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { openFlite } from "#workers/speech/engines/flite/open-flite.ts";
import type { Align } from "#workers/speech/alignment/align-words.ts";
import { openFairSlots } from "#workers/speech/process/fair-slots.ts";
import type { Engines } from "#workers/speech/synthesis/plan-text-runs.ts";
import type { Sentence } from "#workers/speech/synthesis/split-stream.ts";
import { planSegments, type Segment } from "#workers/speech/synthesis/plan-segments.ts";
import { requireBounded } from "#workers/speech/text/words-of-text.ts";
import { type Part, speakAll, type SpeakOptions, type Speech } from "#workers/speech/synthesis/speak-segments.ts";
import { writtenWordTimes } from "#workers/speech/synthesis/words/word-times.ts";
import { writtenWords } from "#workers/speech/synthesis/words/written-words.ts";

export interface SynthesizerOptions extends Engines {
  /** The number of segments that engines without a queue of their own speak at once. */
  readonly segmentsAtOnce: number;
  /** Aligns English words for engines without word times; when absent, times are estimated. */
  readonly align: Align | undefined;
  /** Called when an engine replaces one that is unavailable, once until the message changes. */
  readonly log: (message: string) => void;
}

/** A spoken segment of a sentence. */
export interface SentencePart extends Part {
  readonly sentence: Sentence;
  /** The last one of its sentence. */
  readonly endsSentence: boolean;
  /** The last one of all. */
  readonly endsText: boolean;
}

export interface Synthesizer {
  /** Primary tags. */
  readonly languages: readonly string[];
  /**
   * Speaks any text that has letters. @throws DomainError as the engines do; `language_unsupported` for an unknown
   * language
   */
  synthesize(options: SpeakOptions): Promise<Synthesis>;
  /** Speaks sentences: `take` gets their parts in order, each as soon as it is spoken, and owns their files. */
  speakSentences(
    options: SpeakOptions,
    sentences: readonly Sentence[],
    take: (part: SentencePart) => Promise<void>,
  ): Promise<void>;
  /** All engines as they are now. */
  snapshots(): readonly EngineSnapshot[];
  close(): Promise<void>;
}

/** The default engines: flite, with espeak-ng as the fallback. */
const usualOptions = (): SynthesizerOptions => {
  const fallback = openEspeak();
  return { engines: [openFlite(), fallback], fallback, segmentsAtOnce: 1, align: undefined, log: () => undefined };
};

const snapshotOf = (engine: SynthesisEngine): EngineSnapshot => {
  return { manifest: engine.manifest, ...engine.status(), pids: engine.pids?.() ?? [] };
};

const languagesOf = (engines: readonly SynthesisEngine[]): readonly string[] =>
  [...new Set(engines.flatMap(({ manifest }) => manifest.languages))].toSorted((a, b) => (a < b ? -1 : 1));

/** @returns the engine that spoke most of the letters */
export function mostOf(parts: readonly Pick<Part, "engine" | "letters">[]): string | undefined {
  const letters = new Map<string, number>();
  for (const { engine, letters: count } of parts) {
    if (engine !== null) letters.set(engine, (letters.get(engine) ?? 0) + count);
  }
  return [...letters].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** Joins the parts and normalizes their loudness. */
async function joinParts(parts: readonly Part[], options: SpeakOptions): Promise<Omit<Synthesis, "engine">> {
  const { text, parts: marked = [{ text }] } = options;
  const pieces = parts.map(({ piece }) => piece);
  const { positions, ...pcm } = await joinPcm(pieces, options);
  if (options.wordTimestamps !== true) return pcm;
  const timed = parts.flatMap(({ words }, index) => {
    const position = positions[index];
    return words === null || position === undefined ? [] : [{ ...words, position }];
  });
  return { ...pcm, words: writtenWordTimes(writtenWords(marked, options), timed, pcm.durationSeconds) };
}

interface PlannedSentence {
  readonly sentence: Sentence;
  readonly segments: readonly Segment[];
}

async function speakPlanned(
  planned: readonly PlannedSentence[],
  text: SpeakOptions,
  { take, ...speaking }: Omit<Speech, "take"> & { readonly take: (part: SentencePart) => Promise<void> },
): Promise<void> {
  const segments = planned.flatMap((one) => one.segments);
  requireBounded(segments);
  const positions = planned.flatMap(({ sentence, segments: own }) =>
    own.map((segment) => ({ sentence, endsSentence: segment === own.at(-1), endsText: segment === segments.at(-1) })),
  );
  const takePart = async (part: Part, index: number): Promise<void> => {
    const position = positions[index];
    if (position !== undefined) await take({ ...part, ...position });
  };
  await speakAll(segments, text, { ...speaking, take: takePart });
}

/**
 * Speaks with the voice asked for what its engine pronounces, and hands the rest, script by script, to the fallback: in
 * the caller's language if it uses the script, else in the script's best-known one, in the end letter by letter. Long
 * texts are spoken in segments, by a fair queue over accounts.
 */
export const openSynthesizer = (options: Partial<SynthesizerOptions> = {}): Synthesizer => {
  const synthesizer = { ...usualOptions(), ...options };
  const { align } = synthesizer;
  const speaking = { align, slots: openFairSlots(synthesizer.segmentsAtOnce), log: withoutRepeats(synthesizer.log) };
  const languages = languagesOf(synthesizer.engines);
  const plan = (text: SpeakOptions): readonly Segment[] => {
    if (!languages.includes(text.language)) throw new DomainError("language_unsupported");
    return planSegments(text, synthesizer);
  };
  return {
    languages,
    async synthesize(text) {
      const parts: Part[] = [];
      const keep = (part: Part): Promise<void> => Promise.resolve(void parts.push(part));
      await speakAll(plan(text), text, { ...speaking, take: keep });
      return {
        ...(await joinParts(parts, text)),
        engine: mostOf(parts) ?? text.voice.engine,
        isSubstituted: parts.some((part) => part.isSubstituted),
      };
    },
    async speakSentences(text, sentences, take) {
      const planned = sentences.map((sentence) => ({ sentence, segments: plan({ ...text, parts: sentence.parts }) }));
      await speakPlanned(planned, text, { ...speaking, take });
    },
    snapshots: () => synthesizer.engines.map(snapshotOf),
    close: async () => {
      await Promise.all(synthesizer.engines.map((engine) => engine.close()));
    },
  };
};
