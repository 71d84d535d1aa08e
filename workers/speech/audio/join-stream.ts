import {
  type CutPiece,
  isSilence,
  type JoinedPiece,
  levelled,
  type PiecePosition,
  positionAt,
  shortestSeconds,
  soundOf,
  speechRate,
  tailSeconds,
} from "./join-pcm.ts";
import { gainFor, planWithGain } from "./level-plan.ts";
import { frameSeconds } from "./loudness.ts";
import { type Levels, measureLevels } from "./measure-level.ts";
import { pcmBytes } from "./pcm-samples.ts";
import { speechEdges } from "./speech-edges.ts";
import { pcmSeconds } from "./wav.ts";

/** A piece as it continues the stream. */
export interface AddedPiece {
  /** At 24 kHz. */
  readonly pcm: Buffer;
  readonly position: PiecePosition;
}

/** Joins pieces as `joinPcm` does, but one at a time. */
export interface StreamJoin {
  add(piece: JoinedPiece, isLast: boolean): Promise<AddedPiece>;
}

export interface StreamJoinOptions {
  readonly signal: AbortSignal;
  /** Whether other speech follows the last piece, so that its own pause is behind it. */
  readonly continues: boolean;
}

/** The gain changes by at most this much between two pieces, in dB, which is hardly noticed. */
const usualChangeDb = 1;
/**
 * A shorter beginning says little about how loud the rest is, so the gain may change by more after it: by 2 dB for each
 * second that is missing.
 */
const tellingSeconds = 4;
const changeDbPerSecond = 2;

/** The levels of a speaker so far, and the gain of the last piece. */
interface SpeakerLevels extends Levels {
  readonly gain: number;
}

/** As a factor. */
function maxChangeAfter({ energies }: Levels): number {
  const missingSeconds = tellingSeconds - energies.length * frameSeconds;
  return 10 ** (Math.max(usualChangeDb, changeDbPerSecond * missingSeconds) / 20);
}

/** The levels with one more piece, whose gain approaches the one that all pieces so far need. */
function withPiece(before: SpeakerLevels | undefined, { energies, peaks }: Levels): SpeakerLevels {
  const all = { energies: [...(before?.energies ?? []), ...energies], peaks: [...(before?.peaks ?? []), ...peaks] };
  const needed = gainFor(all);
  if (before === undefined) return { ...all, gain: needed };
  const change = maxChangeAfter(before);
  return { ...all, gain: Math.min(before.gain * change, Math.max(before.gain / change, needed)) };
}

/**
 * Later pieces are not known yet, so the gain of a speaker is the one that brings its pieces so far to −18 LUFS; peaks above
 * −1.5 dB are limited.
 */
export function openStreamJoin({ signal, continues }: StreamJoinOptions): StreamJoin {
  const speakers = new Map<string | undefined, SpeakerLevels>();
  let seconds = 0;
  let hasSpeech = false;
  const cutOf = async (piece: JoinedPiece, isLast: boolean): Promise<CutPiece> => {
    const cut = { ...piece, range: await speechEdges(piece), silenceSeconds: piece.pauseSeconds ?? 0 };
    hasSpeech ||= !isSilence(cut);
    if (!isLast) return cut;
    const pauseSeconds = continues ? cut.silenceSeconds : tailSeconds;
    return { ...cut, silenceSeconds: hasSpeech ? pauseSeconds : shortestSeconds };
  };
  const gainOf = (piece: CutPiece, levels: Levels): number => {
    if (isSilence(piece)) return 1;
    const speaker = withPiece(speakers.get(piece.speaker), levels);
    speakers.set(piece.speaker, speaker);
    return speaker.gain;
  };
  return {
    add: async (piece, isLast) => {
      const cut = await cutOf(piece, isLast);
      const levels = await measureLevels(soundOf(cut), speechRate);
      const plan = planWithGain(levels, gainOf(cut, levels));
      const chunks: Buffer[] = [];
      for await (const samples of levelled([cut], plan, signal)) chunks.push(pcmBytes(samples));
      const pcm = Buffer.concat(chunks);
      const position = positionAt(seconds, cut);
      seconds += pcmSeconds(pcm.length, speechRate);
      return { pcm, position };
    },
  };
}
