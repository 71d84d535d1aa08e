import { measurements } from "./measurements.ts";
import type { Recording } from "#harness/audio/recordings.ts";
import { type Figure, type Report } from "./report.ts";
import { machineLoad } from "#harness/machine-load.ts";
import type { BenchOptions } from "./running-service.ts";

/**
 * All measurements of the table, one after the other, each with fewer repetitions than alone. One that breaks off keeps
 * none of the others from the table.
 */
export async function measureEverything(options: BenchOptions, recordings: readonly Recording[]): Promise<Report> {
  const [load, begun] = [machineLoad(), performance.now()];
  const figures: Figure[] = [];
  const [notes, failures]: [string[], string[]] = [[], []];
  for (const { name, measure, repetitionsInTable } of measurements) {
    if (repetitionsInTable === null) continue;
    options.signal.throwIfAborted();
    const repetitions = options.repetitions ?? repetitionsInTable;
    process.stderr.write(`${name} …\n`);
    try {
      const report = await measure({ ...options, services: true, brief: true, repetitions }, recordings);
      figures.push(...report.figures.map((figure) => ({ ...figure, measure: `${name}: ${figure.measure}` })));
      notes.push(`${name}: ${report.title}. Baseline: ${report.baseline}.`);
    } catch (error) {
      failures.push(`${name} broke off: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const minutes = (performance.now() - begun) / 60_000;
  return {
    title: `Everything, in ${minutes.toFixed(1)} minutes, with fewer repetitions than each measurement has alone; ${load}`,
    baseline: "the same work without the service, in the same run; what that is stands below for each measurement",
    figures,
    notes,
    failures,
  };
}
