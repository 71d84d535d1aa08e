import { availableParallelism } from "node:os";
import type { Recording } from "#harness/audio/recordings.ts";
import { machineLoad } from "#harness/machine-load.ts";
import { stackOf } from "#harness/service/running-servers.ts";
import { type Kind, predictRate, unitOf } from "./capacity/figures.ts";
import { measureKind } from "./capacity/measure.ts";
import type { Figure, Report } from "./report.ts";
import type { BenchOptions } from "./running-service.ts";

/** The numbers of processes that are tried of each kind. */
const fleets = { calls: [1, 2, 4], transcription: [1, 2, 3, 4], synthesis: [1, 2, 3, 4] } as const satisfies Partial<
  Record<Kind, readonly number[]>
>;

/** Measures what several processes of a kind do behind HAProxy, beside what the capacity model makes of the work of one. */
export async function measureFleet(options: BenchOptions, recordings: readonly Recording[]): Promise<Report> {
  const load = machineLoad();
  const figures: Figure[] = [];
  for (const kind of ["calls", "transcription", "synthesis"] as const) {
    const trial = { kind, isProxied: true, options, recordings };
    const one = await measureKind({ ...trial, processes: 1 });
    for (const processes of fleets[kind]) {
      const { perSecond } = await measureKind({ ...trial, processes });
      figures.push({
        measure: `${kind}, ${processes} ${kind === "calls" ? "api" : kind} processes`,
        unit: `${unitOf[kind]}/s`,
        baseline: predictRate(one, processes, availableParallelism()),
        service: perSecond,
      });
    }
  }
  const errors = figures.map(({ baseline, service }) => Math.abs(baseline / service - 1) * 100);
  return {
    title: `Several processes of a kind behind HAProxy; ${stackOf(options)}; ${load}`,
    baseline: "what the capacity model predicts from one process, measured before in the same way",
    figures,
    notes: [`Errors of the prediction, in percent: ${errors.map((error) => error.toFixed(0)).join(", ")}.`],
  };
}
