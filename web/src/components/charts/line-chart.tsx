import { scaleLinear, scalePoint } from "@visx/scale";
import { LinePath } from "@visx/shape";
import type { ReactNode } from "react";
import { formatShortNumber } from "#web/format.ts";
import { Axes, innerHeight, margin } from "./axes.tsx";
import { Chart } from "./chart.tsx";
import type { ChartData } from "./chart-data.ts";

interface LineChartProps<Row> extends ChartData<Row> {
  readonly caption: ReactNode;
  readonly label: string;
}

interface LinesProps<Row> extends ChartData<Row> {
  readonly width: number;
}

const leastTop = 5;
/** The dashes of the lines, by their places: where lines lie on one another, each is seen between the dashes of the next. */
const dashes = ["none", "8 5", "2 4", "10 4 2 4"] as const;

function Lines<Row>({ rows, series, x: axis, formatTick = formatShortNumber, width }: LinesProps<Row>) {
  const values = rows.flatMap((row) => series.map(({ value }) => value(row) ?? 0));
  const innerWidth = width - margin.left - margin.right;
  const x = scalePoint({ domain: rows.map(axis.of), range: [0, innerWidth] });
  const y = scaleLinear({ domain: [0, Math.max(leastTop, ...values)], range: [innerHeight, 0], nice: true });
  return (
    <Axes width={width} x={x} y={y} formatX={axis.format} formatY={formatTick}>
      {series.map(({ name, color, value }, index) => (
        <LinePath
          key={name}
          data={[...rows]}
          defined={(row) => value(row) !== null}
          x={(row) => x(axis.of(row)) ?? 0}
          y={(row) => y(value(row) ?? 0)}
          stroke={color}
          strokeWidth={2}
          strokeDasharray={dashes[index % dashes.length]}
        />
      ))}
    </Axes>
  );
}

/** Numbers as lines, which break off where nothing is known. */
export const LineChart = <Row,>(props: LineChartProps<Row>) => (
  <Chart {...props} places="points" dashes={dashes}>
    {(width) => <Lines {...props} width={width} />}
  </Chart>
);
