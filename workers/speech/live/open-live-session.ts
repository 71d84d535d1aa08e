import { speechWithin } from "#workers/speech/audio/piece.ts";
import { longestGapSamples } from "#workers/speech/recognition/cut-pieces.ts";
import { quietestSample } from "#workers/speech/recognition/quietest-sample.ts";
import { type DraftReader, type DraftReading, openDraftReader } from "./draft-reader.ts";
import { type FinalReader, openFinalReader } from "./final-reader.ts";
import { type LiveEngine, type LiveOptions, liveRate, type Stretch } from "./live-types.ts";
import type { Ending } from "./read-stretch.ts";
import { openSoundBuffer, type SoundBuffer } from "./sound-buffer.ts";
import { openLanguageFinder } from "./utterance-language.ts";
import { windowSamples } from "./voice-requests.ts";
import { openVoiceTracker, type VoiceTracker } from "./voice-tracker.ts";

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
  /** Samples of utterances that wait to be read. */
  readonly pending: number;
  /** Samples that were written and are not followed yet. */
  readonly behind: number;
  /** Samples that were written. */
  readonly written: number;
}

/** Sound before the voice, in which the beginning of the first word may be. */
const marginBefore = 0.3 * liveRate;
const marginBehind = 0.1 * liveRate;
/** After so long a silence the utterance is read as if it were over. None ends at less: there are such gaps within words. */
const prepareAfter = 4 * windowSamples;
/** In a silence of 200 ms, in whole windows, Smart Turn is asked whether the speaker has finished, by so much of the utterance at most. */
const [judgeAfter, judgedSamples] = [7 * windowSamples, 8 * liveRate];
const finished = 0.5;
/** An utterance that is longer is cut. */
const mostSamples = 24 * liveRate;
/** So much is asked about at once. */
const mostWindows = 30;

interface Live {
  readonly engine: LiveEngine;
  readonly options: LiveOptions;
  readonly sound: SoundBuffer;
  readonly tracker: VoiceTracker;
  readonly drafts: DraftReader;
  readonly finals: FinalReader;
  /** The silence that ends an utterance, in samples. */
  readonly endpoint: number;
  readonly ending: AbortController;
  /** The places in the stream at which the caller has ended an utterance. */
  readonly marks: number[];
  /** Samples that were written. The sound has some more at its end where a last window was filled up. */
  written: number;
  /** The end of the last utterance. */
  usedTo: number;
  /** The memory of the voice detector. */
  memory: Float32Array | null;
  following: Promise<void> | null;
}

/** Opens a session. Nothing in it waits for a clock: silence is measured in sound. */
export function openLiveSession(engine: LiveEngine, options: LiveOptions): LiveSession {
  const live = openParts(engine, options);
  const { sound, tracker, finals } = live;
  const finalize = (): void => {
    live.marks.push(sound.end);
    pump(live);
  };
  return {
    write: (samples) => {
      sound.append(samples);
      live.written += samples.length;
      pump(live);
    },
    finalize,
    close: async () => {
      // Only whole windows are followed.
      sound.append(new Int16Array((windowSamples - (sound.end % windowSamples)) % windowSamples));
      finalize();
      await followed(live);
      finals.revise();
      await finals.settled();
    },
    abort: () => live.ending.abort(),
    get pending() {
      return finals.pending;
    },
    get behind() {
      return Math.max(0, live.written - tracker.position);
    },
    get written() {
      return live.written;
    },
  };
}

function openParts(engine: LiveEngine, given: LiveOptions): Live {
  const ending = new AbortController();
  const onError = (error: unknown): void => {
    if (ending.signal.aborted) return;
    ending.abort();
    given.onError(error);
  };
  const options = { ...given, onError };
  const [sound, tracker] = [openSoundBuffer(), openVoiceTracker()];
  const languages = openLanguageFinder(engine, options);
  const parts = { engine, options, languages, sound, signal: ending.signal };
  const drafts = openDraftReader(parts);
  const onDraft = (reading: DraftReading, from: number): void => {
    if (options.interimResults && tracker.onset !== null && beginOf(live) === from) drafts.take(reading);
  };
  const finals = openFinalReader({ ...parts, mostSamples, onDraft });
  const { endpointingMs } = options;
  const endpoint = endpointingMs === null ? Infinity : Math.max(prepareAfter, (endpointingMs / 1000) * liveRate);
  const state = { marks: [], written: 0, usedTo: 0, memory: null, following: null };
  const live: Live = { engine, options, sound, tracker, drafts, finals, endpoint, ending, ...state };
  return live;
}

/** The begin of the open utterance, or of one that may have begun. */
const beginOf = ({ usedTo, tracker }: Live): number => Math.max(usedTo, tracker.from - marginBefore);

const openUtterance = (live: Live): Stretch => ({
  from: beginOf(live),
  to: live.tracker.position,
  speech: live.tracker.speech,
});

/** The open utterance as it is if nothing more is said. */
const spokenUtterance = (live: Live): Stretch => {
  const { position, voiceEnd } = live.tracker;
  return { ...openUtterance(live), to: Math.min(position, live.written, voiceEnd + marginBehind) };
};

/** Follows what was written, unless that is being done. */
function pump(live: Live): void {
  const { signal } = live.ending;
  live.following ??= follow(live)
    .catch((error: unknown) => live.options.onError(error))
    .finally(() => {
      live.following = null;
      if (!signal.aborted && (live.marks.length > 0 || nextStop(live) > live.tracker.position)) pump(live);
    });
}

async function followed(live: Live): Promise<void> {
  while (live.following !== null) await live.following;
}

async function follow(live: Live): Promise<void> {
  const { engine, options, sound, tracker, ending } = live;
  while (!ending.signal.aborted) {
    const stop = nextStop(live);
    if (stop > tracker.position) {
      const asked = { samples: sound.slice(tracker.position, stop), memory: live.memory };
      const heard = await engine.hear(asked, { owner: options.owner, signal: ending.signal });
      live.memory = heard.memory;
      for (const probability of heard.probabilities) {
        step(live, probability);
        await judgeTurn(live);
      }
      forget(live);
    } else if (live.marks.shift() === undefined) return;
    else endByMark(live);
  }
}

/** The end of the whole windows that may be followed before the next mark. */
function nextStop({ sound, tracker: { position }, marks }: Live): number {
  const end = Math.min(sound.end, marks[0] ?? sound.end);
  const windows = Math.max(0, Math.floor((end - position) / windowSamples));
  return position + Math.min(windows, mostWindows) * windowSamples;
}

function step(live: Live, probability: number): void {
  const { tracker, options } = live;
  const before = tracker.onset;
  tracker.push(probability);
  if (before === null && tracker.onset !== null) {
    options.onEvent({ kind: "speech_started", at: tracker.onset / liveRate });
  }
  decide(live);
}

/** Decides after each window. */
function decide(live: Live): void {
  const { options, tracker, drafts, finals, endpoint } = live;
  const silence = tracker.position - tracker.voiceEnd;
  if (tracker.onset === null) {
    // A revision is read as the piece of a file that this silence would end.
    if (silence > longestGapSamples) finals.revise();
    return;
  }
  if (silence >= endpoint) return finish(live, spokenUtterance(live), { speechFinal: true, fromFinalize: false });
  if (tracker.position - beginOf(live) >= mostSamples) return cut(live);
  if (silence >= prepareAfter) {
    drafts.yield();
    finals.prepare(spokenUtterance(live));
    return;
  }
  finals.goOn();
  if (options.interimResults && finals.pending === 0) drafts.consider(() => openUtterance(live));
}

/** Ends the utterance where its speaker seems to have finished. It is asked once in a pause; where no answer comes, silence decides. */
async function judgeTurn(live: Live): Promise<void> {
  const { engine, options, sound, tracker, ending } = live;
  const isPause = tracker.onset !== null && tracker.position - tracker.voiceEnd === judgeAfter;
  if (options.endOfTurn !== "smart" || !isPause) return;
  const from = Math.max(beginOf(live), tracker.position - judgedSamples);
  const samples = sound.slice(from, tracker.position);
  const stream = { owner: options.owner, signal: ending.signal };
  const probability = await engine.judgeTurn?.({ samples }, stream).catch(() => 0);
  if (ending.signal.aborted || (probability ?? 0) < finished) return;
  finish(live, spokenUtterance(live), { speechFinal: true, fromFinalize: false });
}

function finish(live: Live, stretch: Stretch, how: Ending): void {
  const { tracker, drafts, finals } = live;
  finals.finish({ ...stretch, speech: speechWithin(stretch.speech, [stretch.from, stretch.to]) }, how);
  live.usedTo = stretch.to;
  tracker.endAt(stretch.to);
  drafts.reset();
}

/** Ends an utterance that has grown too long at the quietest place of its last third; the rest is the next one. */
function cut(live: Live): void {
  const whole = openUtterance(live);
  const samples = live.sound.slice(whole.from, whole.to);
  const at = quietestSample(samples, Math.floor((2 * samples.length) / 3), samples.length);
  finish(live, { ...whole, to: whole.from + at }, { speechFinal: false, fromFinalize: false });
}

function endByMark(live: Live): void {
  const { tracker, finals } = live;
  if (tracker.onset === null) finals.finishNothing(Math.min(tracker.position, live.written) / liveRate);
  else finish(live, spokenUtterance(live), { speechFinal: true, fromFinalize: true });
}

/** Drops the sound that nothing needs any more. */
function forget(live: Live): void {
  const begin = beginOf(live);
  live.sound.dropBefore(Math.min(begin, live.finals.neededFrom ?? begin));
}
