import { Counter, Gauge, Histogram } from "prom-client";
import type { OwnRegistry } from "./registry.ts";

/** The measurements of a process that transcribes live. */
export interface LiveMetrics {
  /** Seconds from the sound to interim results that hold it, or from the end of the silence to the final. */
  observe(kind: "partial" | "final", seconds: number): void;
  /** Reports the sessions from now on: their number, that of the slots, and by how many seconds the slowest is behind its sound. */
  watch(read: () => { readonly sessions: number; readonly slots: number; readonly lagSeconds: number }): void;
}

const buckets = [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2.5, 5, 10];

/** Begins to measure. */
export function openLiveMetrics(registers: OwnRegistry[]): LiveMetrics {
  const partial = new Histogram({
    name: "live_partial_seconds",
    help: "From the latest sound of interim results to their words.",
    buckets,
    registers,
  });
  const final = new Histogram({
    name: "live_final_seconds",
    help: "From the end of the silence that ends an utterance to its words.",
    buckets,
    registers,
  });
  return {
    observe: (kind, seconds) => (kind === "partial" ? partial : final).observe(seconds),
    watch: (read) => {
      const gauge = (name: string, help: string, value: (state: ReturnType<typeof read>) => number): Gauge => {
        const made: Gauge = new Gauge({ name, help, registers, collect: () => made.set(value(read())) });
        return made;
      };
      gauge("live_sessions", "Live sessions of this process.", ({ sessions }) => sessions);
      gauge("live_slots", "Live sessions that this process may have.", ({ slots }) => slots);
      gauge(
        "live_lag_seconds",
        "By how much the slowest live session is behind its audio, with what waits to be read for good.",
        ({ lagSeconds }) => lagSeconds,
      );
    },
  };
}

/** The direction of a session: sound that is transcribed, or a text that is spoken. */
export type LiveKind = "transcription" | "speech";

/** The slots of all processes that transcribe live. */
export interface LiveSlots {
  readonly capacity: number;
  readonly used: number;
}

/** The measurements of the sessions that a process of the API serves. */
export interface LiveCallMetrics {
  /** Counts a session until it has ended. @param ended resolves with how: `closed`, `lost`, or the code of an error */
  observeSession(kind: LiveKind, ended: Promise<string>): void;
  /** Counts a call that was refused before its handshake. @param reason the code of the error */
  countRefusal(reason: string): void;
  /** Counts a session that goes on over another connection. */
  countResume(): void;
  /** Reports the slots from now on, as they are at each scrape. */
  watchSlots(read: () => Promise<LiveSlots>): void;
}

/** Begins to measure; the processes of the API that share a registry share these, too. */
export function openLiveCallMetrics(registers: OwnRegistry[]): LiveCallMetrics {
  const sessions = new Gauge({
    name: "live_sockets",
    help: "Live sessions of this process, and texts that are spoken while they are written.",
    labelNames: ["kind"],
    registers,
  });
  const ended = new Counter({
    name: "live_sessions_ended_total",
    help: "Live sessions of this process that have ended, by how.",
    labelNames: ["kind", "how"],
    registers,
  });
  const refused = new Counter({
    name: "live_refused_total",
    help: "Live sessions that were refused before their handshake, by the code of the error.",
    labelNames: ["reason"],
    registers,
  });
  const resumes = new Counter({
    name: "live_resumes_total",
    help: "Live sessions that went on over another connection.",
    registers,
  });
  return {
    observeSession: (kind, end) => {
      sessions.inc({ kind });
      void end.then((how) => {
        sessions.dec({ kind });
        ended.inc({ kind, how });
      });
    },
    countRefusal: (reason) => refused.inc({ reason }),
    countResume: () => resumes.inc(),
    watchSlots: slotsGauge(registers),
  };
}

/** @returns a function that changes what is read at each scrape */
function slotsGauge(registers: OwnRegistry[]): LiveCallMetrics["watchSlots"] {
  let readSlots: () => Promise<LiveSlots | null> = async () => null;
  const slots: Gauge = new Gauge({
    name: "live_fleet_slots",
    help: "Live sessions that all processes of live transcription may have, and those that they have.",
    labelNames: ["state"],
    registers,
    collect: async () => {
      slots.reset();
      // While the database is unavailable nothing is known, which is not zero.
      const read = await readSlots().catch(() => null);
      if (read === null) return;
      slots.set({ state: "capacity" }, read.capacity);
      slots.set({ state: "used" }, read.used);
    },
  });
  return (read) => {
    readSlots = read;
  };
}
