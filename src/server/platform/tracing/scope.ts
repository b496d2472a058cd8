import { AsyncLocalStorage } from 'node:async_hooks';
import type { OpenSpan } from './open-span.ts';

export interface Scope {
  readonly requestId: string;
  readonly span: OpenSpan | null;
}

/** The trace that led to a job, stored in the job's data. */
export interface Origin {
  readonly requestId: string;
  readonly traceparent?: string;
}

const scopes = new AsyncLocalStorage<Scope | undefined>();

export function currentScope(): Scope | undefined {
  return scopes.getStore();
}

export function runInScope<T>(scope: Scope | undefined, run: () => T): T {
  return scopes.run(scope, run);
}

export function runOutsideScope<T>(run: () => T): T {
  return scopes.exit(run);
}

export function currentOrigin(): Origin | null {
  const scope = scopes.getStore();
  if (scope === undefined) return null;
  return { requestId: scope.requestId, ...(scope.span && { traceparent: scope.span.traceparent }) };
}

export function loggedScope(): { requestId?: string; traceId?: string } {
  const scope = scopes.getStore();
  if (scope === undefined) return {};
  return { requestId: scope.requestId, ...(scope.span && { traceId: scope.span.traceId }) };
}
