import { context, diag, DiagLogLevel, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { TracingOptions } from "./open-tracing.ts";

interface RegisterOptions extends Pick<TracingOptions, "name" | "log"> {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sampledShare: number;
}

const exportTimeoutMs = 5_000;
/** Faults of the collector are logged once in this time. */
const betweenWarningsMs = 60_000;

/** Makes the SDK record spans and send them to the collector from now on. Imported only where there is one. */
export function registerTracing({ endpoint, headers, sampledShare, name, log }: RegisterOptions) {
  logFaults(log);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: exportTimeoutMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": `speech-${name}`, "process.pid": process.pid }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledShare) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return {
    shutdown: async (): Promise<void> => {
      for (const api of [trace, context, propagation, diag]) api.disable();
      // Spans that could not be sent are lost, and nothing waits for them.
      await provider.shutdown().catch(() => undefined);
    },
  };
}

/** The SDK reports each batch that it could not send. */
function logFaults(log: RegisterOptions["log"]): void {
  let warnedAt = -Infinity;
  const warn = (fault: string): void => {
    const now = performance.now();
    if (now - warnedAt < betweenWarningsMs) return;
    warnedAt = now;
    log.warn({ fault }, "traces could not be sent");
  };
  const ignore = (): void => undefined;
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, { logLevel: DiagLogLevel.WARN });
}
