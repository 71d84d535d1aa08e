import { randomUUID } from "node:crypto";
import { DomainError } from "#src/errors.ts";
import { joinPcm, type JoinedPiece } from "#workers/speech/encode/join-pcm.ts";
import { type EngineStanding, withoutRepeats } from "#workers/speech/recognizer.ts";
import type { PcmFile, Synthesis, SynthesisEngine, SynthesisOptions } from "#workers/speech/engine.ts";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { openFlite } from "#workers/speech/engines/flite/open-flite.ts";
import { openFairSlots } from "#workers/speech/fair-slots.ts";
import { normalizeText } from "#workers/speech/synthesis/normalize-text.ts";
import { type Engines, planRuns, type Speaker } from "#workers/speech/synthesis/plan-runs.ts";
import { soundsLike } from "#workers/speech/synthesis/sounds-like.ts";
import { spell } from "#workers/speech/synthesis/spell.ts";
import { type Seam, splitText } from "#workers/speech/synthesis/split-text.ts";

export interface SynthesizerOptions extends Engines {
  /** How many segments are spoken at once. */
  readonly segmentsAtOnce: number;
  /** Told when an engine takes the place of one that is not available, and not again while that goes on. */
  readonly log: (message: string) => void;
}

export interface SpeakOptions extends SynthesisOptions {
  /** Whose text it is: accounts take turns, whatever each has in hand. An account of its own when absent. */
  readonly account?: string;
  /** Called between two segments with the whole percentage that is spoken; what it throws ends the work. */
  readonly onProgress?: (percent: number) => Promise<void>;
}

export interface Synthesizer {
  /** Primary tags. */
  readonly languages: readonly string[];
  /** Speaks any text: letters in means speech out. Errors as the engines'; `language_unsupported` for a language of none. */
  synthesize(options: SpeakOptions): Promise<Synthesis>;
  /** All engines as they are now. */
  standings(): readonly EngineStanding[];
  close(): Promise<void>;
}

/** What is spoken in one go, and what may be heard of the silence behind it. */
interface Segment {
  readonly text: string;
  readonly speakers: readonly Speaker[];
  readonly maxPauseSeconds?: number | undefined;
}

interface Spoken {
  readonly pcm: PcmFile;
  readonly engine: SynthesisEngine;
}

/** `spell` says a letter in as many. */
const lettersOfSpelled = 10;

/**
 * The silence at a seam, in seconds at speed 1. The engines pause at the end of a sentence as they do within a text. At the
 * end of a text that goes on they add what is not wanted.
 */
const maxPauses: Readonly<Record<Seam, number | undefined>> = { sentence: undefined, clause: 0.15, none: 0.02 };

const planSegments = (options: SynthesisOptions, engines: Engines): readonly Segment[] =>
  planRuns(normalizeText(options.text), options, engines).flatMap(({ text, speakers }) => {
    const [first] = speakers;
    const maxLetters = (first?.engine.segmentLetters ?? text.length) / (first?.spelled === true ? lettersOfSpelled : 1);
    return splitText(text, maxLetters * Math.min(1, options.speed)).map((segment) => {
      const pause = segment.seam === null ? undefined : maxPauses[segment.seam];
      return { text: segment.text, speakers, maxPauseSeconds: pause && pause / options.speed };
    });
  });

/** Speaks a segment with the first speaker that is available and makes a sound of it. */
const speakSegment = async (
  { text, speakers }: Segment,
  options: SynthesisOptions,
  log: (message: string) => void,
): Promise<Spoken> => {
  let failure: DomainError | undefined;
  for (const [index, { engine, voice, language, spelled }] of speakers.entries()) {
    try {
      const pcm = await engine.synthesize({ ...options, voice, language, text: spelled ? spell(text) : text });
      if (await soundsLike(pcm, text, options.speed)) return { pcm, engine };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "engine_unavailable") throw error;
      // The preferred engine's reason says more than that of a substitute.
      failure ??= error;
      const next = speakers.slice(index + 1).find((speaker) => speaker.engine !== engine)?.engine.manifest.name;
      if (next !== undefined)
        log(`${engine.manifest.name} is not available, so ${next} speaks in its place. ${error.message}`);
    }
  }
  throw failure ?? new DomainError("engine_unavailable", "No engine made a sound of this text.");
};

/** What the service speaks with when nothing else is said. */
const usualOptions = (): SynthesizerOptions => {
  const fallback = openEspeak();
  return { engines: [openFlite(), fallback], fallback, segmentsAtOnce: 1, log: () => undefined };
};

/**
 * Speaks with the voice asked for what its engine pronounces, and hands the rest, script by script, to the fallback: in
 * the caller's language if it uses the script, else in the script's best-known one, in the end letter by letter. Long
 * texts are spoken in segments, those of several accounts in turn.
 */
export const openSynthesizer = (options: Partial<SynthesizerOptions> = {}): Synthesizer => {
  const synthesizer = { ...usualOptions(), ...options };
  const slots = openFairSlots(synthesizer.segmentsAtOnce);
  const log = withoutRepeats(synthesizer.log);
  const languages = [...new Set(synthesizer.engines.flatMap((engine) => engine.manifest.languages))].toSorted((a, b) =>
    a < b ? -1 : 1,
  );
  return {
    languages,
    async synthesize({ account = randomUUID(), onProgress, ...text }) {
      if (!languages.includes(text.language)) throw new DomainError("language_unsupported");
      const owner = { account, file: text };
      const segments = planSegments(text, synthesizer);
      const pieces: JoinedPiece[] = [];
      const letters = new Map<string, number>();
      let spoken = 0;
      for (const segment of segments) {
        if (spoken > 0) await onProgress?.(Math.floor((100 * spoken) / text.text.length));
        const { pcm, engine } = await slots.run(owner, () => speakSegment(segment, text, log), text.signal);
        pieces.push({ ...pcm, maxPauseSeconds: segment.maxPauseSeconds });
        spoken += segment.text.length;
        letters.set(engine.manifest.name, (letters.get(engine.manifest.name) ?? 0) + segment.text.length);
      }
      const [most] = [...letters].toSorted(([, a], [, b]) => b - a);
      return { ...(await joinPcm(pieces, text)), engine: most?.[0] ?? text.voice.engine };
    },
    standings: () =>
      synthesizer.engines.map((engine) => {
        return { manifest: engine.manifest, ...engine.status(), pids: engine.pids?.() ?? [] };
      }),
    close: async () => {
      await Promise.all(synthesizer.engines.map((engine) => engine.close()));
    },
  };
};
