import { useParentSize } from "@visx/responsive";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react";
import { formatNumber } from "#web/format.ts";
import { t } from "#web/messages/translate.ts";
import { margin } from "./axes.tsx";
import type { ChartData } from "./chart-data.ts";
import { type Places, rowAfter, rowAt, rowWords, Tooltip } from "./tooltip.tsx";

interface ChartProps<Row> extends ChartData<Row> {
  readonly caption: ReactNode;
  /** The caption of the table. */
  readonly label: string;
  /** The name of a column with the sum of all series. */
  readonly total?: string;
  readonly places: Places;
  /** The dashes of lines, by their places. */
  readonly dashes?: readonly string[];
  /** Draws it in so many pixels. */
  readonly children: (width: number) => ReactNode;
}

/** The same as the picture, for those who would rather read it. The latest row comes first. */
function DataTable<Row>({
  rows,
  series,
  x,
  label,
  total,
  formatValue = formatNumber,
}: Omit<ChartProps<Row>, "children" | "places" | "dashes">) {
  const words = (value: number | null): string => (value === null ? "–" : formatValue(value));
  const sum = (row: Row): number => series.reduce((added, { value }) => added + (value(row) ?? 0), 0);
  return (
    <details>
      <summary>{t("Show as table")}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label={label}>
        <table>
          <thead>
            <tr>
              <th scope="col">{x.name}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              {total !== undefined && <th scope="col">{total}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map((row) => (
              <tr key={x.of(row)}>
                <th scope="row">{x.format(x.of(row))}</th>
                {series.map(({ name, value }) => (
                  <td key={name}>{words(value(row))}</td>
                ))}
                {total !== undefined && <td>{words(sum(row))}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

interface SwatchProps {
  readonly color: string;
  /** Undefined where the series is drawn as a surface. */
  readonly dash: string | undefined;
}

/** The look of a series in the picture. */
const Swatch = ({ color, dash }: SwatchProps) =>
  dash === undefined ? (
    <span className="swatch" style={{ background: color }} />
  ) : (
    <svg className="swatch line" aria-hidden="true">
      <line x2="100%" y1="50%" y2="50%" stroke={color} strokeWidth={2} strokeDasharray={dash} />
    </svg>
  );

/** A picture of numbers with its legend, and the numbers themselves. */
export function Chart<Row>({ caption, children, places, dashes = [], ...data }: ChartProps<Row>) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 });
  const [index, setIndex] = useState<number | null>(null);
  const inner = width - margin.left - margin.right;
  const point = ({ currentTarget, clientX }: PointerEvent): void => {
    const fromLeft = clientX - currentTarget.getBoundingClientRect().left - margin.left;
    setIndex(rowAt(fromLeft / inner, data.rows.length, places));
  };
  const last = data.rows.length - 1;
  const press = (event: KeyboardEvent): void => {
    const next = rowAfter(event.key, index ?? last, data.rows.length);
    if (next === null) return;
    event.preventDefault();
    setIndex(next);
  };
  return (
    <figure className="chart">
      <figcaption>
        <span>{caption}</span>
        {data.series.length > 1 && (
          <span className="legend">
            {data.series.map(({ name, color }, place) => (
              <span key={name}>
                <Swatch color={color} dash={dashes[place % dashes.length]} />
                {name}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      <div
        ref={parentRef}
        className="chart-space"
        role="slider"
        tabIndex={0}
        aria-label={t("{chart}: values", { chart: data.label })}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index ?? last}
        aria-valuetext={rowWords(data, index ?? last)}
        onKeyDown={press}
        onFocus={() => setIndex((pointed) => pointed ?? last)}
        onBlur={() => setIndex(null)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setIndex(null)}
      >
        {inner > 0 && children(width)}
        {inner > 0 && index !== null && <Tooltip {...data} index={index} places={places} width={width} />}
      </div>
      <DataTable caption={caption} {...data} />
    </figure>
  );
}
