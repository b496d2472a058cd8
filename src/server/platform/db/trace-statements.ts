import type { Pool } from 'pg';
import type { OpenSpan } from '../tracing/open-span.ts';
import { currentScope, runInScope } from '../tracing/scope.ts';
import { currentSpan, failureOf, startSpan } from '../tracing/spans.ts';

type Run = (...args: unknown[]) => unknown;

/** A span for a statement of something that is traced; it says what is done to which table, and no value. */
export function traceStatement(args: unknown[], run: Run): unknown {
  const parent = currentSpan();
  const text = parent === null ? null : textOf(args[0]);
  if (text === null) return run(...args);
  const name = summaryOf(text);
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
  const span = startSpan({ name, kind: 'client', attributes, parent });
  return span === null ? run(...args) : endWith(span, args, run);
}

function endWith(span: OpenSpan, args: unknown[], run: Run): unknown {
  const last = args.at(-1);
  if (typeof last === 'function') {
    const callback = (error: unknown, ...results: unknown[]) => {
      span.end(error ? failureOf(error) : {});
      (last as Run)(error, ...results);
    };
    return run(...args.slice(0, -1), callback);
  }
  const result = run(...args) as Promise<unknown>;
  result.then(
    () => span.end(),
    (error: unknown) => span.end(failureOf(error)),
  );
  return result;
}

/** Null for what streams by itself, such as COPY. */
function textOf(query: unknown): string | null {
  if (typeof query === 'string') return query;
  if (typeof query !== 'object' || query === null || 'submit' in query) return null;
  return 'text' in query && typeof query.text === 'string' ? query.text : null;
}

function summaryOf(text: string): string {
  const [, verb = 'statement'] = /^\s*([a-z]+)/i.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+("?[a-z_]+"?(?:\."?[a-z_]+"?)?)/i.exec(text) ?? [];
  return [verb.toLowerCase(), ...(table ? [table.replaceAll('"', '')] : [])].join(' ');
}

/** A request that waits for a connection would go on in the name of the one that gives it back. */
export function connectInOwnName(pool: Pool): void {
  const connect = pool.connect.bind(pool) as unknown as Run;
  pool.connect = ((callback?: Run) =>
    callback === undefined ? connect() : connect(inOwnName(callback))) as Pool['connect'];
}

function inOwnName(callback: Run): Run {
  const scope = currentScope();
  return (...args) => runInScope(scope, () => callback(...args));
}
