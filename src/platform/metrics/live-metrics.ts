import { Gauge, Histogram, type Registry } from "prom-client";

/** The measurements of live transcription. */
export interface LiveMetrics {
  /** Seconds from the sound to interim results that hold it, or from the end of the silence to the final. */
  observe(kind: "partial" | "final", seconds: number): void;
  /** Reports the sessions from now on: their number, that of the slots, and by how many seconds the slowest is behind its sound. */
  watch(read: () => { readonly sessions: number; readonly slots: number; readonly lagSeconds: number }): void;
}

const buckets = [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2.5, 5, 10];

/** Begins to measure. */
export function openLiveMetrics(registers: Registry[]): LiveMetrics {
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
        "By how much the slowest live session is behind its sound, with what waits to be read for good.",
        ({ lagSeconds }) => lagSeconds,
      );
    },
  };
}
