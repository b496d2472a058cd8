import { readFile } from 'node:fs/promises';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openDatabase } from '../db/database.ts';
import { ClusterFigures } from './cluster-figures.ts';
import { openProcessMetrics } from './process-metrics.ts';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const read = (path: string) => readFile(path, 'utf8');
const { groups } = parse(await read('deploy/monitoring/alerts.yml')) as {
  groups: readonly { readonly rules: readonly Alert[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);
const { panels } = JSON.parse(await read('deploy/monitoring/dashboard.json')) as { panels: readonly Panel[] };
const charts = panels.filter(({ targets }) => targets !== undefined);
const operating = await read('docs/operating.md');

// These tests never query this database.
const db = openDatabase('postgres://nobody@127.0.0.1:1/nothing');
const facts = { config: { role: 'both', poolSize: 20 }, db, openStreams: () => 0 } as const;
const metrics = openProcessMetrics({
  ...facts,
  cluster: new ClusterFigures({ db, clock: { now: () => new Date() } }, []),
});
const text = await metrics.text();
afterAll(async () => {
  metrics.close();
  await db.$client.end();
});

/** `up` is Prometheus' own; a histogram has three names. */
const known = new Set([
  'up',
  ...[...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((ending) => name + ending) : [name],
  ),
]);

/** Metrics that an expression names. @throws Error when Prometheus would not take it */
function metricsIn(expression: string): string[] {
  const query = expression.replaceAll('$__rate_interval', '5m');
  const names: string[] = [];
  parser.parse(query).iterate({
    enter({ type, from, to, node }) {
      if (type.isError) throw new Error(`${query.slice(0, from)} ⟶ ${query.slice(from)} is no PromQL.`);
      if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector') names.push(query.slice(from, to));
    },
  });
  return names;
}

describe('the alert rules', () => {
  test.each(alerts)(
    '$alert asks for metrics that there are, and says what is the matter',
    ({ expr, annotations, labels }) => {
      const names = metricsIn(expr);
      expect(names.length).toBeGreaterThan(0);
      for (const name of names) expect(known).toContain(name);
      expect(annotations.summary).toMatch(/^.{20,}\.$/);
      expect(annotations.runbook).toBe('docs/operating.md#alerts');
      expect(['page', 'ticket']).toContain(labels.severity);
    },
  );

  test('have a line each in the runbook, and it has no other', () => {
    const [, section = ''] = /### Alerts\n(.*?)(?=\n##)/s.exec(operating) ?? [];
    const lines = [...section.matchAll(/^\| `(\w+)` \| .{10,} \| .{10,} \|$/gm)].map(([, name = '']) => name);
    expect(lines.sort()).toEqual(alerts.map(({ alert }) => alert).sort());
  });
});

describe('the dashboard', () => {
  test.each(charts)('$title draws metrics that there are', ({ targets = [] }) => {
    const names = targets.flatMap(({ expr }) => metricsIn(expr));
    expect(names.length).toBeGreaterThanOrEqual(targets.length);
    for (const name of names) expect(known).toContain(name);
  });

  test('shows every metric of ours', () => {
    const shown = charts.flatMap(({ targets = [] }) => targets).flatMap(({ expr }) => metricsIn(expr));
    const ours = [...text.matchAll(/^# TYPE (deadletter_\w+)/gm)].map(([, name = '']) => name);
    const missing = ours.filter((name) => !shown.some((one) => one.replace(/_(bucket|sum|count)$/, '') === name));
    expect(missing).toEqual([]);
  });
});

test('a name that there is not, and an expression that is none, are found', () => {
  expect(metricsIn('sum(rate(deadletter_nothing_total[5m]))')).toEqual(['deadletter_nothing_total']);
  expect(() => metricsIn('sum(rate(')).toThrow('no PromQL');
});
