import { type Check, type Counts, isKept, type ScenarioResult } from "./outcome.ts";
import type { Scenario } from "./scenario.ts";

/**
 * How one scenario ended; one that broke off has an error instead of an outcome, one that was left out a reason, and one
 * that needs a program which is not on this machine says which.
 */
export type Result = Pick<Scenario, "name" | "promise"> & { readonly seconds: number } & (
    | { readonly outcome: ScenarioResult }
    | { readonly error: string }
    | { readonly skipped: string }
    | { readonly missing: string }
  );

/** A run as it was asked for, and the machine and services of it. */
export interface Run {
  readonly size: "full" | "quick";
  readonly stack: string;
  /** The names of the scenarios. */
  readonly asked: readonly string[];
  /** Its cores, and its load before. */
  readonly machine: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** The line above the results. */
export const renderRun = ({ size, stack, machine, startedAt }: Run): string =>
  `${size === "full" ? "In full" : "Quick"}, on ${stack}; ${machine}; ${startedAt}`;

/** One that was left out breaks no promise; of one that could not be run the result is unknown. */
export const hasPassed = (result: Result): boolean =>
  "skipped" in result || ("outcome" in result && isKept(result.outcome));

/** Whether there was anything that could be run. */
export const hasRun = (results: readonly Result[]): boolean => results.some((result) => !("skipped" in result));

/** Whether all that was asked for is over, and every promise was kept. */
export const allPassed = ({ asked }: Run, results: readonly Result[]): boolean =>
  results.length === asked.length && hasRun(results) && results.every(hasPassed);

function verdictOf(result: Result): string {
  if ("skipped" in result) return "skipped";
  if ("missing" in result) return "NOT RUN";
  if ("error" in result) return "ERROR";
  return hasPassed(result) ? "kept" : "BROKEN";
}

function recoveryOf({ slowestRecoverySeconds: seconds }: Counts): string {
  if (seconds === null) return "–";
  return seconds === Infinity ? "never" : `${seconds.toFixed(1)} s`;
}

const countsOf = ({ counts }: ScenarioResult): string =>
  [
    ...(["submitted", "completed", "failed", "charged", "duplicates", "lost"] as const).map(
      (name) => `${counts[name]} ${name}`,
    ),
    `slowest recovery ${recoveryOf(counts)}`,
  ].join(", ");

const checkLine = ({ what, wanted, found, passed }: Check): string =>
  passed ? `  ok  ${what}: ${found}` : `  NO  ${what}: ${found}, wanted ${wanted}`;

/** The paragraph that a scenario leaves behind when it has ended: its line, and below it what was looked at. */
export function renderResult(result: Result): string {
  if ("skipped" in result) return `${result.name} skipped: ${result.skipped}`;
  if ("missing" in result) return `${result.name} NOT RUN: ${result.missing}`;
  const opening = `${result.name} ${verdictOf(result)} after ${result.seconds.toFixed(0)} s`;
  if ("error" in result) return `${opening}: ${result.error}`;
  const { outcome } = result;
  const notes = outcome.notes.map((note) => `      ${note}`);
  return [`${opening}: ${countsOf(outcome)}`, ...outcome.checks.map(checkLine), ...notes].join("\n");
}

const headings = ["scenario", "submitted", "completed", "failed", "charged", "duplicates", "lost"] as const;

/** All of them as a Markdown table. */
export function renderTable(results: readonly Result[]): string {
  const rows = results.map((result) => [...cellsOf(result), verdictOf(result)]);
  const table = [[...headings, "slowest recovery", "promise"], ...rows];
  const widths = table[0]?.map((_cell, column) => Math.max(...table.map((row) => (row[column] ?? "").length))) ?? [];
  const isNumber = (column: number): boolean => column > 0 && column < widths.length - 1;
  const lines = table.map(
    (row) =>
      `| ${row.map((cell, column) => (isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join(" | ")} |`,
  );
  const rule = `| ${widths.map((width, column) => (isNumber(column) ? `${"-".repeat(width - 1)}:` : "-".repeat(width))).join(" | ")} |`;
  return [lines[0] ?? "", rule, ...lines.slice(1)].join("\n");
}

function cellsOf(result: Result): readonly string[] {
  if (!("outcome" in result)) return [result.name, ...Array.from({ length: headings.length }, () => "–")];
  const { counts } = result.outcome;
  const { submitted, completed, failed, charged, duplicates, lost } = counts;
  const numbers = [submitted, completed, failed, charged, duplicates, lost].map(String);
  return [result.name, ...numbers, recoveryOf(counts)];
}

/** All of it for programs; a recovery that never came is `"never"`. */
export function resultsAsJson(run: Run, results: readonly Result[]): string {
  const scenarios = results.map((result) => ({ ...result, passed: hasPassed(result) }));
  const told = (_key: string, value: unknown): unknown => (value === Infinity ? "never" : value);
  return `${JSON.stringify({ passed: allPassed(run, results), ...run, scenarios }, told, 2)}\n`;
}
