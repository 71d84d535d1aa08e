import { randomUUID } from "node:crypto";
import { DomainError } from "#src/errors.ts";
import { joinPcm, type JoinedPiece } from "#workers/speech/encode/join-pcm.ts";
import { type EngineSnapshot, withoutRepeats } from "#workers/speech/recognizer.ts";
import type { SpokenPcm, SpokenWords, Synthesis, SynthesisEngine, SynthesisOptions } from "#workers/speech/engine.ts";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { openFlite } from "#workers/speech/engines/flite/open-flite.ts";
import type { Alignment } from "#workers/speech/engines/pocketsphinx/align-or-null.ts";
import type { Align } from "#workers/speech/engines/pocketsphinx/align-words.ts";
import { type FairSlots, openFairSlots } from "#workers/speech/fair-slots.ts";
import { parallelMap } from "#workers/speech/parallel-map.ts";
import type { Engines, Speaker } from "#workers/speech/synthesis/plan-text-runs.ts";
import { isPause, planSegments, type Segment, type SpokenPart } from "#workers/speech/synthesis/plan-segments.ts";
import { isPlausibleAudio } from "#workers/speech/synthesis/plausible-audio.ts";
import { spell } from "#workers/speech/synthesis/spell.ts";
import { writtenWordTimes } from "#workers/speech/synthesis/words/word-times.ts";
import { timePiece } from "#workers/speech/synthesis/words/time-piece.ts";
import { writtenWords } from "#workers/speech/synthesis/words/written-words.ts";
import { writeSilence } from "#workers/speech/synthesis/write-silence.ts";

export interface SynthesizerOptions extends Engines {
  /** How many segments are spoken at once by engines without a queue of their own. */
  readonly segmentsAtOnce: number;
  /** Aligns English words for engines without word times; when absent, times are estimated. */
  readonly align: Align | undefined;
  /** Called when an engine replaces one that is unavailable, once until the message changes. */
  readonly log: (message: string) => void;
}

export interface SpeakOptions extends SynthesisOptions {
  /** The parts of a text with markup; absent for plain text. */
  readonly parts?: readonly SpokenPart[] | undefined;
  /** The account, for the fair queue. A new one when absent. */
  readonly account?: string;
  /** Called between segments with the percentage spoken so far; if it throws, the work ends. */
  readonly onProgress?: (percent: number) => Promise<void>;
}

export interface Synthesizer {
  /** Primary tags. */
  readonly languages: readonly string[];
  /**
   * Speaks any text that has letters. @throws DomainError as the engines do; `language_unsupported` for an unknown
   * language
   */
  synthesize(options: SpeakOptions): Promise<Synthesis>;
  /** All engines as they are now. */
  snapshots(): readonly EngineSnapshot[];
  close(): Promise<void>;
}

interface Spoken {
  readonly piece: SpokenPcm & JoinedPiece;
  readonly speaker: Speaker;
  readonly isSubstituted: boolean;
}

interface Part {
  readonly piece: JoinedPiece;
  /** Null where they are not asked for, and of pauses. */
  readonly words: SpokenWords | null;
  /** Null of pauses. */
  readonly engine: string | null;
  /** That were spoken. */
  readonly letters: number;
  readonly isSubstituted: boolean;
}

/** Shared by the segments of all texts. */
interface Speaking {
  readonly slots: FairSlots;
  readonly log: (message: string) => void;
}

type OwnedOptions = SynthesisOptions & Required<Pick<SynthesisOptions, "owner">>;

/** Waits in the fair queue of the engine where it has one, else in the shared one. */
const speakFairly = (engine: SynthesisEngine, options: OwnedOptions, slots: FairSlots): Promise<SpokenPcm> => {
  const speak = (): Promise<SpokenPcm> => engine.synthesize(options);
  return engine.hasFairQueue === true ? speak() : slots.run(options.owner, speak, options.signal);
};

/** Speaks a segment with the first available speaker that returns plausible audio. */
const speakSegment = async (segment: Segment, options: OwnedOptions, { slots, log }: Speaking): Promise<Spoken> => {
  const { text, speakers, speed, pauseSeconds } = segment;
  let failure: DomainError | undefined;
  for (const [index, one] of speakers.entries()) {
    const { engine, voice, language, spelled } = one;
    try {
      const said = spelled ? spell(text) : text;
      const pcm = await speakFairly(engine, { ...options, voice, language, speed, text: said }, slots);
      const speaker = `${engine.manifest.name}/${voice.name}/${language}`;
      const isSubstituted = failure !== undefined;
      if (await isPlausibleAudio(pcm, text, speed))
        return { piece: { ...pcm, pauseSeconds, speaker }, speaker: one, isSubstituted };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "engine_unavailable") throw error;
      // The preferred engine's reason says more than that of a substitute.
      failure ??= error;
      const next = speakers.slice(index + 1).find((speaker) => speaker.engine !== engine)?.engine.manifest.name;
      if (next !== undefined)
        log(`${engine.manifest.name} is not available, so ${next} speaks in its place. ${error.message}`);
    }
  }
  throw failure ?? new DomainError("engine_unavailable", "No engine could speak this text.");
};

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

const pauseOf = async ({ pauseSeconds }: Segment, directory: string): Promise<Part> => {
  return {
    piece: { ...(await writeSilence(directory)), pauseSeconds },
    words: null,
    engine: null,
    letters: 0,
    isSubstituted: false,
  };
};

/** While an engine with hosts speaks a segment, the next one is made ready, so that a host has no pause between them. */
const segmentsAtOnceOf = (segments: readonly Segment[]): number =>
  segments.some(({ speakers: [first] }) => first?.engine.hasFairQueue === true) ? 2 : 1;

/** @returns the engine that spoke most of the letters */
function mostOf(parts: readonly Part[]): string | undefined {
  const letters = new Map<string, number>();
  for (const { engine, letters: count } of parts) {
    if (engine !== null) letters.set(engine, (letters.get(engine) ?? 0) + count);
  }
  return [...letters].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

async function speakPart(
  segment: Segment,
  options: OwnedOptions,
  { alignment, ...speaking }: Speaking & { readonly alignment: Alignment },
): Promise<Part> {
  if (isPause(segment)) return pauseOf(segment, options.directory);
  const { piece, speaker, isSubstituted } = await speakSegment(segment, options, speaking);
  const spokenText = { text: segment.text, speaker, signal: options.signal };
  const words = options.wordTimes === true ? await timePiece(piece, spokenText, alignment) : null;
  return { piece, words, engine: speaker.engine.manifest.name, letters: segment.text.length, isSubstituted };
}

/** Joins the parts and normalizes their loudness. */
async function joinParts(parts: readonly Part[], options: SpeakOptions): Promise<Omit<Synthesis, "engine">> {
  const { text, language, parts: marked = [{ text }] } = options;
  const pieces = parts.map(({ piece }) => piece);
  const { positions, ...pcm } = await joinPcm(pieces, options);
  if (options.wordTimes !== true) return pcm;
  const timed = parts.flatMap(({ words }, index) => {
    const position = positions[index];
    return words === null || position === undefined ? [] : [{ ...words, position }];
  });
  return { ...pcm, words: writtenWordTimes(writtenWords(marked, language), timed, pcm.durationSeconds) };
}

/**
 * Speaks with the voice asked for what its engine pronounces, and hands the rest, script by script, to the fallback: in
 * the caller's language if it uses the script, else in the script's best-known one, in the end letter by letter. Long
 * texts are spoken in segments, by a fair queue over accounts.
 */
export const openSynthesizer = (options: Partial<SynthesizerOptions> = {}): Synthesizer => {
  const synthesizer = { ...usualOptions(), ...options };
  const slots = openFairSlots(synthesizer.segmentsAtOnce);
  const log = withoutRepeats(synthesizer.log);
  const languages = languagesOf(synthesizer.engines);
  return {
    languages,
    async synthesize({ account = randomUUID(), onProgress, ...text }) {
      if (!languages.includes(text.language)) throw new DomainError("language_unsupported");
      const owner = { account, file: text };
      const segments = planSegments(text, synthesizer);
      const total = segments.reduce((sum, segment) => sum + segment.text.length, 0);
      const alignment = { align: synthesizer.align, directory: text.directory, slots, owner, log };
      const stop = new AbortController();
      const signal = AbortSignal.any([text.signal, stop.signal]);
      let spoken = 0;
      const speak = async (segment: Segment): Promise<Part> => {
        const part = await speakPart(segment, { ...text, signal, owner }, { slots, log, alignment });
        spoken += part.letters;
        if (part.letters > 0 && spoken < total) await onProgress?.(Math.floor((100 * spoken) / total));
        return part;
      };
      const parts = await parallelMap(segments, { concurrency: segmentsAtOnceOf(segments), stop, signal }, speak);
      return {
        ...(await joinParts(parts, text)),
        engine: mostOf(parts) ?? text.voice.engine,
        isSubstituted: parts.some((part) => part.isSubstituted),
      };
    },
    snapshots: () => synthesizer.engines.map(snapshotOf),
    close: async () => {
      await Promise.all(synthesizer.engines.map((engine) => engine.close()));
    },
  };
};
