import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { ClusterFigures } from './cluster-figures.ts';
import { CLUSTER_GAUGES, type ClusterGauge, PREFIX } from './definitions.ts';
import { subscribe } from './occurrences.ts';

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const CALL_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];
const JOB_SECONDS = [0.05, 0.25, 1, 5, 15, 60, 300, 1_800];
const LAG_SECONDS = [0.5, 1, 2, 5, 15, 60, 300, 900, 3_600, 86_400];

const LAG_PRECISION_MS = 20;

export interface ProcessFacts {
  readonly config: Pick<Config, 'role' | 'poolSize'>;
  readonly db: Database;
  readonly openStreams: () => number;
  readonly cluster: ClusterFigures | null;
}

export interface ProcessMetrics {
  readonly contentType: string;
  text(): Promise<string>;
  close(): void;
}

export function openProcessMetrics(facts: ProcessFacts): ProcessMetrics {
  const register = new Registry();
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LAG_PRECISION_MS });
  const endings = [...countRequests(register), ...countWork(register), ...countMoney(register)];
  const fillProcess = gaugeProcess(register, facts);
  const fillCluster = facts.cluster === null ? null : gaugeCluster(register, facts.cluster);
  return {
    contentType: register.contentType,
    async text() {
      fillProcess();
      await fillCluster?.();
      return await register.metrics();
    },
    close() {
      for (const end of endings) end();
      register.clear();
    },
  };
}

type Ending = () => void;

function countRequests(register: Registry): Ending[] {
  const requests = counter(register, 'http_requests_total', 'Requests answered, by route and status.', [
    'method',
    'route',
    'status',
  ]);
  const seconds = histogram(register, 'http_request_duration_seconds', 'Time to the end of an answer.', {
    labelNames: ['method', 'route'],
    buckets: REQUEST_SECONDS,
  });
  const reports = counter(register, 'browser_reports_total', 'Reports of browsers about our pages.', ['kind']);
  return [
    subscribe('request', ({ method, route, status, seconds: taken }) => {
      requests.inc({ method, route, status: String(status) });
      seconds.observe({ method, route }, taken);
    }),
    subscribe('browser-report', ({ kind }) => reports.inc({ kind })),
  ];
}

function countWork(register: Registry): Ending[] {
  const jobs = histogram(register, 'job_duration_seconds', 'Time that a job took.', {
    labelNames: ['queue', 'outcome'],
    buckets: JOB_SECONDS,
  });
  const emails = counter(register, 'emails_total', 'Emails sent, given up, or put off by the mail server.', [
    'kind',
    'outcome',
  ]);
  return [
    subscribe('job', ({ queue, outcome, seconds }) => jobs.observe({ queue, outcome }, seconds)),
    subscribe('email', ({ kind, outcome }) => emails.inc({ kind, outcome })),
  ];
}

function countMoney(register: Registry): Ending[] {
  const calls = histogram(register, 'stripe_request_duration_seconds', 'Time until Stripe answered.', {
    labelNames: ['method', 'route', 'outcome'],
    buckets: CALL_SECONDS,
  });
  const lag = histogram(register, 'webhook_lag_seconds', 'From an event at Stripe until it was heard of here.', {
    labelNames: [],
    buckets: LAG_SECONDS,
  });
  const drift = counter(register, 'reconciler_drift_total', 'Differences to Stripe that were found by comparing.', [
    'what',
  ]);
  const failures = counter(register, 'reconciler_failures_total', 'What comparing could not bring into line.', []);
  return [
    subscribe('stripe-call', ({ method, route, outcome, seconds }) =>
      calls.observe({ method, route, outcome }, seconds),
    ),
    subscribe('webhook', ({ lagSeconds }) => lag.observe(lagSeconds)),
    subscribe('drift', ({ what }) => drift.inc({ what })),
    subscribe('reconcile-failure', () => failures.inc()),
  ];
}

/** @returns a function that fills the gauges */
function gaugeProcess(register: Registry, { config, db, openStreams }: ProcessFacts): () => void {
  const pool = db.$client;
  const connections = gauge(register, 'pool_connections', 'Connections of the pool, and requests that wait for one.', [
    'state',
  ]);
  gauge(register, 'pool_size', 'Connections that the pool may have.').set(config.poolSize);
  const streams = gauge(register, 'streams_open', 'Accounts that listen for changes.');
  gauge(register, 'process_info', 'Always 1.', ['role']).set({ role: config.role }, 1);
  return () => {
    connections.set({ state: 'in_use' }, pool.totalCount - pool.idleCount);
    connections.set({ state: 'idle' }, pool.idleCount);
    connections.set({ state: 'waiting' }, pool.waitingCount);
    streams.set(openStreams());
  };
}

/**
 * A figure that couldn't be read is left out, and isn't reported as 0.
 * @returns a function that fills the gauges
 */
function gaugeCluster(register: Registry, cluster: ClusterFigures): () => Promise<void> {
  const names = Object.keys(CLUSTER_GAUGES) as ClusterGauge[];
  const gauges = new Map(
    names.map((name) => [name, gauge(register, name, CLUSTER_GAUGES[name].help, CLUSTER_GAUGES[name].labels)]),
  );
  const up = gauge(register, 'cluster_up', 'Whether the database has answered all that the figures above ask.');
  return async () => {
    const samples = await cluster.samples();
    for (const [name, each] of gauges) {
      each.reset();
      if (CLUSTER_GAUGES[name].labels.length === 0) each.remove();
    }
    for (const { gauge: name, labels = {}, value } of samples) gauges.get(name)?.set(labels, value);
    up.set(cluster.isUp ? 1 : 0);
  };
}

function counter(register: Registry, name: string, help: string, labelNames: readonly string[]): Counter {
  return new Counter({ name: PREFIX + name, help, labelNames: [...labelNames], registers: [register] });
}

function gauge(register: Registry, name: string, help: string, labelNames: readonly string[] = []): Gauge {
  return new Gauge({ name: PREFIX + name, help, labelNames: [...labelNames], registers: [register] });
}

interface HistogramOptions {
  readonly labelNames: readonly string[];
  readonly buckets: readonly number[];
}

function histogram(register: Registry, name: string, help: string, options: HistogramOptions): Histogram {
  const [labelNames, buckets] = [[...options.labelNames], [...options.buckets]];
  return new Histogram({ name: PREFIX + name, help, labelNames, buckets, registers: [register] });
}
