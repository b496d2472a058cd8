export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;
export type SpanKindName = 'server' | 'client' | 'consumer';

export interface OpenSpan {
  readonly traceId: string;
  readonly traceparent: string;
  end(outcome?: SpanOutcome): void;
}

export interface SpanOutcome {
  readonly name?: string;
  readonly attributes?: SpanAttributes;
  readonly isError?: boolean;
}

export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKindName;
  readonly attributes?: SpanAttributes;
  readonly parent: OpenSpan | string | null;
}

export interface Tracing {
  start(span: SpanStart): OpenSpan;
  close(): Promise<void>;
}
