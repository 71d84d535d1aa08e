/** A bound that a figure is held against. */
export type Target = { readonly of: "service" | "ratio" | "difference" } & (
  | { readonly atMost: number }
  | { readonly atLeast: number }
  | { readonly from: number; readonly to: number }
);

/** One thing that was measured, beside the same thing without the service around it. */
export interface Figure {
  readonly measure: string;
  readonly unit: string;
  readonly baseline: number;
  readonly service: number;
  /** Service − baseline, where it is not just that (the median of differences is no difference of medians). */
  readonly difference?: number;
  readonly target?: Target;
}

export interface Report {
  /** The subject and the machine of the measurement. */
  readonly title: string;
  /** The meaning of the column `baseline`. */
  readonly baseline: string;
  readonly figures: readonly Figure[];
  /** Whole sentences. */
  readonly notes: readonly string[];
  /** Sentences that say what could not be measured, and why. */
  readonly failures?: readonly string[];
}

/** A figure with everything that follows from it. `met` is null without a target. */
export interface JudgedFigure {
  readonly measure: string;
  readonly unit: string;
  readonly baseline: number;
  readonly service: number;
  readonly ratio: number;
  readonly difference: number;
  readonly target: string | null;
  readonly met: boolean | null;
}

export function judge(figure: Figure): JudgedFigure {
  const { measure, unit, baseline, service, target } = figure;
  const values = { service, ratio: service / baseline, difference: figure.difference ?? service - baseline };
  const judged = { measure, unit, baseline, ...values };
  if (target === undefined) return { ...judged, target: null, met: null };
  const value = values[target.of];
  if ("atMost" in target) return { ...judged, target: `${target.of} ≤ ${target.atMost}`, met: value <= target.atMost };
  if ("atLeast" in target)
    return { ...judged, target: `${target.of} ≥ ${target.atLeast}`, met: value >= target.atLeast };
  const { from, to } = target;
  return { ...judged, target: `${target.of} ${from} to ${to}`, met: value >= from && value <= to };
}

const rounded = (value: number): string => {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits);
};

const signed = (value: number): string => `${value < 0 ? "−" : "+"}${rounded(Math.abs(value))}`;

const verdict = (met: boolean | null): string => (met === null ? "" : met ? "met" : "MISSED");

const headings = ["", "unit", "baseline", "service", "ratio", "difference", "target", ""] as const;

/** The report as a table for people. */
export function renderReport({ title, baseline, figures, notes, failures = [] }: Report): string {
  const rows = figures
    .map(judge)
    .map((row) => [
      row.measure,
      row.unit,
      rounded(row.baseline),
      rounded(row.service),
      row.ratio.toFixed(2),
      signed(row.difference),
      row.target ?? "",
      verdict(row.met),
    ]);
  const table = [[...headings], ...rows];
  const widths = headings.map((_heading, column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  const isNumber = (column: number): boolean => column >= 2 && column <= 5;
  const lines = table.map((row) =>
    row
      .map((cell, column) => (isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
  const ruled = [lines[0] ?? "", "─".repeat(Math.max(...lines.map((line) => line.length))), ...lines.slice(1)];
  return [title, `Baseline: ${baseline}`, "", ...ruled, "", ...notes, ...failures].join("\n");
}

/** The report as a table in Markdown, as `docs/measured.md` holds it. */
export function renderMarkdown({ title, baseline, figures, notes, failures = [] }: Report): string {
  const rows = figures.map(judge).map(({ measure, unit, target, met, ...values }) => {
    const judged = target === null ? "" : `${target} ${met === true ? "met" : "**missed**"}`;
    const numbers = [rounded(values.baseline), rounded(values.service), values.ratio.toFixed(2)];
    return `| ${[measure, unit, ...numbers, judged].join(" | ")} |`;
  });
  const head = ["| Measure | Unit | Baseline | Service | Ratio | Target |", "| --- | --- | ---: | ---: | ---: | --- |"];
  const listed = [...notes, ...failures].map((line) => `- ${line}`);
  return [`${title}. Baseline: ${baseline}.`, "", ...head, ...rows, "", ...listed].join("\n");
}
