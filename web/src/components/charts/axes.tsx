import { AxisBottom, AxisLeft } from "@visx/axis";
import type { scaleBand, scaleLinear, scalePoint } from "@visx/scale";
import type { ReactNode } from "react";

const height = 240;
export const margin = { top: 8, right: 8, bottom: 28, left: 56 } as const;
export const innerHeight = height - margin.top - margin.bottom;

/** As many of the values as have room for their words. */
function ticksOf(values: readonly string[], width: number): string[] {
  const every = Math.max(1, Math.ceil(values.length / Math.max(2, Math.floor(width / 80))));
  return values.filter((_value, index) => index % every === 0);
}

interface AxesProps {
  readonly width: number;
  readonly x: ReturnType<typeof scaleBand<string>> | ReturnType<typeof scalePoint<string>>;
  readonly y: ReturnType<typeof scaleLinear<number>>;
  readonly formatX: (value: string) => string;
  readonly formatY: (value: number) => string;
  /** The drawing between the axes. */
  readonly children: ReactNode;
}

/** The axes of a chart, for the eye only. */
export function Axes({ width, x, y, formatX, formatY, children }: AxesProps) {
  const tick = { fill: "var(--soft)", fontSize: 12, fontFamily: "inherit" } as const;
  return (
    <svg width={width} height={height} aria-hidden="true">
      <g transform={`translate(${margin.left},${margin.top})`}>
        {children}
        <AxisLeft
          scale={y}
          numTicks={4}
          hideAxisLine
          tickStroke="var(--line)"
          tickFormat={(value) => formatY(Number(value))}
          tickLabelProps={{ ...tick, textAnchor: "end", dx: -4, dy: 4 }}
        />
        <AxisBottom
          top={innerHeight}
          scale={x}
          tickValues={ticksOf(x.domain(), width - margin.left - margin.right)}
          stroke="var(--line)"
          hideTicks
          tickFormat={formatX}
          tickLabelProps={{ ...tick, textAnchor: "middle" }}
        />
      </g>
    </svg>
  );
}
