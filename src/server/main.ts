import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { LEASE_MILLISECONDS } from './commerce/checkout/lease.ts';
import { refuseNewKeys } from './identity/keys/sealing-keys.ts';
import { type Config, parseConfig } from './platform/config/config.ts';
import { ConfigError } from './platform/config/variables.ts';
import { closeContext, type Context, openContext } from './context.ts';
import { openLog } from './platform/logging/log.ts';
import { standardOutput } from './platform/logging/log-stream.ts';
import { prepareDatabase, roleWarning } from './platform/jobs/prepare-database.ts';
import { startWorkers } from './workers.ts';
import { leaveRoot } from './platform/config/leave-root.ts';
import { listen } from './listen.ts';
import { boundHeapGrowth } from './platform/heap-growth.ts';
import { loadHolidayOverrides } from './platform/business-calendar/holidays.ts';
import { pagesListener } from './platform/public-pages/pages.ts';
import { setUpCatalogue } from './commerce/payments/catalogue.ts';
import { endStreams } from './account/realtime/account-changes.ts';
import { reconcile, reconcileCheckouts } from './commerce/reconcile/reconcile-checkouts.ts';
import { demonstrationRefusals } from './operator/demonstration/refuse-demonstration.ts';

/** An idle visitor may ask once more, and is told that the connection ends. */
const LAST_REQUESTS_MS = 1_000;
const LAST_ANSWERS_MS = 4_000;
/** Less than the launcher's patience (`launch/shop.ts`). */
const STOPPED_WITHIN_MS = 9_000;

const output = standardOutput();

await main();

async function main(): Promise<void> {
  try {
    await start();
  } catch (error) {
    const sentence = error instanceof ConfigError ? error.message : (portSentence(error) ?? diskSentence(error));
    if (sentence === null) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exitCode = 1;
  }
}

async function start(): Promise<void> {
  const config = await checkConfig();
  await prepareDatabase(config);
  await refuseNewKeys(config);
  const ctx = await openContext(config, { log: openLog(config.logLevel, output) });
  const warning = await roleWarning(config);
  if (warning !== null) ctx.log.warn(warning);
  await ctx.jobs.start();
  const server = config.role === 'worker' ? null : await startHttp(ctx);
  await leaveRootOrStop(ctx, server);
  stopOnSignal(ctx, server);
  const demo = await prepareSandbox(ctx);
  if (config.role !== 'web') await startWorkers(ctx);
  boundHeapGrowth();
  // The starting process reads this line: the shop is open.
  output.write(`${JSON.stringify({ ready: true, url: config.siteUrl, ...(demo && { demo }) })}\n`);
  if (config.role !== 'web') await reconcileAtStart(ctx);
}

/** @throws ConfigError with everything that keeps the server from starting, one sentence a line */
async function checkConfig(): Promise<Config> {
  const { config, refusals } = parseConfig(process.env);
  const users = await demonstrationRefusals(config).catch((error: unknown) => {
    if (refusals.length === 0) throw error;
    return [];
  });
  const all = [...refusals, ...users];
  if (all.length > 0) throw new ConfigError(all.join('\n'));
  return config;
}

async function leaveRootOrStop(ctx: Context, server: Server | null): Promise<void> {
  try {
    const account = leaveRoot(ctx.config);
    if (account !== null) ctx.log.info({ account }, 'root’s rights were given up');
  } catch (error) {
    if (server !== null) await stopHttp(server);
    await closeContext(ctx);
    throw error;
  }
}

async function startHttp(ctx: Context): Promise<Server> {
  const holidays = () => loadHolidayOverrides(ctx.db);
  return await listen(ctx, await pagesListener({ ...ctx, holidays }));
}

/** The sandbox starts empty. A real Stripe account gets its catalogue once, by `npm run payments:setup`. */
async function prepareSandbox(ctx: Context) {
  if (ctx.config.stripe.apiBase === null) return null;
  try {
    await setUpCatalogue(ctx.stripe);
    if (!ctx.config.seedDemo) return null;
    const { seedDemo } = await import('./operator/demonstration/seed-demonstration.ts');
    return await seedDemo(ctx);
  } catch (error) {
    ctx.log.error({ err: error }, 'could not fill the sandbox; the shop opens as it is');
    return null;
  }
}

/** Repairs what a killed process left half done, and again when the leases it held have run out. */
async function reconcileAtStart(ctx: Context): Promise<void> {
  setTimeout(() => void logFailure(ctx, reconcileCheckouts), LEASE_MILLISECONDS).unref();
  await logFailure(ctx, reconcile);
}

async function logFailure(ctx: Context, repair: (ctx: Context) => Promise<void>): Promise<void> {
  try {
    await repair(ctx);
  } catch (error) {
    ctx.log.error({ err: error }, 'could not reconcile at start; the schedule will');
  }
}

function stopOnSignal(ctx: Context, server: Server | null): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), STOPPED_WITHIN_MS).unref();
    if (server !== null) await stopHttp(server);
    await closeContext(ctx);
    await output.flush();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

async function stopHttp(server: Server): Promise<void> {
  endStreams();
  const closed = once(server, 'close');
  // `close` of node:http would cut idle connections, in the middle of the next request of their visitors.
  NetServer.prototype.close.call(server);
  const sweep = setTimeout(() => server.closeIdleConnections(), LAST_REQUESTS_MS);
  setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS).unref();
  await closed;
  clearTimeout(sweep);
}

function portSentence(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EADDRINUSE') return null;
  const port = 'port' in error ? String(error.port) : '';
  return `Port ${port} is taken by another program: free it, or choose another with PORT.`;
}

function diskSentence(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!('code' in cause)) continue;
    if (cause.code === 'ENOSPC') return 'There is no room left on the disk of the data folder.';
    if (cause.code === '53100') return "There is no room left on the database's disk.";
  }
  return null;
}
