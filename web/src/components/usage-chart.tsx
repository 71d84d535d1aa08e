import { AxisBottom, AxisLeft } from "@visx/axis";
import { useParentSize } from "@visx/responsive";
import { scaleBand, scaleLinear, scaleOrdinal } from "@visx/scale";
import { BarStack } from "@visx/shape";
import type { UsageReport } from "#web/api/types.ts";
import { formatNumber, formatReportDate } from "#web/format.ts";

type Day = UsageReport["series"][number];

const height = 240;
const margin = { top: 8, right: 8, bottom: 28, left: 56 } as const;
const kinds = ["tts_characters_processed", "asr_seconds_processed"] as const;
const colors = scaleOrdinal<(typeof kinds)[number], string>({
  domain: [...kinds],
  range: ["var(--chart-tts)", "var(--chart-asr)"],
});
const ticksOf = (days: readonly Day[], width: number): string[] => {
  const every = Math.max(1, Math.ceil(days.length / Math.max(2, Math.floor(width / 80))));
  return days.filter((_day, index) => index % every === 0).map(({ date }) => date);
};

function Bars({ days, width }: { readonly days: readonly Day[]; readonly width: number }) {
  const innerWidth = width - margin.left - margin.right;
  const innerHeight = height - margin.top - margin.bottom;
  const most = Math.max(10, ...days.map((day) => day.total_credits_consumed));
  const x = scaleBand({ domain: days.map(({ date }) => date), range: [0, innerWidth], padding: 0.25 });
  const y = scaleLinear({ domain: [0, most], range: [innerHeight, 0], nice: true });
  const tick = { fill: "var(--soft)", fontSize: 12, fontFamily: "inherit" } as const;
  return (
    <svg width={width} height={height} aria-hidden="true">
      <g transform={`translate(${margin.left},${margin.top})`}>
        <BarStack
          data={[...days]}
          keys={[...kinds]}
          x={({ date }) => date}
          xScale={x}
          yScale={y}
          color={colors}
          value={(day, kind) => day[kind]}
        />
        <AxisLeft
          scale={y}
          numTicks={4}
          hideAxisLine
          tickStroke="var(--line)"
          tickFormat={(value) => formatNumber(Number(value))}
          tickLabelProps={{ ...tick, textAnchor: "end", dx: -4, dy: 4 }}
        />
        <AxisBottom
          top={innerHeight}
          scale={x}
          tickValues={ticksOf(days, innerWidth)}
          stroke="var(--line)"
          hideTicks
          tickFormat={formatReportDate}
          tickLabelProps={{ ...tick, textAnchor: "middle" }}
        />
      </g>
    </svg>
  );
}

/** The same as the bars, for those who would rather read them. */
const DayTable = ({ days }: { readonly days: readonly Day[] }) => (
  <details>
    <summary>Show as table</summary>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
    <section className="table-scroll" tabIndex={0} aria-label="Credits by day">
      <table>
        <thead>
          <tr>
            <th scope="col">Day (UTC)</th>
            <th scope="col">Characters</th>
            <th scope="col">Seconds</th>
            <th scope="col">Credits</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.date}>
              <th scope="row">{formatReportDate(day.date)}</th>
              <td>{formatNumber(day.tts_characters_processed)}</td>
              <td>{formatNumber(day.asr_seconds_processed)}</td>
              <td>{formatNumber(day.total_credits_consumed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </details>
);

/** Credits by day as stacked bars: a character spoken and a second heard cost one each. */
export function UsageChart({ report }: { readonly report: UsageReport }) {
  const { parentRef, width } = useParentSize({ debounceTime: 50 });
  const { series, total_credits_consumed: total, period } = report;
  return (
    <figure className="chart">
      <figcaption>
        <strong>{formatNumber(total)} credits</strong> from {formatReportDate(period.from)} to{" "}
        {formatReportDate(period.to)}
        <span className="legend">
          <span className="key tts">Speech</span> <span className="key asr">Transcription</span>
        </span>
      </figcaption>
      <div ref={parentRef} className="chart-space">
        {width > margin.left + margin.right && <Bars days={series} width={width} />}
      </div>
      <DayTable days={series} />
    </figure>
  );
}
