import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Child, startChild } from '../launch/child.ts';
import { prepare } from '../launch/prepare.mjs';
import { drizzle } from 'drizzle-orm/node-postgres';
import { readAccount } from '../src/server/account/overview/queries.ts';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { Shopper } from '../test/clients/shopper.ts';
import { openSurroundings, type Surroundings } from '../test/server/surroundings.ts';
import { benchAuth } from './auth.ts';
import { benchCapacity } from './capacity.ts';
import { capture } from './bare-answer.ts';
import type { BareAnswers } from './bare-server.ts';
import { benchFace } from './face.ts';
import { benchFirstVisits } from './first-visits.ts';
import { benchLetters } from './letters.ts';
import { memoryMib } from './memory.ts';
import { benchObservatory, openTlsProxy } from './observatory.ts';
import { benchPresses } from './presses.ts';
import { alternate, type Contest, type ContestResult, type Figures } from './rounds.ts';
import { benchScans } from './scans.ts';
import { scratchDatabase } from './scratch-database.ts';
import { benchStart } from './start.ts';
import { benchWay } from './way.ts';

/**
 * `npm run bench [-- --rounds N --seconds N]` compares `/` and the account with bare servers, in turns; `-- face` runs
 * Lighthouse on the public pages; `-- way` walks from `/` to the thank-you page, `-- first-visits` opens its pages by Lighthouse;
 * `-- presses [PATH…]` presses every control of its pages; `-- start` starts the server again and again; `-- observatory`
 * Mozilla Observatory behind TLS; `-- auth` measures identity; `-- letters [--count N]` sets letters in type; `-- scans [--count N]`
 * measures the feed of scans; `-- capacity` what one more process adds, and what a purchase costs.
 */
const AIMS = { page: 0.85, account: 0.7, accountCpu: 1.45, peakMib: 220 };

await main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { rounds: { type: 'string' }, seconds: { type: 'string', default: '4' }, count: { type: 'string' } },
  });
  if (positionals.includes('scans')) return await benchScans(Number(values.count ?? 1_000_000));
  if (positionals.includes('letters')) return await benchLetters(Number(values.count ?? 10_000));
  process.env['NODE_ENV'] = 'production';
  await prepare({ build: true });
  if (positionals.includes('observatory')) return await scanShop();
  const database = await scratchDatabase();
  const around = await openSurroundings(database.url, { ROLE: 'web', LOG_LEVEL: 'warn' });
  const children: Child[] = [];
  try {
    if (positionals.includes('start')) {
      const startServer = () => startProgram(['dist/server/main.js'], around.settings);
      return await benchStart(startServer, Number(values.rounds ?? 7));
    }
    if (positionals.includes('capacity')) {
      const startServer = (settings: Readonly<Record<string, string>>) =>
        startProgram(['dist/server/main.js'], { ...around.settings, ...settings });
      const size = { rounds: Number(values.rounds ?? 5), seconds: Number(values.seconds) };
      return await benchCapacity({ around, database, startServer, ...size });
    }
    const server = await startProgram(['dist/server/main.js'], around.settings);
    children.push(server);
    if (positionals.includes('face')) return await benchFace(around.siteUrl, Number(values.rounds ?? 5));
    if (positionals.includes('presses'))
      return await benchPresses(around, Number(values.rounds ?? 3), positionals.slice(1));
    if (positionals.includes('way')) return await benchWay(around, Number(values.rounds ?? 5));
    if (positionals.includes('first-visits')) return await benchFirstVisits(around, Number(values.rounds ?? 5));
    const size = { rounds: Number(values.rounds ?? 7), seconds: Number(values.seconds) };
    if (positionals.includes('auth')) {
      const startServer = (settings: Readonly<Record<string, string>>) =>
        startProgram(['dist/server/main.js'], { ...around.settings, ...settings });
      const parts = positionals.slice(1);
      const startBare = (args: string[]) => startProgram(args, {});
      return await benchAuth({ around, database, server, startServer, startProgram: startBare, parts, ...size });
    }
    const contests = await prepareContests(around, database.url, server, children);
    for (const contest of contests) report(contest, await alternate(contest, size));
    reportPeak(server);
  } finally {
    for (const child of children) await child.stop(2_000);
    await around.close();
    await database.stop();
  }
}

/** With the policies of a shop that is connected to Stripe itself. */
async function scanShop(): Promise<void> {
  const database = await scratchDatabase();
  const proxy = await openTlsProxy();
  const around = await openSurroundings(database.url, {
    ROLE: 'web',
    LOG_LEVEL: 'warn',
    SITE_URL: `https://localhost:${proxy.port}`,
    TRUSTED_PROXIES: '127.0.0.1',
    STRIPE_API_BASE: '',
    STRIPE_JS_URL: '',
  });
  const server = await startProgram(['dist/server/main.js'], around.settings);
  try {
    proxy.shopPort = Number(around.settings['PORT']);
    await benchObservatory(proxy);
  } finally {
    await server.stop(2_000);
    await proxy.close();
    await around.close();
    await database.stop();
  }
}

async function startProgram(args: string[], env: Readonly<Record<string, string>>): Promise<Child> {
  const child = startChild({
    name: args.at(-1) ?? '',
    args,
    // Without NODE_ENV=production, which refuses stand-ins and matters to no measurement.
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', ...env },
    onLine: (line) => console.error(line),
  });
  await child.ready;
  return child;
}

async function prepareContests(
  around: Surroundings,
  databaseUrl: string,
  server: Child,
  children: Child[],
): Promise<Contest[]> {
  const user = await Shopper.signUp(around);
  await user.buy();
  const visitor = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' };
  const subscriber = { accept: 'application/json', authorization: `Bearer ${user.accessToken}` };
  const [page, account] = [`${around.siteUrl}/`, `${around.siteUrl}/api/account`];
  const bare = await startBareServer({
    page: await capture(page, visitor),
    account: { ...(await capture(account, subscriber)), databaseUrl, ...(await queryOf(databaseUrl, user.userId)) },
  });
  children.push(bare);
  const { url: bareUrl } = await bare.ready;
  const ours = (url: string) => ({ url, pid: server.pid });
  const theirs = (path: string) => ({ url: bareUrl + path, pid: bare.pid });
  return [
    { name: '/', aim: AIMS.page, headers: visitor, ours: ours(page), bare: theirs('/page') },
    {
      name: 'GET /api/account',
      aim: AIMS.account,
      cpuAim: AIMS.accountCpu,
      headers: subscriber,
      ours: ours(account),
      bare: theirs('/account'),
    },
  ];
}

/** The statement of the account's summary, so that the bare server can ask it too. */
async function queryOf(databaseUrl: string, userId: string): Promise<{ text: string; values: unknown[] }> {
  const db = openDatabase(databaseUrl, { maxConnections: 1 });
  let seen: { text: string; values: unknown[] } | undefined;
  const logger = { logQuery: (text: string, values: unknown[]) => void (seen = { text, values }) };
  try {
    await readAccount(drizzle({ client: db.$client, logger }), userId, new Date().toISOString().slice(0, 10));
  } finally {
    await db.$client.end();
  }
  if (seen === undefined) throw new Error('The account has asked nothing.');
  return seen;
}

async function startBareServer(answers: BareAnswers): Promise<Child> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const path = join(folder, 'answers.json');
    await writeFile(path, JSON.stringify(answers));
    return await startProgram(['--import', 'tsx', 'bench/bare-server.ts', path], {});
  } finally {
    await rm(folder, { recursive: true });
  }
}

function report({ name, aim, cpuAim }: Contest, { ours, bare, ratio, ratios, isTooNoisy }: ContestResult): void {
  const verdict = isTooNoisy ? 'too noisy' : ratio >= aim ? 'met' : 'missed';
  const spread = ratios.map((each) => each.toFixed(2)).join(' ');
  console.log(`${name}: ratio ${ratio.toFixed(2)} (aim ${aim}: ${verdict}); by round ${spread}`);
  const cpu = ours.cpuPerRequest / bare.cpuPerRequest;
  const cpuVerdict = cpuAim === undefined ? '' : ` (aim ${cpuAim}: ${cpu <= cpuAim ? 'met' : 'missed'})`;
  console.log(
    `  ours ${inWords(ours)}; bare ${inWords(bare)}; CPU each ${cpu.toFixed(2)} of the bare server's${cpuVerdict}`,
  );
}

function reportPeak({ pid }: Child): void {
  const peak = memoryMib(pid, 'VmHWM');
  console.log(
    `the server's memory at its peak: ${peak.toFixed(0)} MiB (aim ${AIMS.peakMib}: ${peak <= AIMS.peakMib ? 'met' : 'missed'})`,
  );
}

function inWords({ requestsPerSecond, cpuPerRequest }: Figures): string {
  return `${requestsPerSecond.toFixed(0)}/s at ${cpuPerRequest.toFixed(0)} µs of CPU each`;
}
