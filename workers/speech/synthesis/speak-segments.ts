import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TextLocale } from "#workers/speech/text/date-order.ts";
import { DomainError } from "#src/errors.ts";
import { type JoinedPiece, speechRate } from "#workers/speech/audio/join-pcm.ts";
import type { PcmFile, SpokenPcm, SpokenWords, SynthesisEngine, SynthesizeOptions } from "#workers/speech/engine.ts";
import type { Alignment } from "#workers/speech/alignment/align-or-null.ts";
import type { Align } from "#workers/speech/alignment/align-words.ts";
import type { FairSlots } from "#workers/speech/process/fair-slots.ts";
import { parallelMap } from "#workers/speech/process/parallel-map.ts";
import { isPause, type Segment } from "./plan-segments.ts";
import type { Speaker } from "./plan-text-runs.ts";
import { isPlausibleAudio } from "./plausible-audio.ts";
import type { SpokenPart } from "#workers/speech/text/spoken-part.ts";
import { timePiece } from "./words/time-piece.ts";

export interface SpeakOptions extends SynthesizeOptions, TextLocale {
  /** The parts of a text with markup; absent for plain text. */
  readonly parts?: readonly SpokenPart[] | undefined;
  /** The account, for the fair queue. A new one when absent. */
  readonly account?: string;
  /** Called between segments with the percentage spoken so far; if it throws, the work ends. */
  readonly onProgress?: (percent: number) => Promise<void>;
}

interface Spoken {
  readonly piece: SpokenPcm & JoinedPiece;
  readonly speaker: Speaker;
  readonly isSubstituted: boolean;
}

/** A spoken segment. */
export interface Part {
  readonly piece: JoinedPiece;
  /** Null where they are not asked for, and for pauses. */
  readonly words: SpokenWords | null;
  /** Null for pauses. */
  readonly engine: string | null;
  /** The number of spoken letters. */
  readonly letters: number;
  readonly isSubstituted: boolean;
}

/** Shared by the segments of all texts. */
interface Speaking {
  readonly slots: FairSlots;
  readonly log: (message: string) => void;
}

type OwnedOptions = SynthesizeOptions & Required<Pick<SynthesizeOptions, "owner">>;

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

async function speakPart(
  segment: Segment,
  options: OwnedOptions,
  { alignment, ...speaking }: Speaking & { readonly alignment: Alignment },
): Promise<Part> {
  if (isPause(segment)) return pauseOf(segment, options.directory);
  const { piece, speaker, isSubstituted } = await speakSegment(segment, options, speaking);
  const spokenText = { text: segment.text, speaker, signal: options.signal };
  const words = options.wordTimestamps === true ? await timePiece(piece, spokenText, alignment) : null;
  return { piece, words, engine: speaker.engine.manifest.name, letters: segment.text.length, isSubstituted };
}

/** The way in which the segments of a text are spoken. */
export interface Speech extends Speaking {
  readonly align: Align | undefined;
  /** Called with one part after the other, in their order. */
  readonly take: (part: Part, index: number) => Promise<void>;
}

/** Speaks all segments, some at once. */
export async function speakAll(
  segments: readonly Segment[],
  { account = randomUUID(), onProgress, ...text }: SpeakOptions,
  { align, take, ...speaking }: Speech,
): Promise<void> {
  const owner = { account, file: text };
  const total = segments.reduce((sum, segment) => sum + segment.text.length, 0);
  const alignment = { align, directory: text.directory, owner, ...speaking };
  const stop = new AbortController();
  const signal = AbortSignal.any([text.signal, stop.signal]);
  let spoken = 0;
  let taken = Promise.resolve();
  const speakAfter = async (before: Promise<void>, segment: Segment, index: number): Promise<void> => {
    const part = await speakPart(segment, { ...text, signal, owner }, { ...speaking, alignment });
    await before;
    await take(part, index);
    spoken += part.letters;
    if (part.letters > 0 && spoken < total) await onProgress?.(Math.floor((100 * spoken) / total));
  };
  await parallelMap(segments, { concurrency: segmentsAtOnceOf(segments), stop, signal }, (segment, index) => {
    taken = speakAfter(taken, segment, index);
    return taken;
  });
}

/** A hundredth of a second. */
const silenceSamples = 240;

/** A hundredth of a second of silence, as a piece of its own for a pause before the first word. */
async function writeSilence(directory: string): Promise<PcmFile> {
  const path = join(directory, `silence-${randomUUID()}.pcm`);
  await writeFile(path, Buffer.alloc(2 * silenceSamples));
  return { path, sampleRate: speechRate, durationSeconds: silenceSamples / speechRate };
}

/**
 * Says letters that no voice pronounces by their code points, as screen readers do: `ក` is "letter 1 7 8 0". Letters and
 * digits of ASCII stand for themselves.
 */
const spell = (text: string): string =>
  [...text]
    .filter((character) => /[\p{L}\p{N}]/u.test(character))
    .map((character) => {
      if (/\p{ASCII}/u.test(character)) return `${character},`;
      const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
      return `letter ${[...digits].join(" ")},`;
    })
    .join("\n");
