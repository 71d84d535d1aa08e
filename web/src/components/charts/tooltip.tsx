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

/** The row that a key leads to from this one, by its number; null for other keys. */
export function rowAfter(key: string, index: number, count: number): number | null {
  const moves: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
  const [first, last] = [0, count - 1];
  if (key === "Home") return first;
  if (key === "End") return last;
  const move = moves[key];
  return move === undefined ? null : Math.min(last, Math.max(first, index + move));
}

interface RowProps<Row> extends ChartData<Row> {
  /** The name of the sum of all series. */
  readonly total?: string | undefined;
}

/** A line of what is said of a row; the sum has no colour. */
interface Line {
  readonly name: string;
  readonly color: string | null;
  readonly words: string;
}

function linesOf<Row>({ series, total, formatValue = formatNumber }: RowProps<Row>, row: Row): readonly Line[] {
  const values = series.map(({ name, color, value }) => ({ name, color, value: value(row) }));
  const sum = values.reduce((added, { value }) => added + (value ?? 0), 0);
  return [
    ...values.map(({ name, color, value }) => ({ name, color, words: value === null ? "–" : formatValue(value) })),
    ...(total === undefined ? [] : [{ name: total, color: null, words: formatValue(sum) }]),
  ];
}

/** A row in words, for those who hear it. */
export function rowWords<Row>(props: RowProps<Row>, index: number): string {
  const row = props.rows[index];
  if (row === undefined) return "";
  const lines = linesOf(props, row).map(({ name, words }) => `${name}: ${words}`);
  return [props.x.format(props.x.of(row)), ...lines].join(", ");
}

interface TooltipProps<Row> extends RowProps<Row> {
  /** The row that is pointed at, by its number. */
  readonly index: number;
  readonly places: Places;
  /** The width of the chart in pixels. */
  readonly width: number;
}

/** The values of a row beside its place, for the eye only. */
export function Tooltip<Row>(props: TooltipProps<Row>) {
  const { rows, x, index, places, width } = props;
  const row = rows[index];
  if (row === undefined) return null;
  const middle = middleOf(index, rows.length, places);
  const left = margin.left + middle * (width - margin.left - margin.right);
  return (
    <div aria-hidden="true" data-testid="chart-tooltip">
      <span className="chart-cursor" style={{ left, top: margin.top, height: innerHeight }} />
      <div className="chart-tooltip" style={middle < 0.5 ? { left: left + 8 } : { right: width - left + 8 }}>
        <strong>{x.format(x.of(row))}</strong>
        {linesOf(props, row).map(({ name, color, words }) => (
          <span key={name}>
            {color !== null && <span className="swatch" style={{ background: color }} />}
            {name}: {words}
          </span>
        ))}
      </div>
    </div>
  );
}
