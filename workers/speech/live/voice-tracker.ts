import { type Range, speechWithin } from "#workers/speech/audio/piece.ts";
import { windowSamples } from "./voice-requests.ts";

/** A voice begins with so many windows of at least this probability; a click is shorter. */
const [beginProbability, beginWindows] = [0.5, 3];
/** A lower probability is no voice while one speaks. */
const goOnProbability = 0.35;
/** After so long a silence only what would begin a voice goes on with it. */
const briefSilenceSamples = 3 * windowSamples;
/** A longer silence within an utterance parts its speech in two ranges. */
const rangeGapSamples = 8 * windowSamples;

/** Follows when somebody speaks in a stream. All places are samples of the stream. */
export interface VoiceTracker {
  /** How far the stream was followed. */
  readonly position: number;
  /** The place at which the voice began; null while nobody speaks. */
  readonly onset: number | null;
  /** The end of the last voice. */
  readonly voiceEnd: number;
  /** The ranges of speech since the onset. */
  readonly speech: readonly Range[];
  /** Takes the probability of a voice in the next window. */
  push(probability: number): void;
  /** Ends the utterance; speech behind that place belongs to the next one. */
  endAt(place: number): void;
}

export function openVoiceTracker(): VoiceTracker {
  let [position, voiceEnd, run] = [0, 0, 0];
  let runFrom = 0;
  let onset: number | null = null;
  let speech: readonly Range[] = [];
  const lookForVoice = (probability: number): void => {
    if (probability >= beginProbability) {
      if (run === 0) runFrom = position - windowSamples;
      run += 1;
    } else if (probability < goOnProbability) run = 0;
    if (run < beginWindows) return;
    [onset, voiceEnd, run] = [runFrom, position, 0];
    speech = [[runFrom, position]];
  };
  const goOn = (probability: number): void => {
    const isBrief = position - windowSamples - voiceEnd < briefSilenceSamples;
    if (probability < (isBrief ? goOnProbability : beginProbability)) return;
    const last = speech.at(-1) ?? [position - windowSamples, position];
    const isApart = position - windowSamples - last[1] >= rangeGapSamples;
    speech = isApart
      ? [...speech, [position - windowSamples, position]]
      : [...speech.slice(0, -1), [last[0], position]];
    voiceEnd = position;
  };
  return {
    get position() {
      return position;
    },
    get onset() {
      return onset;
    },
    get voiceEnd() {
      return voiceEnd;
    },
    get speech() {
      return speech;
    },
    push: (probability) => {
      position += windowSamples;
      if (onset === null) lookForVoice(probability);
      else goOn(probability);
    },
    endAt: (place) => {
      speech = speechWithin(speech, [place, position]);
      onset = speech[0]?.[0] ?? null;
    },
  };
}
