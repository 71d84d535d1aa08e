import { scaleBand, scaleLinear, scaleOrdinal } from "@visx/scale";
import { BarStack } from "@visx/shape";
import type { ReactNode } from "react";
import { formatShortNumber } from "#web/format.ts";
import { Axes, innerHeight, margin } from "./axes.tsx";
import { Chart } from "./chart.tsx";
import type { ChartData } from "./chart-data.ts";

interface BarChartProps<Row> extends ChartData<Row> {
  readonly caption: ReactNode;
  readonly label: string;
  readonly total?: string;
}

interface BarsProps<Row> extends ChartData<Row> {
  readonly width: number;
}

/** Where there is hardly anything, the axis still has whole numbers. */
const leastTop = 10;

function Bars<Row>({ rows, series, x: axis, formatTick = formatShortNumber, width }: BarsProps<Row>) {
  const valueOf = (row: Row, name: string): number => series.find((one) => one.name === name)?.value(row) ?? 0;
  const sums = rows.map((row) => series.reduce((sum, { name }) => sum + valueOf(row, name), 0));
  const innerWidth = width - margin.left - margin.right;
  const x = scaleBand({ domain: rows.map(axis.of), range: [0, innerWidth], padding: 0.25 });
  const y = scaleLinear({ domain: [0, Math.max(leastTop, ...sums)], range: [innerHeight, 0], nice: true });
  const names = series.map(({ name }) => name);
  const colors = scaleOrdinal({ domain: names, range: series.map(({ color }) => color) });
  return (
    <Axes width={width} x={x} y={y} formatX={axis.format} formatY={formatTick}>
      <BarStack data={[...rows]} keys={names} x={axis.of} xScale={x} yScale={y} color={colors} value={valueOf} />
    </Axes>
  );
}

/** Numbers as bars, the series on top of one another. */
export const BarChart = <Row,>(props: BarChartProps<Row>) => (
  <Chart {...props} places="bands">
    {(width) => <Bars {...props} width={width} />}
  </Chart>
);
