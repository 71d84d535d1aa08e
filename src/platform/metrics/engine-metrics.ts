import { Counter, Gauge, Histogram } from "prom-client";
import type { OwnRegistry } from "./registry.ts";

/** An engine of a worker at this moment. */
export interface EngineFigures {
  readonly engine: string;
  readonly state: string;
  /** The memory of each process that the engine keeps running, in a fixed order. */
  readonly residentBytes: readonly number[];
}

/** The measurements of a worker's engines and their processes. */
export interface EngineMetrics {
  countStart(engine: string): void;
  countEnd(engine: string, reason: string): void;
  /** A request that a process has done, or given up: how long it waited for the process, and how long that took. */
  observeRequest(engine: string, figures: { readonly waitSeconds: number; readonly workSeconds: number }): void;
  /** Reports the engines from now on, as they are when they are asked for. */
  watch(states: readonly string[], read: () => Promise<readonly EngineFigures[]>): void;
}

const waitBuckets = [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Begins to measure. */
export function openEngineMetrics(registers: OwnRegistry[]): EngineMetrics {
  const starts = new Counter({
    name: "engine_process_starts_total",
    help: "Processes of engines that were started.",
    labelNames: ["engine"],
    registers,
  });
  const ends = new Counter({
    name: "engine_process_ends_total",
    help: "Processes of engines that have ended.",
    labelNames: ["engine", "reason"],
    registers,
  });
  const work = new Counter({
    name: "engine_work_seconds_total",
    help: "For how long processes of engines have worked on requests.",
    labelNames: ["engine"],
    registers,
  });
  const waits = new Histogram({
    name: "engine_wait_seconds",
    help: "How long a request waited for a process of its engine.",
    labelNames: ["engine"],
    buckets: waitBuckets,
    registers,
  });
  return {
    countStart: (engine) => starts.inc({ engine }),
    countEnd: (engine, reason) => ends.inc({ engine, reason }),
    observeRequest: (engine, { waitSeconds, workSeconds }) => {
      waits.observe({ engine }, waitSeconds);
      work.inc({ engine }, workSeconds);
    },
    watch: (states, read) => watchEngines({ states, read }, registers),
  };
}

interface Watched {
  readonly states: readonly string[];
  readonly read: () => Promise<readonly EngineFigures[]>;
}

function watchEngines({ states, read }: Watched, registers: OwnRegistry[]): void {
  const state = new Gauge({
    name: "engine_state",
    help: "1 for the state that an engine is in, else 0.",
    labelNames: ["engine", "state"],
    registers,
    collect: async () => {
      for (const one of await read()) {
        for (const name of states) state.set({ engine: one.engine, state: name }, Number(name === one.state));
      }
    },
  });
  const resident = new Gauge({
    name: "engine_process_resident_memory_bytes",
    help: "Resident memory of a process of an engine, with its children.",
    labelNames: ["engine", "process"],
    registers,
    collect: async () => {
      resident.reset();
      for (const { engine, residentBytes } of await read()) {
        for (const [process, bytes] of residentBytes.entries()) resident.set({ engine, process }, bytes);
      }
    },
  });
}
