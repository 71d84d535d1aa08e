import type { Pool } from "pg";
import { collectDefaultMetrics, Counter, Gauge, Histogram } from "prom-client";
import { type EngineMetrics, openEngineMetrics } from "./engine-metrics.ts";
import { type LiveCallMetrics, type LiveMetrics, openLiveCallMetrics, openLiveMetrics } from "./live-metrics.ts";
import { openDurations, openRegistry, type OwnRegistry, scrape } from "./registry.ts";

/** The unfinished jobs of a queue. */
export interface QueueState {
  readonly queue: string;
  /** Work that is due and that no worker has taken. */
  readonly waiting: number;
  /** Work that is to be tried again later. */
  readonly delayed: number;
  readonly running: number;
  /** For how long the oldest of what waits has been due; null when nothing waits. */
  readonly oldestSeconds: number | null;
}

/** The measurements of one process, in the format of Prometheus. Nothing in it names a person, a key or a text. */
export interface Metrics {
  /** An answer of the API; `route` is the path of the route table, "none" when no route has taken the call. */
  observeRequest(call: { method: string; route: string; status: number }, seconds: number): void;
  /** A run of a job that has ended: how long it was due before it began, how long it took, and its number. */
  observeRun(run: { job: string; outcome: string }, figures: RunFigures): void;
  /** Speech that was spoken or understood, and the time it took. */
  observeSpeech(job: string, figures: { readonly audioSeconds: number; readonly workSeconds: number }): void;
  /** An attempt to call an address of a customer: `delivered`, `retried` or `failed`. */
  observeCallback(outcome: string, seconds: number): void;
  /** Credits that were charged. */
  countCredits(pool: string, credits: number): void;
  /** A synthesis whose audio was there already, or was not. */
  countCacheLookup(outcome: "hit" | "miss"): void;
  readonly engines: EngineMetrics;
  /** Begins to measure live transcription, in a process that does it. */
  openLive(): LiveMetrics;
  /** The measurements of live sessions in a process of the API, which begin with the first call. */
  liveCalls(): LiveCallMetrics;
  /** Reports the connections of this pool from now on. */
  watchPool(pool: Pool): void;
  /** Reports the queues from now on, as they are at each scrape. */
  watchQueues(read: () => Promise<readonly QueueState[]>): void;
  /** Reports the process itself from now on: processor, memory, event loop, handles. */
  watchProcess(): void;
  /** The metrics in a format that the header `Accept` names. */
  scrape(accept: string): ReturnType<typeof scrape>;
  text(): Promise<string>;
}

export interface RunFigures {
  readonly waitSeconds: number;
  readonly runSeconds: number;
  /** 1 for the first run of this work. */
  readonly run: number;
}

const answerBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const workBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800];
/** Seconds of work for a second of audio. */
const factorBuckets = [0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 5];
const runBuckets = [1, 2, 3, 5, 10, 20, 30];

/** Begins to measure; a process has one. With exemplars, buckets of durations name traces. */
export function openMetrics({ hasExemplars = false }: { readonly hasExemplars?: boolean } = {}): Metrics {
  const registry = openRegistry({ hasExemplars });
  const registers = [registry];
  const observeRequest = openDurations({
    name: "http_request_duration_seconds",
    help: "How long the API took to answer.",
    labelNames: ["method", "route", "status"],
    buckets: answerBuckets,
    registry,
  });
  const runs = runHistograms(registry);
  const speech = speechMeasures(registers);
  const callbacks = openOnce(() => callbackHistogram(registry));
  return {
    observeRequest: ({ method, route, status }, seconds) => observeRequest({ method, route, status }, seconds),
    observeRun: ({ job, outcome }, { waitSeconds, runSeconds, run }) => {
      runs.wait({ job }, waitSeconds);
      runs.duration({ job, outcome }, runSeconds);
      runs.runNumber.observe({ job }, run);
    },
    observeSpeech: (job, { audioSeconds, workSeconds }) => {
      speech.audio.inc({ job }, audioSeconds);
      if (audioSeconds > 0) speech.factor.observe({ job }, workSeconds / audioSeconds);
    },
    engines: openEngineMetrics(registers),
    openLive: () => openLiveMetrics(registers),
    liveCalls: openOnce(() => openLiveCallMetrics(registers)),
    observeCallback: (outcome, seconds) => callbacks()({ outcome }, seconds),
    countCacheLookup: (outcome) => speech.lookups.inc({ outcome }),
    countCredits: (pool, amount) => speech.credits.inc({ pool }, amount),
    watchPool: (pool) => watchPool(pool, registers),
    watchQueues: (read) => watchQueues(read, registers),
    watchProcess: () => collectDefaultMetrics({ register: registry }),
    scrape: (accept) => scrape(registry, accept),
    text: () => registry.metrics(),
  };
}

/** The same for every caller, made for the first one. */
function openOnce<Opened>(open: () => Opened): () => Opened {
  let opened: Opened | null = null;
  return () => (opened ??= open());
}

const runHistograms = (registry: OwnRegistry) => ({
  wait: openDurations({
    name: "job_wait_seconds",
    help: "How long work was due before a worker began with it.",
    labelNames: ["job"],
    buckets: workBuckets,
    registry,
  }),
  duration: openDurations({
    name: "job_duration_seconds",
    help: "How long a run of a job took.",
    labelNames: ["job", "outcome"],
    buckets: workBuckets,
    registry,
  }),
  runNumber: new Histogram({
    name: "job_run_number",
    help: "Run number of the job; 1 is the first promotion.",
    labelNames: ["job"],
    buckets: runBuckets,
    registers: [registry],
  }),
});

const callbackHistogram = (registry: OwnRegistry) =>
  openDurations({
    name: "callback_duration_seconds",
    help: "How long an attempt to call an address of a customer took.",
    labelNames: ["outcome"],
    buckets: answerBuckets,
    registry,
  });

const speechMeasures = (registers: OwnRegistry[]) => ({
  credits: new Counter({
    name: "credits_settled_total",
    help: "Credits that were charged for finished work.",
    labelNames: ["pool"],
    registers,
  }),
  audio: new Counter({
    name: "speech_audio_seconds_total",
    help: "Audio that was spoken or understood.",
    labelNames: ["job"],
    registers,
  }),
  lookups: new Counter({
    name: "synthesis_cache_lookups_total",
    help: "Syntheses whose audio was there already, and others; none while there is no cache.",
    labelNames: ["outcome"],
    registers,
  }),
  factor: new Histogram({
    name: "speech_real_time_factor",
    help: "Seconds of work for a second of audio.",
    labelNames: ["job"],
    buckets: factorBuckets,
    registers,
  }),
});

function watchPool(pool: Pool, registers: OwnRegistry[]): void {
  const connections = new Gauge({
    name: "database_connections",
    help: "Connections of this process's pool.",
    labelNames: ["state"],
    registers,
    collect: () => {
      connections.set({ state: "used" }, pool.totalCount - pool.idleCount);
      connections.set({ state: "idle" }, pool.idleCount);
    },
  });
  const waiters = new Gauge({
    name: "database_connection_waiters",
    help: "Callers that wait for a connection of this process's pool.",
    registers,
    collect: () => {
      waiters.set(pool.waitingCount);
    },
  });
  new Gauge({
    name: "database_connections_max",
    help: "The most connections that this process's pool opens.",
    registers,
  }).set(pool.options.max);
}

function watchQueues(read: () => Promise<readonly QueueState[]>, registers: OwnRegistry[]): void {
  let reading: Promise<readonly QueueState[]> | null = null;
  // Read once for both. While the database is unavailable nothing is known, which is not zero.
  const readOrNothing = (): Promise<readonly QueueState[]> =>
    (reading ??= read()
      .catch(() => [])
      .finally(() => {
        reading = null;
      }));
  const jobs = new Gauge({
    name: "queue_jobs",
    help: "Work of a queue that is not done.",
    labelNames: ["queue", "state"],
    registers,
    collect: async () => {
      jobs.reset();
      for (const { queue, waiting, delayed, running } of await readOrNothing()) {
        jobs.set({ queue, state: "waiting" }, waiting);
        jobs.set({ queue, state: "delayed" }, delayed);
        jobs.set({ queue, state: "running" }, running);
      }
    },
  });
  const oldest = new Gauge({
    name: "queue_oldest_seconds",
    help: "For how long the oldest work that waits has been due.",
    labelNames: ["queue"],
    registers,
    collect: async () => {
      oldest.reset();
      for (const { queue, oldestSeconds } of await readOrNothing()) oldest.set({ queue }, oldestSeconds ?? 0);
    },
  });
}
