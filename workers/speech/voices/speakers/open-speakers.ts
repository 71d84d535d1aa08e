import type { z } from "zod";
import type { Owner, PcmFile, TimeSpan } from "#workers/speech/engine.ts";
import type { Range } from "#workers/speech/audio/piece.ts";
import { openProcessPool, timeoutAsUnavailable } from "#workers/speech/process/process-pool.ts";
import { startHost } from "#workers/speech/process/start-host.ts";
import { findSpeech } from "#workers/speech/recognition/find-speech.ts";
import { foundSpeech } from "#workers/speech/recognition/host-requests.ts";
import { openPcmSource, type PcmSource } from "#workers/speech/recognition/pcm-source.ts";
import { type HeardWindow, overlapsOf, overlapWindows } from "./find-overlaps.ts";
import { framesPerSecond, type PlacedWindow } from "./follow-speakers.ts";
import type { SpeakerCount } from "./group-voices.ts";
import {
  followedSpeakers,
  heardOverlap,
  type HeardVoices,
  heardVoices,
  type SpeakerModels,
  type SpeakerRequest,
  windowSamples,
} from "./speaker-requests.ts";
import { type SpeakerTurn, turnsOf } from "./speaker-turns.ts";

export interface SpeakersOptions {
  readonly models: SpeakerModels;
  /** The host is ended when it has had nothing to do for so long; null: it stays. */
  readonly idleMs: number | null;
  readonly log: (message: string) => void;
}

export interface FollowOptions {
  readonly count: SpeakerCount;
  readonly owner: Owner;
  readonly signal: AbortSignal;
}

export interface Followed {
  /** In their order; none without speech. */
  readonly turns: readonly SpeakerTurn[];
  /** The parts in which people speak at once; null without the model that hears it. */
  readonly overlaps: readonly TimeSpan[] | null;
}

/** Tells apart who speaks in a recording of 16 kHz, in a host. */
export interface Speakers {
  /** @throws DomainError `engine_unavailable` */
  follow(audio: PcmFile, options: FollowOptions): Promise<Followed>;
  close(): Promise<void>;
}

const program = new URL("./speaker-program.ts", import.meta.url);
const name = "speaker encoder";
/** Three hours of speech need half of it. */
const memoryMb = 900;
const loadTimeoutMs = 60_000;
const longestWaitMs = 300_000;
/** A stretch of speech takes a second or two, hours of windows half a minute; other work goes first. */
const timeoutMs = 300_000;
const sampleRate = 16_000;
const frameSamples = sampleRate / framesPerSecond;
/** A window begins every 0.4 s. */
const stepSamples = 0.4 * sampleRate;
/** Less of the power than this is above the band of a telephone: −41 dB. Most clips of microphones have −38 dB or more, calls −43 or less. */
const telephoneShare = 8e-5;

export function openSpeakers({ models, idleMs, log }: SpeakersOptions): Speakers {
  const pool = openProcessPool<unknown, unknown>({
    ...{ name, processes: 1, longestWaitMs, log, onAbort: "kill", startsOnUse: true, idleMs },
    start: () => startHost({ name, program, models, memoryMb, loadTimeoutMs, log }),
  });
  const follow: Speakers["follow"] = async (audio, { count, owner, signal }) => {
    const own = pool.of(owner.account);
    const ask = async <Answer>(request: SpeakerRequest, answer: z.ZodType<Answer>): Promise<Answer> =>
      answer.parse(await own.run(owner.file, { request, timeoutMs, signal }).catch(timeoutAsUnavailable));
    await using source = await openPcmSource(audio.path);
    const [windows, speech]: [PlacedWindow[], Range[]] = [[], []];
    const power = { all: 0, above: 0 };
    for await (const range of findSpeech(source, (samples) => ask({ kind: "find speech", samples }, foundSpeech))) {
      speech.push(range);
      const heard = await hear(source, range, (request) => ask(request, heardVoices));
      windows.push(...heard.windows);
      power.all += heard.power.all;
      power.above += heard.power.above;
    }
    const overlaps =
      models.overlaps === null ? null : await findOverlaps(source, speech, (request) => ask(request, heardOverlap));
    if (windows.length === 0) return { turns: [], overlaps };
    // Speech that was found in gaps comes behind what surrounds it.
    windows.sort((a, b) => a.centre - b.centre);
    const frames = Math.ceil(source.length / frameSamples);
    const isByTelephone = power.above < telephoneShare * power.all;
    const speakers = await ask({ kind: "follow", windows, frames, count, isByTelephone }, followedSpeakers);
    return { turns: turnsOf(speakers, speech), overlaps };
  };
  return { follow, close: () => pool.close() };
}

/** The windows of a stretch of speech with their voices: a short one is the middle of a single window. */
async function hear(
  source: PcmSource,
  [from, to]: Range,
  ask: (request: SpeakerRequest) => Promise<HeardVoices>,
): Promise<{ readonly windows: readonly PlacedWindow[]; readonly power: HeardVoices["power"] }> {
  const isShort = to - from <= windowSamples;
  const begin = isShort ? Math.max(0, Math.round((from + to - windowSamples) / 2)) : from;
  const last = isShort ? begin : to - windowSamples;
  const starts = [...steps(begin, last), last];
  const samples = await source.read(begin, last + windowSamples);
  const { voices, power } = await ask({
    kind: "hear",
    samples,
    starts: starts.map((start) => Math.floor((start - begin) / frameSamples)),
  });
  const seconds = (to - from) / sampleRate / starts.length;
  const windows = voices.map((voice, index) => ({
    ...{ voice, seconds },
    centre: ((starts[index] ?? begin) + windowSamples / 2) / sampleRate,
  }));
  return { windows, power };
}

async function findOverlaps(
  source: PcmSource,
  speech: readonly Range[],
  ask: (request: SpeakerRequest) => Promise<Float32Array>,
): Promise<readonly TimeSpan[]> {
  const heard: HeardWindow[] = [];
  for (const [from, to] of overlapWindows(source.length, speech)) {
    heard.push({ from, overlap: await ask({ kind: "hear overlap", samples: await source.read(from, to) }) });
  }
  return overlapsOf(heard);
}

const steps = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.ceil((to - from) / stepSamples) }, (_, index) => from + index * stepSamples);
