import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { z } from "zod";

const failedTest = z.object({
  /** The test file, relative to the project. */
  file: z.string(),
  /** Null where the file broke outside its tests, so that all of it has failed. */
  title: z.string().nullable(),
});
const report = z.object({
  /** True when the run did not come to its end: a file hung, or ava itself failed. */
  broken: z.boolean(),
  passed: z.int(),
  failures: z.array(failedTest),
  /** Seconds of each file that has ended. */
  seconds: z.record(z.string(), z.number()),
});

export type FailedTest = z.output<typeof failedTest>;
export type TestReport = z.output<typeof report>;

/** The variable that names the file to which ava's run is reported. */
export const reportVariable = "TEST_REPORT";

/** Reads what `observeRun` wrote; null when ava ended before. */
export function readReport(path: string): TestReport | null {
  try {
    return report.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}

/** The part of ava's events that the report is made of. */
const stateChange = z.object({
  type: z.string(),
  testFile: z.string().optional(),
  title: z.string().optional(),
  skip: z.boolean().optional(),
  todo: z.boolean().optional(),
  /** True for a process that did not end by itself after its tests. */
  forcedExit: z.boolean().optional(),
});
type StateChange = z.output<typeof stateChange>;

/** Events of a file that say that it broke, and not just one of its tests. */
const breaks: ReadonlySet<string> = new Set([
  "hook-failed",
  "internal-error",
  "missing-ava-import",
  "process-exit",
  "uncaught-exception",
  "unhandled-rejection",
  "worker-failed",
]);

/** Events that end the whole run before its time. */
const endings: ReadonlySet<string> = new Set(["interrupt", "timeout"]);

/** Writes what became of ava's tests to the file that the environment names; `ava.config.js` hands it to ava. */
export async function observeRun({ events }: { readonly events: AsyncIterable<unknown> }): Promise<void> {
  const path = process.env[reportVariable];
  if (path === undefined) return;
  const files = new Map<string, FileState>();
  let broken = false;
  for await (const event of events) {
    const change = stateChange.parse(event);
    if (endings.has(change.type)) broken = true;
    if (change.testFile === undefined) {
      if (breaks.has(change.type)) broken = true;
      continue;
    }
    const file = relative(process.cwd(), change.testFile);
    const state = files.get(file) ?? newFile();
    files.set(file, state);
    note(state, change);
  }
  writeFileSync(path, JSON.stringify({ ...reportOf(files), broken }));
}

interface FileState {
  readonly begunMs: number;
  endedMs: number | null;
  passed: number;
  isBroken: boolean;
  /** Titles of tests that have not ended, or have failed. */
  readonly open: Set<string>;
  readonly failed: Set<string>;
}

const newFile = (): FileState => ({
  begunMs: performance.now(),
  endedMs: null,
  passed: 0,
  isBroken: false,
  open: new Set(),
  failed: new Set(),
});

function note(
  file: FileState,
  { type, title = "", skip = false, todo = false, forcedExit = false }: StateChange,
): void {
  if (type === "selected-test" && !skip && !todo) file.open.add(title);
  if (type === "test-passed" || type === "test-failed") file.open.delete(title);
  if (type === "test-passed") file.passed += 1;
  if (type === "test-failed") file.failed.add(title);
  if (breaks.has(type) || forcedExit) file.isBroken = true;
  if (type === "worker-finished" || type === "worker-failed") file.endedMs = performance.now();
}

function reportOf(files: ReadonlyMap<string, FileState>): Omit<TestReport, "broken"> {
  const failures: FailedTest[] = [];
  const seconds: Record<string, number> = {};
  let passed = 0;
  for (const [file, state] of files) {
    passed += state.passed;
    if (state.endedMs !== null) seconds[file] = (state.endedMs - state.begunMs) / 1000;
    if (state.isBroken) failures.push({ file, title: null });
    else for (const title of [...state.failed, ...state.open]) failures.push({ file, title });
  }
  return { passed, failures, seconds };
}
