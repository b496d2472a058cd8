import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { countStreams } from './account/account-changes.ts';
import { measureCheckouts, measureReconciler } from './commerce/reconcile/figures.ts';
import type { Context } from './context.ts';
import { measureLetters } from './fulfilment/runs/figures.ts';
import { ClusterFigures, type Question } from './platform/metrics/cluster-figures.ts';
import { measureEmails, measureQueues } from './platform/metrics/queries.ts';
import { METRICS_PATH, MetricsEndpoint } from './platform/metrics/serve-metrics.ts';
import { pathOf } from './platform/public-pages/pages.ts';

const QUESTIONS: readonly Question[] = [
  measureQueues,
  measureEmails,
  measureCheckouts,
  measureReconciler,
  measureLetters,
];

/** Null, and loads nothing, unless a port or a token is set. */
export async function openMetrics(ctx: Context): Promise<MetricsEndpoint | null> {
  const { metricsPort, metricsToken, role } = ctx.config;
  if (metricsPort === null && metricsToken === null) return null;
  const { openProcessMetrics } = await import('./platform/metrics/process-metrics.ts');
  const cluster = role === 'web' ? null : new ClusterFigures(ctx, QUESTIONS);
  const metrics = openProcessMetrics({ config: ctx.config, db: ctx.db, openStreams: countStreams, cluster });
  return new MetricsEndpoint(metrics, metricsToken);
}

export async function openMetricsPort({ config }: Context, metrics: MetricsEndpoint, port: number): Promise<Server> {
  const server = createServer((req, res) => {
    if (req.method === 'GET' && pathOf(req) === METRICS_PATH) metrics.answer(req, res);
    else res.writeHead(404, { 'Content-Length': 0 }).end();
  });
  server.listen({ port, host: config.host });
  await once(server, 'listening');
  return server;
}
