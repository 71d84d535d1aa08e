import { setImmediate as nextRound } from "node:timers/promises";
import type { Recognition, UtteranceOptions } from "#workers/speech/engine.ts";
import type {
  LiveEngine,
  LiveEvent,
  LiveFinal,
  LiveMeasure,
  LiveOptions,
  LivePartial,
} from "#workers/speech/live/live-types.ts";
import { type LiveSession, openLiveSession } from "#workers/speech/live/open-live-session.ts";
import { openReadSlots } from "#workers/speech/live/read-slots.ts";

const sampleRate = 16_000;
const chunkSamples = 512;
/** A voice is at least so loud. */
const loud = 1_000;
const wordSeconds = 0.4;

/** The word that a sound of this loudness means. */
const wordOf = (loudness: number): string => `w${loudness - loud}`;

/** Sound in which the engine of these tests hears the words of these numbers, from 1; a gap follows each. */
export const wordsSound = (numbers: readonly number[], gapSeconds = 0.05): Int16Array =>
  joined(numbers.flatMap((number) => [tone(loud + number, wordSeconds), silence(gapSeconds)]));

export const silence = (seconds: number): Int16Array => tone(0, seconds);

const tone = (loudness: number, seconds: number): Int16Array =>
  new Int16Array(Math.round(seconds * sampleRate)).fill(loudness);

export const joined = (sounds: readonly Int16Array[]): Int16Array => {
  const whole = new Int16Array(sounds.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const sound of sounds) {
    whole.set(sound, at);
    at += sound.length;
  }
  return whole;
};

/** A reading that was asked for. */
export interface Asked extends UtteranceOptions {
  readonly seconds: number;
  /** The seconds of sound that had come by then. */
  readonly at: number;
}

export interface FakeLive {
  readonly session: LiveSession;
  readonly events: readonly LiveEvent[];
  readonly errors: readonly unknown[];
  readonly asked: readonly Asked[];
  readonly measured: readonly LiveMeasure[];
  /** The seconds of sound of each question whether the speaker has finished. */
  readonly judged: readonly number[];
  partials(): readonly LivePartial[];
  finals(): readonly LiveFinal[];
  /** Brings sound in real time by the clock of the test. @returns when each event came, in seconds */
  play(sound: Int16Array): Promise<void>;
  /** The second at which the event came. */
  cameAt(event: LiveEvent): number;
}

export interface FakeOptions extends Partial<
  Pick<LiveOptions, "language" | "interimResults" | "endpointingMs" | "endOfTurn" | "revises" | "format">
> {
  /** Changes what is read. */
  readonly read?: (words: readonly string[], asked: Asked) => readonly string[];
  /** A reading takes so long by the clock of the test. */
  readonly readMs?: number | ((asked: Asked) => number);
  readonly findLanguage?: LiveEngine["findLanguage"];
  /** The probability that the speaker has finished, by the words of the utterance. */
  readonly judge?: (words: readonly string[]) => number;
}

/** A session whose engine hears words in constant tones, and whose clock is the sound. */
export function openFakeLive({
  read = (words) => words,
  readMs = 0,
  findLanguage = null,
  judge,
  ...options
}: FakeOptions = {}): FakeLive {
  const [events, errors, asked]: [LiveEvent[], unknown[], Asked[]] = [[], [], []];
  const [measured, judged]: [LiveMeasure[], number[]] = [[], []];
  const times = new Map<LiveEvent, number>();
  let nowMs = 0;
  const alarms: { readonly atMs: number; readonly ring: () => void }[] = [];
  const after = (ms: number): Promise<void> =>
    ms === 0 ? Promise.resolve() : new Promise((ring) => alarms.push({ atMs: nowMs + ms, ring }));
  const engine: LiveEngine = {
    hear: async ({ samples, memory }) => {
      const windows = Array.from({ length: samples.length / chunkSamples }, (_, index) => index * chunkSamples);
      const probabilities = windows.map((from) =>
        Number(samples.subarray(from, from + chunkSamples).some((one) => one > loud)),
      );
      return { probabilities, memory: memory ?? new Float32Array(1) };
    },
    read: async (samples, request) => {
      const one = { ...request, seconds: samples.length / sampleRate, at: nowMs / 1000 };
      asked.push(one);
      await after(typeof readMs === "number" ? readMs : readMs(one));
      return recognitionOf(read(heardIn(samples), one), samples.length / sampleRate);
    },
    findLanguage,
    judgeTurn:
      judge === undefined
        ? null
        : async ({ samples }) => {
            judged.push(samples.length / sampleRate);
            return judge(heardIn(samples));
          },
    slots: openReadSlots(2),
    now: () => nowMs,
  };
  const session = openLiveSession(engine, {
    ...{
      language: "en",
      interimResults: true,
      endpointingMs: 500,
      endOfTurn: "silence",
      revises: false,
      format: "smart",
      ...options,
    },
    owner: { account: "account", file: {} },
    onEvent: (event) => {
      events.push(event);
      times.set(event, nowMs / 1000);
    },
    onError: (error) => errors.push(error),
    observe: (one) => measured.push(one),
  });
  return {
    ...{ session, events, errors, asked, measured, judged },
    partials: () => events.filter((event) => event.kind === "partial"),
    finals: () => events.filter((event) => event.kind === "final"),
    play: async (sound) => {
      for (let from = 0; from < sound.length; from += chunkSamples) {
        const chunk = sound.subarray(from, from + chunkSamples);
        nowMs += (1000 * chunk.length) / sampleRate;
        session.write(chunk);
        for (const { atMs, ring } of alarms) if (atMs <= nowMs) ring();
        await nextRound();
      }
    },
    cameAt: (event) => times.get(event) ?? Number.NaN,
  };
}

function heardIn(samples: Int16Array): readonly string[] {
  const words: string[] = [];
  let before = 0;
  for (const sample of samples) {
    if (sample !== before && sample > loud) words.push(wordOf(sample));
    before = sample;
  }
  return words;
}

function recognitionOf(words: readonly string[], seconds: number): Recognition {
  const each = seconds / Math.max(1, words.length);
  const timed = words.map((word, index) => ({ word, start: index * each, end: (index + 1) * each, confidence: 0.5 }));
  const text = words.join(" ");
  const segments = words.length === 0 ? [] : [{ id: 0, start: 0, end: seconds, text, confidence: 0.5 }];
  return { text, segments, words: timed, model: "fake", confidenceSource: "none" };
}
