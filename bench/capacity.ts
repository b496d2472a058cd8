import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { promisify } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import { type Child } from '../launch/child.ts';
import { freePort } from '../launch/ports.ts';
import { getAccount } from '../src/contract/account.ts';
import { addDays, newYorkDate, newYorkMidnight } from '../src/domain/calendar-date.ts';
import { addBusinessDays } from '../src/domain/holidays.ts';
import { closeContext, openContext } from '../src/server/context.ts';
import { readConfig } from '../src/server/platform/config/config.ts';
import { emailOutbox } from '../src/server/platform/schema.ts';
import { startWorkers } from '../src/server/workers.ts';
import { addSubscriber } from '../test/builders/subscribers.ts';
import { Shopper } from '../test/clients/shopper.ts';
import { upTo } from '../test/load/in-parallel.ts';
import type { Surroundings } from '../test/server/surroundings.ts';
import { cpuTime, cpuTimeOfFamily } from './cpu.ts';
import type { LoadResult } from './load.ts';
import { workMailingDay } from './soaks/mailing-day.ts';
import type { ScratchDatabase } from './scratch-database.ts';
import { openCountingWay } from './statement-count.ts';
import { median, sum } from './statistics.ts';

type Start = (settings: Readonly<Record<string, string>>) => Promise<Child>;

interface Bench {
  readonly around: Surroundings;
  readonly database: ScratchDatabase;
  readonly startServer: Start;
  readonly rounds: number;
  readonly seconds: number;
}

interface Cost {
  /** Microseconds of processor time for each, of the web processes and of PostgreSQL. */
  readonly web: number;
  readonly database: number;
  readonly perSecond: number;
}

const AIM = 0.85;
const WARM_ANSWERS = 25_000;
const WARM_SECONDS = 4;
const PURCHASES = 60;
const LETTERS = 400;
/** Beyond what the day's own purchases are due. */
const DAYS_AHEAD = 40;
const NOON_MS = 12 * 3_600_000;
type CountingWay = Awaited<ReturnType<typeof openCountingWay>>;

const run = promisify(execFile);

/** What one more web process adds, and what a purchase and a look at the account cost the processes and the database. */
export async function benchCapacity(bench: Bench): Promise<void> {
  const counted = await countStatements(bench);
  const [one, two] = await readAccounts(bench);
  const share = one.web / two.web;
  console.log(`account, 1 process on 1 core: ${inWords(one)}`);
  console.log(`account, 2 processes on 2 cores: ${inWords(two)}`);
  console.log(
    `answers per processor second of 2 processes: ${share.toFixed(2)} of those of one (aim ${AIM}: ${share >= AIM ? 'met' : 'missed'})`,
  );
  for (const line of counted) console.log(line);
}

function inWords({ web, database, perSecond }: Cost): string {
  return `${web.toFixed(0)} µs of web and ${database.toFixed(0)} µs of PostgreSQL each, ${perSecond.toFixed(0)}/s beside the load generator`;
}

/**
 * What an answer costs while one process has the load, each in turn, and while two share it, each kept to a core. Both have given as many
 * answers before: V8 compiles what runs often, and a process that has given fewer pays more for each.
 */
async function readAccounts({ around, database, startServer, rounds, seconds }: Bench): Promise<readonly [Cost, Cost]> {
  const ports = await Promise.all(upTo(2).map(freePort));
  const servers = await Promise.all(ports.map((port) => startServer({ PORT: String(port), ROLE: 'web' })));
  try {
    await Promise.all(servers.map(({ pid }, index) => pinToCore(pid, index % cpus().length)));
    const user = await Shopper.signUp({ ...around, siteUrl: `http://127.0.0.1:${ports[0]}` });
    const headers = { authorization: `Bearer ${user.accessToken}` };
    await Promise.all(ports.map((port) => warm(addressOf(port), headers)));
    const measure = async (asked: readonly number[]): Promise<Cost> => {
      const loaded = servers.filter((_server, index) => asked.includes(ports[index] ?? 0));
      const before = timeOf(loaded, database);
      const results = await Promise.all(asked.map((port) => ask(addressOf(port), headers, seconds)));
      const after = timeOf(loaded, database);
      const requests = sum(results.map((each) => each.requests));
      return {
        web: (after.web - before.web) / requests,
        database: (after.database - before.database) / requests,
        perSecond: requests / seconds,
      };
    };
    const costs: [Cost[], Cost[]] = [[], []];
    for (const round of upTo(rounds)) {
      costs[0].push(await measure(ports.slice(round % 2, (round % 2) + 1)));
      costs[1].push(await measure(ports));
    }
    return [middleOf(costs[0]), middleOf(costs[1])];
  } finally {
    for (const server of servers) await server.stop(2_000);
  }
}

function addressOf(port: number): string {
  return `http://127.0.0.1:${port}${getAccount.path}`;
}

function middleOf(costs: readonly Cost[]): Cost {
  return {
    web: median(costs.map(({ web }) => web)),
    database: median(costs.map(({ database }) => database)),
    perSecond: median(costs.map(({ perSecond }) => perSecond)),
  };
}

async function warm(url: string, headers: Record<string, string>): Promise<void> {
  for (let answers = 0; answers < WARM_ANSWERS;) answers += (await ask(url, headers, WARM_SECONDS)).requests;
}

/** With all threads that a process has and will have. */
async function pinToCore(pid: number, core: number): Promise<void> {
  if (process.platform === 'linux')
    await run('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)]);
}

async function ask(url: string, headers: Record<string, string>, seconds: number): Promise<LoadResult> {
  const order = JSON.stringify({ url, headers, seconds });
  const { stdout } = await run(process.execPath, ['--import', 'tsx', 'bench/load.ts', order]);
  return JSON.parse(stdout) as LoadResult;
}

function timeOf(servers: readonly Child[], { pid }: ScratchDatabase) {
  return { web: sum(servers.map((server) => cpuTime(server.pid) ?? NaN)), database: cpuTimeOfFamily(pid) ?? NaN };
}

/** @returns a line for what each costs in statements, and in processor time of PostgreSQL */
async function countStatements({ around, database, startServer }: Bench): Promise<string[]> {
  const way = await openCountingWay(database.url);
  const server = await startServer({
    DATABASE_URL: way.url,
    DATABASE_DIRECT_URL: database.url,
    DATABASE_PREPARED_STATEMENTS: '1',
    ROLE: 'web',
  });
  try {
    const lines: string[] = [];
    const measure = async (what: string, times: number, work: () => Promise<unknown>) => {
      way.take();
      const before = timeOf([server], database);
      for (const _time of upTo(times)) await work();
      await around.sandbox.webhooksDelivered();
      await sleep(500);
      const after = timeOf([server], database);
      const { statements, frames } = way.take();
      const [web, ofDatabase] = [after.web - before.web, after.database - before.database].map((time) => time / times);
      lines.push(
        `${what}: ${(statements / times).toFixed(1)} statements, ${(frames / times).toFixed(1)} of them begin or end a transaction; ` +
          `${inMs(web)} ms of web and ${inMs(ofDatabase)} ms of PostgreSQL`,
      );
    };
    const users: Shopper[] = [];
    await measure('sign-up', PURCHASES, async () => users.push(await Shopper.signUp(around)));
    const buyers = users.values();
    await measure('purchase, with its webhooks', PURCHASES, async () => await buyers.next().value?.buy());
    const [subscriber] = users;
    await measure('look at the account', PURCHASES, async () => await subscriber?.call(getAccount));
    lines.push(await countForLetters({ around, database }, way));
    return lines;
  } finally {
    await server.stop(2_000);
    way.close();
  }
}

/** The queues' own statements go past the way: they are sent for twenty emails at once. */
async function countForLetters(
  { around, database }: Pick<Bench, 'around' | 'database'>,
  way: CountingWay,
): Promise<string> {
  const settings = { ...around.settings, DATABASE_URL: way.url, DATABASE_DIRECT_URL: database.url };
  let now = new Date();
  const ctx = await openContext(readConfig(settings), { clock: { now: () => now } });
  await ctx.jobs.start();
  const workers = await startWorkers(ctx);
  try {
    const bought = addDays(newYorkDate(now), DAYS_AHEAD);
    await ctx.db.transaction(async (tx) => {
      for (const _letter of upTo(LETTERS)) await addSubscriber(tx, { serviceStart: bought, planType: 'annual' });
    });
    now = new Date(newYorkMidnight(addBusinessDays(bought, 1)).getTime() + NOON_MS);
    way.take();
    const before = cpuTimeOfFamily(database.pid) ?? NaN;
    await workMailingDay(ctx);
    const handedOver = way.take();
    const isDone = eq(emailOutbox.kind, 'letter-mailed');
    while ((await ctx.db.$count(emailOutbox, and(isDone, eq(emailOutbox.status, 'sent')))) < LETTERS)
      await sleep(1_000);
    const emailed = way.take();
    const time = ((cpuTimeOfFamily(database.pid) ?? NaN) - before) / LETTERS;
    return (
      `letter, of ${LETTERS}: ${(handedOver.statements / LETTERS).toFixed(2)} statements until it is handed over, ` +
      `${(emailed.statements / LETTERS).toFixed(1)} for its email; ${inMs(time)} ms of PostgreSQL`
    );
  } finally {
    await workers.stop();
    await closeContext(ctx);
  }
}

function inMs(microseconds = NaN): string {
  return (microseconds / 1_000).toFixed(2);
}
