import { currentSpan, failureOf, startSpan } from '../tracing/spans.ts';

/** Makes a span for a statement in a traced request. It contains the operation and the table, but no values. */
export async function traceStatement<T>(text: string, run: () => Promise<T>): Promise<T> {
  const parent = currentSpan();
  if (parent === null) return await run();
  const name = summaryOf(text);
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
  const span = startSpan({ name, kind: 'client', attributes, parent });
  try {
    const result = await run();
    span?.end();
    return result;
  } catch (error) {
    span?.end(failureOf(error));
    throw error;
  }
}

function summaryOf(text: string): string {
  const [, verb = 'statement'] = /^\s*([a-z]+)/i.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+("?[a-z_]+"?(?:\."?[a-z_]+"?)?)/i.exec(text) ?? [];
  return [verb.toLowerCase(), ...(table ? [table.replaceAll('"', '')] : [])].join(' ');
}
