import type { MeasuredFigures } from "./figures.ts";
import type { Part, Plan } from "./model.ts";

const headings = ["", "processes", "cores", "memory, GiB", "stored, GiB"] as const;

const rounded = (value: number): string => {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
};

const cellsOf = ({ name, processes, cores, memoryGib, storedGib }: Part): readonly string[] => [
  name,
  processes === null ? "" : processes.toLocaleString("en"),
  rounded(cores),
  memoryGib === null ? "" : rounded(memoryGib),
  storedGib === 0 ? "" : rounded(storedGib),
];

/** The plan as a table for people. @param source the origin of the figures, as a sentence */
export function renderPlan(plan: Plan, { machine, stack, measuredAt }: MeasuredFigures, source: string): string {
  const sum = (of: (part: Part) => number | null): number =>
    plan.parts.reduce((total, part) => total + (of(part) ?? 0), 0);
  const all: Part = {
    name: "together",
    processes: sum((part) => part.processes),
    cores: sum((part) => part.cores),
    memoryGib: sum((part) => part.memoryGib),
    storedGib: sum((part) => part.storedGib),
  };
  const rows = [headings, ...[...plan.parts, all].map(cellsOf)];
  const widths = headings.map((_heading, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
  const costs = plan.costs?.map(
    ({ unit, money }) => `${money.toLocaleString("en", { maximumSignificantDigits: 3 })} for ${unit}.`,
  ) ?? ["With --core-hour, --gib-hour and --stored-gib-month it says what an hour of audio costs."];
  const cells =
    plan.cells === 1
      ? "One installation carries it."
      : `${plan.cells} installations, over which accounts are divided (docs/scale.md), so that no PostgreSQL gets larger than you said.`;
  return [
    `${rounded(plan.requestsPerSecond)} requests a second at the busiest time.`,
    "",
    ...lines,
    "",
    cells,
    ...costs,
    "Beside it run one or two processes each of billing and maintenance, and of training where voices are made.",
    `${source} Measured ${measuredAt.slice(0, 10)}: ${machine}; ${stack}.`,
  ].join("\n");
}
