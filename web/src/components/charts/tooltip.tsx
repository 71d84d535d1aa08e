import { formatNumber } from "#web/format.ts";
import { innerHeight, margin } from "./axes.tsx";
import type { ChartData } from "./chart-data.ts";

/** The places of the rows on the horizontal axis: each has a band of its own, or they are points from end to end. */
export type Places = "bands" | "points";

/** The row that is nearest to a share of the width, 0 to 1, by its number. */
export function rowAt(share: number, count: number, places: Places): number {
  const nearest = places === "bands" ? Math.floor(share * count) : Math.round(share * (count - 1));
  return Math.min(count - 1, Math.max(0, nearest));
}

/** The middle of a row as a share of the width, 0 to 1. */
const middleOf = (index: number, count: number, places: Places): number =>
  places === "bands" ? (index + 0.5) / count : count === 1 ? 0.5 : index / (count - 1);

interface TooltipProps<Row> extends ChartData<Row> {
  /** The row that is pointed at, by its number. */
  readonly index: number;
  readonly places: Places;
  /** The width of the chart in pixels. */
  readonly width: number;
  /** The name of the sum of all series. */
  readonly total?: string | undefined;
}

/** The values of a row beside its place; for the pointer, since the table says the same to everyone. */
export function Tooltip<Row>(props: TooltipProps<Row>) {
  const { rows, series, x, index, places, width, total, formatValue = formatNumber } = props;
  const row = rows[index];
  if (row === undefined) return null;
  const middle = middleOf(index, rows.length, places);
  const left = margin.left + middle * (width - margin.left - margin.right);
  const values = series.map(({ name, color, value }) => ({ name, color, value: value(row) }));
  const sum = values.reduce((added, { value }) => added + (value ?? 0), 0);
  return (
    <div aria-hidden="true" data-testid="chart-tooltip">
      <span className="chart-cursor" style={{ left, top: margin.top, height: innerHeight }} />
      <div className="chart-tooltip" style={middle < 0.5 ? { left: left + 8 } : { right: width - left + 8 }}>
        <strong>{x.format(x.of(row))}</strong>
        {values.map(({ name, color, value }) => (
          <span key={name}>
            <span className="swatch" style={{ background: color }} />
            {name}: {value === null ? "–" : formatValue(value)}
          </span>
        ))}
        {total !== undefined && (
          <span>
            {total}: {formatValue(sum)}
          </span>
        )}
      </div>
    </div>
  );
}
