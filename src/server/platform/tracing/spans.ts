import type { TracingConfig } from '../config/watching.ts';
import type { OpenSpan, SpanOutcome, SpanStart, Tracing } from './open-span.ts';
import { currentScope } from './scope.ts';

let tracing: Tracing | null = null;

/** Loads OpenTelemetry only if there is a collector. `onFailure` is called when spans were lost. */
export async function openTracing(config: TracingConfig | null, onFailure: () => void): Promise<void> {
  if (config === null) return;
  const { connectTracing } = await import('./connect-tracing.ts');
  tracing = connectTracing(config, onFailure);
}

export async function closeTracing(): Promise<void> {
  const closing = tracing;
  tracing = null;
  await closing?.close();
}

export function isTracing(): boolean {
  return tracing !== null;
}

export function startSpan(span: SpanStart): OpenSpan | null {
  return tracing?.start(span) ?? null;
}

/** The current span; null without tracing, and outside of requests and jobs. */
export function currentSpan(): OpenSpan | null {
  return tracing === null ? null : (currentScope()?.span ?? null);
}

export function failureOf(error: unknown): SpanOutcome {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const type = typeof code === 'string' ? code : error instanceof Error ? error.constructor.name : 'unknown';
  return { isError: true, attributes: { 'error.type': type } };
}
