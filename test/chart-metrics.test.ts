import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import pg from "pg";
import { parse } from "yaml";
import { openMetrics } from "#src/platform/metrics/metrics.ts";

const read = (path: string): Promise<string> => readFile(join(import.meta.dirname, "..", path), "utf8");
const files = "deploy/helm/speech-service/files";

/** The labels that Prometheus sets by the ServiceMonitor of the chart. */
const ofTheTarget = ["application", "component", "pod"];

/** Every metric of every process, with its type. */
async function metricTypes(): Promise<ReadonlyMap<string, string>> {
  const metrics = openMetrics();
  metrics.watchPool(new pg.Pool());
  metrics.watchProcess();
  metrics.watchQueues(async () => []);
  metrics.observeCallback("delivered", 1);
  metrics.engines.watch([], async () => []);
  metrics.openLive().watch(() => ({ sessions: 0, slots: 0, lagSeconds: 0 }));
  metrics.liveCalls();
  const types = (await metrics.text()).matchAll(/^# TYPE (\w+) (\w+)$/gm);
  return new Map([...types].map(([, name = "", type = ""]) => [name, type]));
}

/** The labels of each metric, as the table of docs/operations.md says. */
async function labelsInDocs(): Promise<ReadonlyMap<string, readonly string[]>> {
  const named = (await read("docs/operations.md")).matchAll(/`([a-z][a-z0-9_]+)(?:\{([a-z,]+)\})?`/g);
  const found = [...named].map(([, name = "", labels = ""]) => [name, labels.split(",").filter(Boolean)] as const);
  return new Map(found.toSorted(([, left], [, right]) => left.length - right.length));
}

/** The expressions of the alerts and the dashboards. */
async function expressions(): Promise<readonly string[]> {
  const alerts: unknown = parse(await read(`${files}/alerts.yaml`));
  const dashboard: unknown = JSON.parse(await read(`${files}/dashboards/speech-service.json`));
  const found = JSON.stringify([alerts, dashboard]).matchAll(/"expr":("(?:[^"\\]|\\.)*")/g);
  return [...found].map(([, text = ""]) => String(JSON.parse(text)));
}

/** The metric that a series belongs to: a histogram has three kinds of series. */
const metricOf = (series: string, types: ReadonlyMap<string, string>): string => {
  const base = series.replace(/_(?:bucket|count|sum)$/, "");
  return types.get(base) === "histogram" ? base : series;
};

test("every metric that an alert or a dashboard names exists, with the labels that it is chosen by", async (t) => {
  const [types, labels, all] = [await metricTypes(), await labelsInDocs(), await expressions()];
  t.true(all.length > 30);
  for (const expression of all) {
    const series = [...expression.matchAll(/\b([a-z]\w+)\{([^}]*)\}/g)];
    t.true(series.length > 0, expression);
    for (const [, name = "", selectors = ""] of series) {
      const metric = metricOf(name, types);
      t.true(types.has(metric), `${name} in ${expression}`);
      t.true(selectors.startsWith('application="speech-service"'), expression);
      const chosenBy = [...selectors.matchAll(/(\w+)[=!]/g)].flatMap(([, label]) => label ?? []);
      const grouped = [...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(/,\s*/));
      const known = [...ofTheTarget, "le", ...(labels.get(metric) ?? [])];
      t.deepEqual(
        [...chosenBy, ...grouped].filter((label) => !known.includes(label)),
        [],
        expression,
      );
    }
    const without = expression
      .replaceAll(/\{[^}]*\}/g, "{}")
      .replaceAll(/"[^"]*"|by \([^)]*\)|\b\w+\(|\{\{\w+\}\}/g, "");
    t.deepEqual(without.match(/\b[a-z]+_\w+(?!\w*\{)/g), null, expression);
  }
});
