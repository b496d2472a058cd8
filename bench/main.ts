import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drizzle } from 'drizzle-orm/node-postgres';
import { type Child, startChild } from '../launch/child.ts';
import { prepare } from '../launch/prepare.mjs';
import { readAccount } from '../src/server/account/overview/queries.ts';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { Shopper } from '../test/clients/shopper.ts';
import { scratchDatabase } from '../test/server/scratch-database.ts';
import { openSurroundings, type Surroundings } from '../test/server/surroundings.ts';
import { capture } from './bare-answer.ts';
import type { BareAnswers } from './bare-server.ts';
import { alternate, type Contest, type ContestResult } from './rounds.ts';
import { median } from './statistics.ts';
import { benchTimingLeak } from './timing-leak.ts';
import { benchPublicPages, benchWay } from './way.ts';

/**
 * `npm run bench [-- --rounds N --seconds N]` compares `/` and the account with bare servers, in turns; `-- way` runs Lighthouse
 * on every page up to a purchase, `-- public-pages` on the public ones alone; `-- timing-leak` checks whether answers reveal known
 * email addresses.
 */
await main();

async function main(): Promise<void> {
  if (!existsSync('bench/node_modules')) {
    console.error('The tools of the bench are not installed: run npm ci --prefix bench.');
    process.exitCode = 2;
    return;
  }
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { rounds: { type: 'string' }, seconds: { type: 'string', default: '4' } },
  });
  process.env['NODE_ENV'] = 'production';
  await prepare({ build: true });
  const database = await scratchDatabase();
  const around = await openSurroundings(database.url, { ROLE: 'web', LOG_LEVEL: 'warn' });
  const children: Child[] = [];
  const start = async (args: string[], env: Readonly<Record<string, string>>) => {
    const child = await startProgram(args, env);
    children.push(child);
    return child;
  };
  const startServer = async (settings = {}) => {
    await start(['dist/server/main.js'], { ...around.settings, ...settings });
  };
  const rounds = Number(values.rounds ?? (positionals.length > 0 ? 3 : 7));
  try {
    if (positionals.includes('timing-leak')) return await benchTimingLeak(around, startServer, rounds);
    await startServer();
    if (positionals.includes('way')) return await benchWay(around, rounds);
    if (positionals.includes('public-pages')) return await benchPublicPages(around, rounds);
    const contests = await prepareContests(around, database.url, start);
    for (const contest of contests) {
      report(contest, await alternate(contest, { rounds, seconds: Number(values.seconds) }));
    }
  } finally {
    for (const child of children) await child.stop(2_000);
    await around.close();
    await database.stop();
  }
}

type Start = (args: string[], env: Readonly<Record<string, string>>) => Promise<Child>;

async function startProgram(args: string[], env: Readonly<Record<string, string>>): Promise<Child> {
  const child = startChild({
    name: args.at(-1) ?? '',
    args,
    // NODE_ENV=production would refuse stand-ins, and doesn't change any measurement.
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', ...env },
    onLine: (line) => console.error(line),
  });
  await child.ready;
  return child;
}

async function prepareContests(around: Surroundings, databaseUrl: string, start: Start): Promise<Contest[]> {
  const user = await Shopper.signUp(around);
  await user.buy();
  const visitor = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' };
  const subscriber = { accept: 'application/json', authorization: `Bearer ${user.accessToken}` };
  const [page, account] = [`${around.siteUrl}/`, `${around.siteUrl}/api/account`];
  const bare = await startBareServer(start, {
    page: await capture(page, visitor),
    account: { ...(await capture(account, subscriber)), databaseUrl, ...(await queryOf(databaseUrl, user.userId)) },
  });
  const { url: bareUrl } = await bare.ready;
  return [
    { name: '/', headers: visitor, ours: page, bare: `${bareUrl}/page` },
    { name: 'GET /api/account', headers: subscriber, ours: account, bare: `${bareUrl}/account` },
  ];
}

/** The account summary's SQL, so that the bare server can run it too. */
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

async function startBareServer(start: Start, answers: BareAnswers): Promise<Child> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const path = join(folder, 'answers.json');
    await writeFile(path, JSON.stringify(answers));
    return await start(['--import', 'tsx', 'bench/bare-server.ts', path], {});
  } finally {
    await rm(folder, { recursive: true });
  }
}

function report({ name }: Contest, { ours, bare, ratios, isTooNoisy }: ContestResult): void {
  const spread = ratios.map((each) => each.toFixed(2)).join(' ');
  const noise = isTooNoisy ? ', too noisy to mean anything' : '';
  console.log(`${name}: ${median(ratios).toFixed(2)} of a bare server's requests per second${noise}`);
  console.log(`  by round ${spread}; ours ${ours.toFixed(0)}/s, bare ${bare.toFixed(0)}/s`);
}
