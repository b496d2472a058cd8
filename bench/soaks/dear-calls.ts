import { execFile } from 'node:child_process';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { API } from '../../src/contract/api.ts';
import { giveGift, inDays } from '../../test/builders/gifts.ts';
import { PASSWORD } from '../../test/clients/shopper.ts';
import { inParallel, upTo } from '../../test/load/in-parallel.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { percentile } from '../statistics.ts';
import type { DearCallsOrder, DearRequest } from './dear-calls-process.ts';
import type { FrontPageOrder } from './front-page-process.ts';
import { SeededRandom } from './seeded-random.ts';
import type { Soak } from './soak.ts';

const CALLS_PER_SECOND = 40;
const SLOWER_AT_MOST = 3;
const VISIT_EVERY_MS = 20;
const USERS = 24;
const NETWORKS = 8;
const LONGEST_MS = 600_000;

export const dearCalls: Soak = {
  name: 'dear-calls',
  proves:
    'Under 40 expensive calls a second from many users and networks the front page answers within 3 times its quiet p99',
  fullSize: 20,
  smallSize: null,
  settings: { AUTH_RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1/32' },
  async run(shop, { size: seconds, seed, report }) {
    const calls = new SeededRandom(seed).shuffle(await callsOf(shop));
    // The first of everything compiles, and the first certificate loads its fonts.
    await underLoad({ calls: calls.slice(0, CALLS_PER_SECOND), perSecond: 10, seconds: 4 });
    const quiet = percentile(await visitFrontPage(shop, seconds), 99);
    const delays = monitorEventLoopDelay({ resolution: 5 });
    delays.enable();
    const [before, began] = [process.cpuUsage(), performance.now()];
    const [times, answers] = await Promise.all([
      visitFrontPage(shop, seconds),
      underLoad({ calls, perSecond: CALLS_PER_SECOND, seconds }),
    ]);
    const busy = percentile(times, 99);
    const { user, system } = process.cpuUsage(before);
    const cpu = (user + system) / 1_000_000;
    const wall = (performance.now() - began) / 1000;
    // Far above what the calls compute, it is the machine that had no core for the thread.
    const late = delays.percentile(99) / 1_000_000;
    report(
      `${JSON.stringify(answers)}; ${cpu.toFixed(1)} s of CPU in ${wall.toFixed(1)} s, of the shop and the sandbox; its loop p99 ${late.toFixed(0)} ms late at a load average of ${loadavg()[0]?.toFixed(1)}`,
    );
    const ratio = busy / quiet;
    const found = `p99 of / ${busy.toFixed(1)} ms under load, ${quiet.toFixed(1)} ms quiet, ratio ${ratio.toFixed(2)}`;
    if (ratio > SLOWER_AT_MOST) throw new Error(`${found}: more than ${SLOWER_AT_MOST} times.`);
    return found;
  },
};

/** Per user one of each kind; users come from several networks, as the limits see them. */
async function callsOf(shop: Shop): Promise<DearRequest[]> {
  const users = await inParallel(upTo(USERS), 4, (number) => dearUser(shop, `127.0.88.${1 + (number % NETWORKS)}`));
  return users.flat();
}

async function dearUser(shop: Shop, from: string): Promise<DearRequest[]> {
  const { siteUrl } = shop;
  const user = await shop.signUp();
  user.callFrom(from);
  const { id } = await giveGift(user, inDays(shop, 0));
  const headers = { authorization: `Bearer ${user.accessToken}`, 'content-type': 'application/json' };
  const asked = (name: keyof typeof API, body: string | null = null): DearRequest => {
    const { method, path } = API[name];
    return { name, method, url: siteUrl + path.replace(':id', id), headers, body, from };
  };
  const signIn = { email: user.email, password: PASSWORD };
  return [
    asked('printGiftCertificate'),
    asked('startCardUpdate', '{}'),
    asked('getOwnData'),
    { ...asked('getAccount'), name: 'openapi', url: `${siteUrl}/api/openapi.json` },
    {
      ...asked('getAccount'),
      name: 'signIn',
      method: 'POST',
      url: `${siteUrl}/auth/v1/token?grant_type=password`,
      body: JSON.stringify(signIn),
    },
  ];
}

async function visitFrontPage({ siteUrl }: Shop, seconds: number): Promise<number[]> {
  const order: FrontPageOrder = { url: siteUrl, visits: (seconds * 1000) / VISIT_EVERY_MS, everyMs: VISIT_EVERY_MS };
  return (await runProcess<{ times: number[] }>('front-page-process.ts', order)).times;
}

async function underLoad(order: DearCallsOrder): Promise<Record<string, number>> {
  return await runProcess('dear-calls-process.ts', order);
}

async function runProcess<T>(program: string, order: object): Promise<T> {
  const args = ['--import', 'tsx', join(import.meta.dirname, program)];
  const running = promisify(execFile)(process.execPath, args, { timeout: LONGEST_MS, maxBuffer: 2 ** 26 });
  // By standard input: a command line has too little room for it.
  running.child.stdin?.end(JSON.stringify(order));
  return JSON.parse((await running).stdout) as T;
}
