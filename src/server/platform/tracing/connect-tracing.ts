import {
  type Context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { TracingConfig } from '../config/watching.ts';
import type { OpenSpan, SpanKindName, SpanOutcome, Tracing } from './open-span.ts';

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const satisfies Record<SpanKindName, SpanKind>;

const FAILURE_LOGGED_EVERY_MS = 60_000;

export function connectTracing(config: TracingConfig, onFailure: () => void): Tracing {
  reportFailures(onFailure);
  const exporter = new OTLPTraceExporter({ url: `${config.endpoint}/v1/traces`, headers: { ...config.headers } });
  const sdk = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': config.serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.ratio) }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = sdk.getTracer('dead-letter-club');
  const contexts = new WeakMap<OpenSpan, Context>();
  const contextOf = (parent: OpenSpan | string | null): Context => {
    if (parent === null) return ROOT_CONTEXT;
    if (typeof parent !== 'string') return contexts.get(parent) ?? ROOT_CONTEXT;
    const remote = readTraceparent(parent);
    return remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote);
  };
  return {
    start({ name, kind, attributes = {}, parent }) {
      const context = contextOf(parent);
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, context);
      const opened = openSpan(span);
      contexts.set(opened, trace.setSpan(context, span));
      return opened;
    },
    close: () => sdk.shutdown(),
  };
}

function openSpan(span: Span): OpenSpan {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    end({ name, attributes, isError = false }: SpanOutcome = {}) {
      if (name !== undefined) span.updateName(name);
      if (attributes) span.setAttributes(attributes);
      if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

/** The header's format: https://www.w3.org/TR/trace-context/#traceparent-header */
function readTraceparent(header: string): SpanContext | null {
  const [, traceId, spanId, flags = '00'] = TRACEPARENT.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
}

function reportFailures(onFailure: () => void): void {
  let lastAt = Number.NEGATIVE_INFINITY;
  const error = () => {
    if (performance.now() - lastAt < FAILURE_LOGGED_EVERY_MS) return;
    lastAt = performance.now();
    onFailure();
  };
  diag.setLogger(
    { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
}

function ignore(): void {}
