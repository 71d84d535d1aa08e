import { Histogram, type HistogramConfiguration, type OpenMetricsContentType, Registry } from "prom-client";
import { recordedTrace } from "#src/spans.ts";

export type OwnRegistry = Registry | Registry<OpenMetricsContentType>;

/** The registry of a process. Exemplars exist in the format OpenMetrics alone. */
export function openRegistry({ hasExemplars }: { readonly hasExemplars: boolean }): OwnRegistry {
  if (!hasExemplars) return new Registry();
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  return registry;
}

type Observe<Label extends string> = (labels: Readonly<Partial<Record<Label, string | number>>>, value: number) => void;

interface DurationOptions<Label extends string> extends Pick<HistogramConfiguration<Label>, "name" | "help"> {
  readonly labelNames: readonly Label[];
  readonly buckets: readonly number[];
  readonly registry: OwnRegistry;
}

/** A histogram of durations. With exemplars, each bucket names the trace of its latest observation. */
export function openDurations<Label extends string>(options: DurationOptions<Label>): Observe<Label> {
  const { registry, buckets, ...rest } = options;
  const enableExemplars = registry.contentType === Registry.OPENMETRICS_CONTENT_TYPE;
  const configuration = { ...rest, buckets: [...buckets], registers: [registry], enableExemplars };
  const histogram = new Histogram<string>(configuration);
  return enableExemplars
    ? (labels, value) => histogram.observe({ labels, value, exemplarLabels: recordedTrace() })
    : (labels, value) => histogram.observe(labels, value);
}

/** The metrics in a format that the header `Accept` of a scraper names. */
export async function scrape(
  registry: OwnRegistry,
  accept: string,
): Promise<{ readonly contentType: string; readonly text: string }> {
  const { contentType } = registry;
  const text = await registry.metrics();
  if (contentType === Registry.PROMETHEUS_CONTENT_TYPE || accept.includes("application/openmetrics-text")) {
    return { contentType, text };
  }
  // The older format knows neither exemplars nor an end, and names a counter as its samples are named.
  const plain = text
    .replaceAll(/ # \{trace_id=.*$/gm, "")
    .replaceAll(/^# HELP (\S+) (.*)\n# TYPE \S+ counter$/gm, "# HELP $1_total $2\n# TYPE $1_total counter")
    .replace(/# EOF\n$/, "");
  return { contentType: Registry.PROMETHEUS_CONTENT_TYPE, text: plain };
}
