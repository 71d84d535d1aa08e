import { type Range, speechWithin } from "#workers/speech/audio/piece.ts";
import { windowSamples } from "./voice-requests.ts";

/** A voice begins with so many windows of at least this probability; a click is shorter. */
const [beginProbability, beginWindows] = [0.5, 3];
/** They come within so many windows, or it has not begun yet. */
const beginWithin = 8 * windowSamples;
/** A lower probability is no voice while one speaks. */
const goOnProbability = 0.35;
/** After so long a silence only what would begin a voice goes on with it. */
const briefSilenceSamples = 3 * windowSamples;
/** A longer silence within an utterance parts its speech in two ranges. */
const rangeGapSamples = 8 * windowSamples;

/** The times of speech in a stream. All places are samples of the stream. */
interface Voice {
  /** The place up to which the stream was followed. */
  readonly position: number;
  /** The place at which the voice began; null in silence. */
  readonly onset: number | null;
  /** The place at which the voice began; in silence, the first one at which a voice may have begun. */
  readonly from: number;
  /** The end of the last voice. */
  readonly voiceEnd: number;
  /** The ranges of speech since the onset. */
  readonly speech: readonly Range[];
}

/** Follows speech and silence in a stream. */
export interface VoiceTracker extends Voice {
  /** Takes the probability of a voice in the next window. */
  push(probability: number): void;
  /** Ends the utterance; speech behind that place belongs to the next one. */
  endAt(place: number): void;
}

interface Followed extends Omit<Voice, "from"> {
  /** The windows in which a voice may have begun, and the place of the first one. */
  readonly run: number;
  readonly runFrom: number;
}

export function openVoiceTracker(): VoiceTracker {
  let now: Followed = { position: 0, onset: null, voiceEnd: 0, speech: [], run: 0, runFrom: 0 };
  return {
    get position() {
      return now.position;
    },
    get onset() {
      return now.onset;
    },
    get from() {
      return now.onset ?? (now.run === 0 ? now.position : now.runFrom);
    },
    get voiceEnd() {
      return now.voiceEnd;
    },
    get speech() {
      return now.speech;
    },
    push: (probability) => {
      const next = { ...now, position: now.position + windowSamples };
      now = now.onset === null ? lookForVoice(next, probability) : goOn(next, probability);
    },
    endAt: (place) => {
      const speech = speechWithin(now.speech, [place, now.position]);
      now = { ...now, speech, onset: speech[0]?.[0] ?? null };
    },
  };
}

function lookForVoice(now: Followed, probability: number): Followed {
  const { position } = now;
  if (probability < goOnProbability) return { ...now, run: 0 };
  const isOpen = now.run > 0 && position - now.runFrom <= beginWithin;
  const runFrom = isOpen ? now.runFrom : position - windowSamples;
  const run = (isOpen ? now.run : 0) + (probability < beginProbability ? 0 : 1);
  if (run < beginWindows) return { ...now, run, runFrom };
  return { ...now, onset: runFrom, voiceEnd: position, speech: [[runFrom, position]], run: 0 };
}

function goOn(now: Followed, probability: number): Followed {
  const { position, speech, voiceEnd } = now;
  const from = position - windowSamples;
  const isBrief = from - voiceEnd < briefSilenceSamples;
  if (probability < (isBrief ? goOnProbability : beginProbability)) return now;
  const last = speech.at(-1) ?? [from, position];
  const ranges: readonly Range[] =
    from - last[1] >= rangeGapSamples ? [...speech, [from, position]] : [...speech.slice(0, -1), [last[0], position]];
  return { ...now, voiceEnd: position, speech: ranges };
}
