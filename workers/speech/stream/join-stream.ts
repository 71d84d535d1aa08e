import {
  type JoinedPiece,
  levelled,
  type PiecePosition,
  shortestSeconds,
  soundOf,
  speechRate,
  tailSeconds,
} from "#workers/speech/encode/join-pcm.ts";
import { planLevels, planWithGain } from "#workers/speech/encode/level-plan.ts";
import { type Levels, measureLevels } from "#workers/speech/encode/measure-level.ts";
import { pcmBytes } from "#workers/speech/encode/pcm-samples.ts";
import { speechEdges } from "#workers/speech/encode/speech-edges.ts";

/** A piece behind those before it. */
export interface AddedPiece {
  /** At 24 kHz. */
  readonly pcm: Buffer;
  readonly position: PiecePosition;
}

/** Joins pieces as `joinPcm` does, each as it comes. */
export interface StreamJoin {
  add(piece: JoinedPiece, isLast: boolean): Promise<AddedPiece>;
}

const bytesPerSample = 2;

/** By so much the gain changes between two pieces at most, in dB, which is hardly noticed. */
const usualChangeDb = 1;
/** By more behind so few seconds that they tell badly how loud the rest is: by 2 dB for each that is missing. */
const tellingSeconds = 4;
const changeDbPerSecond = 2;
const framesPerSecond = 100;

/** What was heard of a speaker, and how loud it was made. */
interface Heard extends Levels {
  readonly gain: number;
}

/** As a factor. */
const mostChangeBehind = ({ energies }: Levels): number =>
  10 ** (Math.max(usualChangeDb, changeDbPerSecond * (tellingSeconds - energies.length / framesPerSecond)) / 20);

/** The gain that all that was heard of a speaker needs, which a short first sentence tells badly. */
function heardWith(before: Heard | undefined, { energies, peaks }: Levels): Heard {
  const all = { energies: [...(before?.energies ?? []), ...energies], peaks: [...(before?.peaks ?? []), ...peaks] };
  const speakers = all.peaks.map(() => 0);
  const needed = planLevels(all, speakers).gains[0] ?? 1;
  if (before === undefined) return { ...all, gain: needed };
  const most = mostChangeBehind(before);
  return { ...all, gain: Math.min(before.gain * most, Math.max(before.gain / most, needed)) };
}

/**
 * What comes is not known yet, so the gain of a speaker is what all of its pieces so far need to be at −18 LUFS; peaks above
 * −1.5 dB are limited.
 */
export function openStreamJoin(signal: AbortSignal): StreamJoin {
  const heard = new Map<string | undefined, Heard>();
  let seconds = 0;
  let isSilent = true;
  return {
    add: async (piece, isLast) => {
      const range = await speechEdges(piece);
      isSilent &&= range.to === range.from;
      const atTheEnd = isSilent ? shortestSeconds : tailSeconds;
      const cut = { ...piece, range, silenceSeconds: isLast ? atTheEnd : (piece.pauseSeconds ?? 0) };
      const levels = await measureLevels(soundOf(cut), speechRate);
      const speaker = range.to > range.from ? heardWith(heard.get(piece.speaker), levels) : null;
      if (speaker !== null) heard.set(piece.speaker, speaker);
      const plan = planWithGain(levels, speaker?.gain ?? 1);
      const chunks: Buffer[] = [];
      for await (const samples of levelled([cut], plan, signal)) chunks.push(pcmBytes(samples));
      const pcm = Buffer.concat(chunks);
      const position = {
        start: seconds,
        keptFrom: range.from / piece.sampleRate,
        keptTo: range.to / piece.sampleRate,
      };
      seconds += pcm.length / bytesPerSample / speechRate;
      return { pcm, position };
    },
  };
}
