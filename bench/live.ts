import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { decodeRecording, type Recording } from "#harness/audio/recordings.ts";
import { type WordErrors, wordErrorRate, wordErrors } from "#harness/audio/word-error-rate.ts";
import {
  type LiveMessage,
  type LiveWorkerAddress,
  openLiveWorkerSession,
  startOfSession,
} from "#harness/clients/live-worker-client.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { quantile, sum } from "#harness/statistics.ts";
import { bareOptions } from "./asr.ts";
import { recogniseBareMoonshine } from "./bare-moonshine.ts";
import type { Figure, Report, Target } from "./report.ts";
import { type BenchOptions, type MeasuredService, startService } from "./running-service.ts";

const secret = "the secret of a measurement";
const hosts = 2;
const rounds = [1, 2, 4, 8] as const;
const metricsPort = 19_464;
const bytesPerSecond = 32_000;
const frameSeconds = 0.02;
const endpointingMs = 300;
/** Silence behind each recording: longer than what may be revised. */
const gapSeconds = 2;
/** The bounds hold for four sessions on two cores. */
const [boundSessions, mostFinalMs, mostLateFinalMs, mostInterimMs] = [4, 100, 300, 500];
const [mostFinalPoints, mostRevisedPoints] = [3, 1.5];

/** A recording in a stream: from the second of its begin to that of the next one. */
interface Placed {
  readonly recording: Recording;
  readonly from: number;
  readonly to: number;
}

interface Heard {
  /** When each message came, in seconds after the first sound. */
  readonly messages: readonly { readonly at: number; readonly message: LiveMessage }[];
  readonly placed: readonly Placed[];
}

/** Streams recordings in real time to a live process, in more and more sessions at once, beside the same recordings as files. */
export async function measureLive(options: BenchOptions, recordings: readonly Recording[]): Promise<Report> {
  const { signal } = options;
  const load = machineLoad();
  await using service = await startService(["live"], options, {
    LIVE_SECRET: secret,
    LIVE_SLOTS: `${Math.max(...rounds)}`,
    TRANSCRIPTION_DECODERS: `${hosts}`,
    METRICS_PORT: `${metricsPort}`,
  });
  const { address } = await service.resources.db.selectFrom("live_workers").select("address").executeTakeFirstOrThrow();
  const bare = await recogniseBareMoonshine(recordings, hosts, await bareOptions(service, signal));
  const asFiles = wordErrorRate(recordings.map(({ name, text }) => wordErrors(text, bare.texts.get(name) ?? "")));
  const sounds = await decodeAll(recordings, service, signal);
  // The engines load with the first session.
  await stream({ address, secret }, sounds.slice(0, 1), signal);
  const [figures, notes]: [Figure[], string[]] = [[], []];
  for (const sessions of rounds) {
    const before = await engineSeconds();
    const heard = await Promise.all(
      Array.from({ length: sessions }, async (_, index) => {
        const first = Math.floor((index * sounds.length) / sessions);
        return stream({ address, secret }, [...sounds.slice(first), ...sounds.slice(0, first)], signal);
      }),
    );
    const seconds = sum(heard.map(({ placed }) => placed.at(-1)?.to ?? 0));
    const after = await engineSeconds();
    const work = after.work - before.work;
    const readMs = (1000 * work) / Math.max(1, after.reads - before.reads);
    figures.push(...figuresOf(heard, { sessions, asFiles, readMs }));
    notes.push(
      `${sessions} sessions: ${(work / seconds).toFixed(3)} s of the engine for a second of sound; greatest lag ${lagOf(heard).toFixed(2)} s.`,
    );
  }
  return {
    title:
      `${recordings.length} recordings at real time in ${rounds.join(", ")} live sessions, silence of ${endpointingMs} ms; ` +
      `${hosts} hosts; ${load}`,
    baseline:
      "of times: the mean time of a reading by the engine; of word errors: the same recordings as files by the bare engine",
    figures,
    notes,
  };
}

interface Sound {
  readonly recording: Recording;
  readonly bytes: Buffer;
}

async function decodeAll(
  recordings: readonly Recording[],
  { directory }: MeasuredService,
  signal: AbortSignal,
): Promise<readonly Sound[]> {
  const sounds: Sound[] = [];
  for (const recording of recordings) {
    const path = join(directory, "live.raw");
    await decodeRecording(recording.path, path, signal);
    sounds.push({ recording, bytes: await readFile(path) });
  }
  return sounds;
}

/** Sends recordings one after the other, as a microphone would. */
async function stream(worker: LiveWorkerAddress, sounds: readonly Sound[], signal: AbortSignal): Promise<Heard> {
  const messages: { at: number; message: LiveMessage }[] = [];
  let begunMs = performance.now();
  const onMessage = (message: LiveMessage): void => {
    messages.push({ at: (performance.now() - begunMs) / 1000, message });
  };
  const session = await openLiveWorkerSession(worker, { onMessage });
  session.send({
    ...startOfSession,
    account: `account ${Math.random()}`,
    endpointing_ms: endpointingMs,
    revises: true,
  });
  await session.next("ready");
  const gap = Buffer.alloc(gapSeconds * bytesPerSecond);
  const whole = Buffer.concat(sounds.flatMap(({ bytes }) => [bytes, gap]));
  const frame = frameSeconds * bytesPerSecond;
  begunMs = performance.now();
  for (let at = 0; at < whole.length; at += frame) {
    await sleep(Math.max(1, begunMs + (1000 * (at + frame)) / bytesPerSecond - performance.now()), undefined, {
      signal,
    });
    session.sendSound(whole.subarray(at, at + frame));
  }
  session.send({ type: "close" });
  await session.next("ended");
  let from = 0;
  const placed = sounds.map(({ recording, bytes }): Placed => {
    const to = from + bytes.length / bytesPerSecond + gapSeconds;
    const place = { recording, from, to };
    from = to;
    return place;
  });
  return { messages, placed };
}

const spoken = z.looseObject({ start: z.number(), end: z.number(), text: z.string() });
const finalMessage = spoken.extend({ id: z.int(), from_finalize: z.boolean(), replaces: z.array(z.int()) });
type Final = z.output<typeof finalMessage>;

const finalsOf = ({ messages }: Heard): readonly (Final & { readonly at: number })[] =>
  messages.flatMap(({ at, message }) => (message.type === "final" ? [{ ...finalMessage.parse(message), at }] : []));

/** From the end of the silence to each final, in ms. */
const finalDelays = (heard: Heard): readonly number[] =>
  finalsOf(heard)
    .filter(({ replaces, from_finalize: isAsked, text }) => replaces.length === 0 && !isAsked && text !== "")
    .map(({ at, end }) => 1000 * (at - end) - endpointingMs);

/** From the begin of the speech to the first interim results, in ms. */
function interimDelays({ messages }: Heard): readonly number[] {
  const delays: number[] = [];
  let begun: number | null = null;
  for (const { at, message } of messages) {
    if (message.type === "speech_started") begun = Number(message["at"]);
    else if (message.type === "partial" && begun !== null) {
      delays.push(1000 * (at - begun));
      begun = null;
    }
  }
  return delays;
}

/** The word errors of every recording, by these finals. */
function errorsOf(heard: Heard, finals: readonly Final[]): readonly WordErrors[] {
  const inOrder = finals.toSorted((one, other) => one.start - other.start);
  return heard.placed.map(({ recording, from, to }) => {
    const isOwn = ({ start, end }: Final): boolean => (start + end) / 2 >= from && (start + end) / 2 < to;
    const own = inOrder.filter(isOwn);
    return wordErrors(recording.text, own.map(({ text }) => text).join(" "));
  });
}

function revised(finals: readonly Final[]): readonly Final[] {
  const replaced = new Set(finals.flatMap(({ replaces }) => replaces));
  return finals.filter(({ id }) => !replaced.has(id));
}

const lagOf = (heard: readonly Heard[]): number =>
  Math.max(0, ...heard.flatMap(({ messages }) => messages.map(({ message }) => Number(message["lag_seconds"] ?? 0))));

interface Round {
  readonly sessions: number;
  /** The word error rate of the same recordings as files. */
  readonly asFiles: number;
  readonly readMs: number;
}

function figuresOf(heard: readonly Heard[], { sessions, asFiles, readMs }: Round): readonly Figure[] {
  const isBound = sessions === boundSessions;
  const time = (measure: string, values: readonly number[], [share, atMost]: readonly [number, number]): Figure => ({
    ...{ measure: `${measure}, p${100 * share}, ${sessions} sessions`, unit: "ms", baseline: readMs },
    service: quantile(values, share),
    ...(isBound && { target: { of: "service", atMost } satisfies Target }),
  });
  const words = (measure: string, choose: (finals: readonly Final[]) => readonly Final[], atMost: number): Figure => ({
    ...{ measure: `word error rate, ${measure}, ${sessions} sessions`, unit: "%", baseline: asFiles },
    service: wordErrorRate(heard.flatMap((one) => errorsOf(one, choose(finalsOf(one))))),
    ...(isBound && { target: { of: "difference", atMost } satisfies Target }),
  });
  const [finals, interims] = [heard.flatMap(finalDelays), heard.flatMap(interimDelays)];
  return [
    time("final after the silence", finals, [0.5, mostFinalMs]),
    time("final after the silence", finals, [0.95, mostLateFinalMs]),
    time("first interim after its sound", interims, [0.5, mostInterimMs]),
    time("first interim after its sound", interims, [0.95, 2 * mostInterimMs]),
    words("finals", (all) => all.filter(({ replaces }) => replaces.length === 0), mostFinalPoints),
    words("revised", revised, mostRevisedPoints),
  ];
}

/** The seconds for which the engine has read, and how often. */
async function engineSeconds(): Promise<{ readonly work: number; readonly reads: number }> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const valueOf = (line: RegExp): number => Number(line.exec(text)?.[1] ?? 0);
  return {
    work: valueOf(/^engine_work_seconds_total\{engine="moonshine-tiny-en"\} ([\d.e+-]{1,30})$/m),
    reads: valueOf(/^engine_wait_seconds_count\{engine="moonshine-tiny-en"\} (\d{1,20})$/m),
  };
}
