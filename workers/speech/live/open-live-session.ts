import { speechWithin } from "#workers/speech/audio/piece.ts";
import { quietestSample } from "#workers/speech/recognition/quietest-sample.ts";
import { openDraftReader } from "./draft-reader.ts";
import { type Ending, openFinalReader } from "./final-reader.ts";
import { type LiveEngine, type LiveOptions, liveRate, type LiveWord, type Stretch } from "./live-types.ts";
import { openSoundBuffer } from "./sound-buffer.ts";
import { openLanguageFinder } from "./spoken-language.ts";
import { windowSamples } from "./voice-requests.ts";
import { openVoiceTracker } from "./voice-tracker.ts";

/** Transcribes a stream of sound while it comes. */
export interface LiveSession {
  /** Takes sound: 16 kHz mono. */
  write(samples: Int16Array): void;
  /** Ends the open utterance, as soon as the sound that was written has been followed. */
  finalize(): void;
  /** Ends the open utterance. Resolves when all was told. */
  close(): Promise<void>;
  /** Ends it at once. */
  abort(): void;
  /** Samples that wait to be followed or read. */
  readonly waiting: number;
  /** Samples that were written and are not followed yet. */
  readonly behind: number;
  /** Samples that were written. */
  readonly written: number;
}

/** Sound before the voice, in which the beginning of the first word may be. */
const marginBefore = 0.3 * liveRate;
const marginBehind = 0.1 * liveRate;
/** After so long a silence the utterance is read as if it were over. */
const prepareAfter = 4 * windowSamples;
/** A longer silence ends what may be revised. */
const reviseAfter = 0.8 * liveRate;
/** An utterance that is longer is cut. */
const mostSamples = 24 * liveRate;
/** So much is asked about at once. */
const mostWindows = 30;

/** Opens a session. Nothing in it waits for a clock: silence is measured in sound. */
export function openLiveSession(engine: LiveEngine, options: LiveOptions): LiveSession {
  const ending = new AbortController();
  const { signal } = ending;
  const { owner, endpointingMs } = options;
  const sound = openSoundBuffer();
  const tracker = openVoiceTracker();
  const languages = openLanguageFinder(engine, options);
  const parts = { engine, options, languages, sound, signal };
  const drafts = openDraftReader(parts);
  /** The end of the last utterance. */
  let usedTo = 0;
  let memory: Float32Array | null = null;
  /** The places in the stream at which the caller has ended an utterance. */
  const marks: number[] = [];
  let following: Promise<void> | null = null;

  const openUtterance = (to: number): Stretch => ({
    from: Math.max(usedTo, (tracker.onset ?? to) - marginBefore),
    to,
    speech: tracker.speech,
  });
  const onDraft = (words: readonly LiveWord[], { from, to }: Stretch): void => {
    if (options.interimResults && tracker.onset !== null && openUtterance(0).from === from) drafts.take(words, to);
  };
  const finals = openFinalReader({ ...parts, mostSamples, onDraft });
  const spoken = (): Stretch => openUtterance(Math.min(tracker.position, tracker.voiceEnd + marginBehind));
  const finish = (stretch: Stretch, how: Ending): void => {
    finals.finish({ ...stretch, speech: speechWithin(stretch.speech, [stretch.from, stretch.to]) }, how);
    usedTo = stretch.to;
    tracker.endAt(stretch.to);
    drafts.reset();
  };
  const cut = (): void => {
    const whole = openUtterance(tracker.position);
    const samples = sound.slice(whole.from, whole.to);
    const at = quietestSample(samples, Math.floor((2 * samples.length) / 3), samples.length);
    finish({ ...whole, to: whole.from + at }, { speechFinal: false, fromFinalize: false });
  };
  const endpoint = endpointingMs === null ? Infinity : (endpointingMs / 1000) * liveRate;
  /** Decides after each window. */
  const decide = (): void => {
    const silence = tracker.position - tracker.voiceEnd;
    if (tracker.onset === null) {
      const { revisableTo } = finals;
      if (revisableTo !== null && silence >= reviseAfter) finals.revise();
      return;
    }
    if (silence >= endpoint) return finish(spoken(), { speechFinal: true, fromFinalize: false });
    if (tracker.position - openUtterance(0).from >= mostSamples) return cut();
    if (silence >= prepareAfter) {
      drafts.yield();
      finals.prepare(spoken());
      return;
    }
    finals.goOn();
    if (options.interimResults && finals.pending === 0) drafts.consider(() => openUtterance(tracker.position));
  };
  const step = (probability: number): void => {
    const before = tracker.onset;
    tracker.push(probability);
    if (before === null && tracker.onset !== null)
      options.onEvent({ kind: "speech_started", at: tracker.onset / liveRate });
    decide();
  };
  const forget = (): void => {
    const begin = tracker.onset === null ? tracker.position - 2 * marginBefore : openUtterance(0).from;
    sound.dropBefore(Math.min(begin, finals.neededFrom ?? begin));
  };
  const endByMark = (): void => {
    if (tracker.onset === null) finals.finishNothing(tracker.position / liveRate);
    else finish(spoken(), { speechFinal: true, fromFinalize: true });
  };
  /** The end of the whole windows that may be followed before the next mark. */
  const nextStop = (): number => {
    const whole = (place: number): number => place - ((place - tracker.position) % windowSamples);
    return Math.min(whole(sound.end), whole(marks[0] ?? sound.end), tracker.position + mostWindows * windowSamples);
  };
  const follow = async (): Promise<void> => {
    while (!signal.aborted) {
      const stop = nextStop();
      if (stop > tracker.position) {
        const samples = sound.slice(tracker.position, stop);
        const heard = await engine.hear({ samples, memory }, { owner, signal });
        ({ memory } = heard);
        for (const probability of heard.probabilities) step(probability);
        forget();
      } else if (marks.shift() !== undefined) endByMark();
      else return;
    }
  };
  const pump = (): void => {
    following ??= follow()
      .catch((error: unknown) => {
        if (!signal.aborted) options.onError(error);
        ending.abort();
      })
      .finally(() => {
        following = null;
        if (!signal.aborted && (marks.length > 0 || nextStop() > tracker.position)) pump();
      });
  };
  const finalize = (): void => {
    marks.push(sound.end);
    pump();
  };
  return {
    write: (samples) => {
      sound.append(samples);
      pump();
    },
    finalize,
    close: async () => {
      finalize();
      while (following !== null) await following;
      finals.revise();
      await finals.settled();
    },
    abort: () => ending.abort(),
    get waiting() {
      return sound.end - tracker.position + finals.pending;
    },
    get behind() {
      return sound.end - tracker.position;
    },
    get written() {
      return sound.end;
    },
  };
}
