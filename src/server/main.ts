import type { Server } from 'node:http';
import { LEASE_MILLISECONDS } from './commerce/checkout/lease.ts';
import { setUpCatalogue } from './commerce/payments/catalogue.ts';
import { type Context, openContext } from './context.ts';
import { failureSentence } from './failure-sentence.ts';
import { openHealthPort } from './health-port.ts';
import { refuseNewKeys } from './identity/keys/sealing-keys.ts';
import { listen } from './listen.ts';
import { openMetrics, openMetricsPort } from './metrics.ts';
import { demonstrationRefusals } from './operator/demonstration/refuse-demonstration.ts';
import { loadHolidayOverridesIfMigrated } from './platform/holidays.ts';
import { readSettingsIfMigrated } from './platform/shop-settings.ts';
import { type Config, parseConfig } from './platform/config/config.ts';
import { leaveRoot } from './platform/config/leave-root.ts';
import { ConfigError } from './platform/config/variables.ts';
import { whenDatabaseAnswers } from './platform/db/await-database.ts';
import type { MetricsEndpoint } from './platform/metrics/serve-metrics.ts';
import { Readiness } from './platform/readiness.ts';
import { prepareDatabase, roleRefusals, roleWarning } from './platform/jobs/prepare-database.ts';
import { untilJobsAreDone } from './platform/jobs/until-done.ts';
import { openLog } from './platform/logging/log.ts';
import { standardOutput } from './platform/logging/log-stream.ts';
import { printable } from './platform/logging/printable.ts';
import { publishBuild, BuiltFileStore } from './platform/public-pages/built-files.ts';
import { pagesListener } from './platform/public-pages/pages.ts';
import { openTracing } from './platform/tracing/spans.ts';
import { type Running, stop } from './stop.ts';

const SANDBOX_FAILURE = 'could not fill the sandbox; the shop opens as it is';

/** The demonstration's remaining jobs take a second or two. */
const DEMONSTRATION_MS = 15_000;

const output = standardOutput();
let running: Running | null = null;

await main();

async function main(): Promise<void> {
  stopOnSignal();
  try {
    await start();
  } catch (error) {
    const sentence = failureSentence(error);
    if (sentence === null) throw error;
    process.stderr.write(`${printable(sentence)}\n`);
    await output.flush();
    process.exit(1);
  }
}

async function start(): Promise<void> {
  const config = await checkConfig();
  const log = openLog(config.logLevel, output);
  // Then pages can be served without the database (decision 130).
  const keysAreGiven = config.auth.jwtKeys !== null;
  if (!keysAreGiven) await whenDatabaseAnswers(log, () => prepare(config));
  await openTracing(config.tracing, () => log.warn('spans were lost: the collector did not accept them'));
  const ctx = await openContext(config, { log, readiness: new Readiness('starting') });
  running = { ctx, servers: [] };
  const catalogue = prepareCatalogue(ctx);
  running = { ctx, servers: await openPorts(ctx) };
  giveUpRoot(ctx);
  if (keysAreGiven) await whenDatabaseAnswers(log, () => prepare(config));
  await whenDatabaseAnswers(log, () => openJobQueues(ctx));
  ctx.readiness.open();
  const demo = (await catalogue) && (await seedSandbox(ctx));
  const works = config.role !== 'web';
  if (works) await openWorkers(ctx);
  // Otherwise log lines of the demonstration's emails would follow the sign-ins and hide them.
  if (works && demo !== null) await untilJobsAreDone(ctx.db, DEMONSTRATION_MS);
  // The launcher reads this line: the server accepts requests.
  output.write(`${JSON.stringify({ ready: true, url: config.siteUrl, ...(demo && { demo }) })}\n`);
  if (works) await reconcileAtStart(ctx);
}

/** @throws ConfigError with every reason why the server can't start, one sentence a line */
async function checkConfig(): Promise<Config> {
  const { config, refusals } = parseConfig(process.env);
  if (refusals.length === 0) return config;
  const ofDatabase = await databaseRefusals(config).catch(() => []);
  throw new ConfigError([...refusals, ...ofDatabase].join('\n'));
}

async function databaseRefusals(config: Config): Promise<string[]> {
  return [...(await demonstrationRefusals(config)), ...(await roleRefusals(config))];
}

async function prepare(config: Config): Promise<void> {
  const refusals = await databaseRefusals(config);
  if (refusals.length > 0) throw new ConfigError(refusals.join('\n'));
  await prepareDatabase(config);
  await refuseNewKeys(config);
}

async function openJobQueues(ctx: Context): Promise<void> {
  const warning = await roleWarning(ctx.config);
  if (warning !== null) ctx.log.warn(warning);
  if (ctx.keys.warning !== null) ctx.log.warn(ctx.keys.warning);
  const reason = ctx.config.withoutTls;
  if (reason !== null) ctx.log.warn({ reason }, 'the database is spoken to without TLS');
  await ctx.jobs.start();
  await publishBuild(ctx);
}

async function openWorkers(ctx: Context): Promise<void> {
  const { startWorkers } = await import('./workers.ts');
  await startWorkers(ctx);
}

function giveUpRoot(ctx: Context): void {
  const account = leaveRoot(ctx.config);
  if (account !== null) ctx.log.info({ account }, 'root’s rights were given up');
}

async function openPorts(ctx: Context): Promise<Server[]> {
  const { role, healthPort, metricsPort } = ctx.config;
  const metrics = await openMetrics(ctx);
  const ports = [
    ...(role === 'worker' ? [] : [startHttp(ctx, metrics)]),
    ...(healthPort === null ? [] : [openHealthPort(ctx, healthPort)]),
    ...(metrics === null || metricsPort === null ? [] : [openMetricsPort(ctx, metrics, metricsPort)]),
  ];
  return await Promise.all(ports);
}

async function startHttp(ctx: Context, metrics: MetricsEndpoint | null): Promise<Server> {
  const holidays = () => loadHolidayOverridesIfMigrated(ctx.db);
  const settings = () => readSettingsIfMigrated(ctx.db, ctx.config);
  const pages = await pagesListener({ ...ctx, holidays, settings, builtFiles: new BuiltFileStore(ctx) });
  return await listen(ctx, pages, metrics);
}

/** Only the sandbox, which starts empty. For a real Stripe account, `npm run payments:setup` makes the catalogue. */
async function prepareCatalogue(ctx: Context) {
  if (ctx.config.stripe.apiBase === null) return null;
  return await logFailure(ctx, SANDBOX_FAILURE, () => setUpCatalogue(ctx.stripe));
}

async function seedSandbox(ctx: Context) {
  if (!ctx.config.seedDemo) return null;
  return await logFailure(ctx, SANDBOX_FAILURE, async () => {
    const { seedDemo } = await import('./operator/demonstration/seed-demonstration.ts');
    return await seedDemo(ctx);
  });
}

/** Repairs work that a killed process left unfinished, and repeats that once its leases have expired. */
async function reconcileAtStart(ctx: Context): Promise<void> {
  const { reconcile, reconcileCheckouts } = await import('./commerce/reconcile/reconcile-checkouts.ts');
  const failure = 'could not reconcile at start; the schedule will';
  setTimeout(() => void logFailure(ctx, failure, () => reconcileCheckouts(ctx)), LEASE_MILLISECONDS).unref();
  const repairs = logFailure(ctx, failure, () => reconcile(ctx));
  // Before it stops, the server waits for them, so that their database connection isn't closed too early.
  ctx.readiness.track(repairs);
  await repairs;
}

async function logFailure<T>(ctx: Context, failure: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    ctx.log.error({ err: error }, failure);
    return null;
  }
}

function stopOnSignal(): void {
  let stopping = false;
  const end = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), (running?.ctx.config.stopSeconds ?? 0) * 1_000).unref();
    if (running !== null) await stop(running);
    await output.flush();
    process.exit(0);
  };
  process.on('SIGTERM', () => void end());
  process.on('SIGINT', () => void end());
}
