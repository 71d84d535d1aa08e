import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from "@opentelemetry/api";
import { DomainError } from "#src/errors.ts";

/**
 * The spans of traces. Without a provider, which `src/platform/tracing/open-tracing.ts` registers, none of this does anything. Attributes hold ids,
 * states and numbers: no texts, names, addresses or keys, and of errors their codes alone.
 */
const tracerName = "speech-service";

interface SpanOptions {
  /** Default: a step within the process. */
  readonly kind?: keyof typeof SpanKind;
  readonly attributes?: Attributes;
  /** Default: the span in which it is begun. */
  readonly parent?: Context;
}

/** A span that ends when `end` is called. */
export interface OpenSpan {
  readonly span: Span;
  /** Runs work whose spans are parts of this one. */
  readonly within: <Result>(work: () => Result) => Result;
}

export function openSpan(
  name: string,
  { kind = "INTERNAL", attributes = {}, parent = context.active() }: SpanOptions = {},
): OpenSpan {
  const span = trace.getTracer(tracerName).startSpan(name, { kind: SpanKind[kind], attributes }, parent);
  const own = trace.setSpan(parent, span);
  return { span, within: (work) => context.with(own, work) };
}

/** Runs work in a span of its own, which an error marks as failed. */
export async function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const { span, within } = openSpan(name, options);
  try {
    return await within(() => work(span));
  } catch (error) {
    markFailed(span, error instanceof DomainError ? error.code : error instanceof Error ? error.name : "error");
    throw error;
  } finally {
    span.end();
  }
}

/** Marks a span as failed. @param type is the code of the error, or another word of few values */
export function markFailed(span: Span, type: string): void {
  span.setAttribute("error.type", type).setStatus({ code: SpanStatusCode.ERROR });
}

/** Runs work that belongs to no trace, such as a round that serves several callers. */
export const outsideSpans = <Result>(work: () => Result): Result => context.with(ROOT_CONTEXT, work);

/** The place of the current span in the header or column `traceparent` (W3C Trace Context); null where there is none. */
export function currentTraceparent(): string | null {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}

/** The parent that a header or column names; with null, or what is no place of a span, a new trace begins. */
export const parentAt = (traceparent: string | null | undefined): Context =>
  traceparent ? propagation.extract(ROOT_CONTEXT, { traceparent }) : ROOT_CONTEXT;

const ownContext = (): SpanContext | undefined => trace.getSpanContext(context.active());

/** The current trace, for lines of the log. */
export function traceFacts(): { readonly trace_id?: string; readonly span_id?: string } {
  const own = ownContext();
  return own !== undefined && isSpanContextValid(own) ? { trace_id: own.traceId, span_id: own.spanId } : {};
}

/** The same where the trace is recorded, for exemplars: a link to one that is not leads nowhere. */
export function recordedTrace(): ReturnType<typeof traceFacts> {
  const flags = ownContext()?.traceFlags ?? TraceFlags.NONE;
  return (flags & TraceFlags.SAMPLED) === 0 ? {} : traceFacts();
}
