import { randomUUID } from "node:crypto";
import { DomainError } from "#src/errors.ts";
import { joinPcm, type JoinedPiece } from "#workers/speech/encode/join-pcm.ts";
import { pauseBehind } from "#workers/speech/encode/pauses.ts";
import type { PcmFile, SynthesisOptions } from "#workers/speech/engine.ts";
import { openEspeak } from "#workers/speech/engines/espeak-ng/open-espeak.ts";
import { openFlite } from "#workers/speech/engines/flite/open-flite.ts";
import { openFairSlots } from "#workers/speech/fair-slots.ts";
import { normalizeText } from "#workers/speech/synthesis/normalize-text.ts";
import { type Engines, planRuns, type Speaker } from "#workers/speech/synthesis/plan-runs.ts";
import { soundsLike } from "#workers/speech/synthesis/sounds-like.ts";
import { spell } from "#workers/speech/synthesis/spell.ts";
import { splitText } from "#workers/speech/synthesis/split-text.ts";

export interface SynthesizerOptions extends Engines {
  /** How many segments are spoken at once. */
  readonly segmentsAtOnce: number;
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
  synthesize(options: SpeakOptions): Promise<PcmFile>;
}

/** What is spoken in one go, and the silence behind it. */
interface Segment {
  readonly text: string;
  readonly speakers: readonly Speaker[];
  readonly pauseSeconds: number;
}

/** `spell` says a letter in as many. */
const lettersOfSpelled = 10;

const planSegments = (options: SynthesisOptions, engines: Engines): readonly Segment[] =>
  planRuns(normalizeText(options.text), options, engines).flatMap(({ text, speakers }) => {
    const [first] = speakers;
    const maxLetters = (first?.engine.segmentLetters ?? text.length) / (first?.spelled === true ? lettersOfSpelled : 1);
    return splitText(text, maxLetters * Math.min(1, options.speed)).map((segment) => ({
      text: segment.text,
      speakers,
      pauseSeconds: pauseBehind(segment.text, segment.seam ?? "speaker", options.speed),
    }));
  });

const speakSegment = async (
  { text, speakers, pauseSeconds }: Segment,
  options: SynthesisOptions,
): Promise<JoinedPiece> => {
  for (const { engine, voice, language, spelled } of speakers) {
    const pcm = await engine.synthesize({ ...options, voice, language, text: spelled ? spell(text) : text });
    const speaker = `${engine.name}/${voice.name}/${language}`;
    if (await soundsLike(pcm, text, options.speed)) return { ...pcm, pauseSeconds, speaker };
  }
  throw new DomainError("engine_unavailable", "No engine made a sound of this text.");
};

/** What the service speaks with when nothing else is said. */
const usualOptions = (): SynthesizerOptions => {
  const fallback = openEspeak();
  return { engines: [openFlite(), fallback], fallback, segmentsAtOnce: 1 };
};

/**
 * Speaks with the voice asked for what its engine pronounces, and hands the rest, script by script, to the fallback: in
 * the caller's language if it uses the script, else in the script's best-known one, in the end letter by letter. Long
 * texts are spoken in segments, those of several accounts in turn.
 */
export const openSynthesizer = (options: Partial<SynthesizerOptions> = {}): Synthesizer => {
  const synthesizer = { ...usualOptions(), ...options };
  const slots = openFairSlots(synthesizer.segmentsAtOnce);
  const languages = [...new Set(synthesizer.engines.flatMap((engine) => engine.languages))].toSorted((a, b) =>
    a < b ? -1 : 1,
  );
  return {
    languages,
    async synthesize({ account = randomUUID(), onProgress, ...text }) {
      if (!languages.includes(text.language)) throw new DomainError("language_unsupported");
      const owner = { account, file: text };
      const segments = planSegments(text, synthesizer);
      const pieces: JoinedPiece[] = [];
      let spoken = 0;
      for (const segment of segments) {
        if (spoken > 0) await onProgress?.(Math.floor((100 * spoken) / text.text.length));
        pieces.push(await slots.run(owner, () => speakSegment(segment, text), text.signal));
        spoken += segment.text.length;
      }
      return joinPcm(pieces, text);
    },
  };
};
