import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Child, startChild } from '../../launch/child.ts';
import { freePort } from '../../launch/ports.ts';
import { prepare } from '../../launch/prepare.mjs';
import { ACCOUNT_CHANGES_PATH } from '../../src/contract/realtime.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { eventNames } from '../../test/clients/server-sent-events.ts';
import type { Shopper } from '../../test/clients/shopper.ts';
import type { Soak } from '../soak.ts';

const SERVERS = 2;
const HEARD_WITHIN_MS = 1_000;
const GIVE_UP_AFTER_MS = 30_000;
/** Every so many changes the database throws out the connections over which the servers hear of them. */
const RECONNECT_EVERY = 20;

/**
 * `count` changes of a subscription, made in one process and heard by dashboards that two other server processes hold open: how long
 * each takes from before its commit until the last of them has heard. Now and then the servers lose their connection at that very moment.
 */
export const changes: Soak = {
  fullCount: 200,
  async run(shop, { count }) {
    await prepare({ build: true });
    const user = await shop.signUp();
    await user.buy();
    await shop.sandbox.webhooksDelivered();
    const servers = await Promise.all(Array.from({ length: SERVERS }, () => startServer(shop)));
    const dashboards = await Promise.all(servers.map(({ url }) => Dashboard.open(url, user)));
    const delays = { plain: [] as number[], reconnecting: [] as number[] };
    try {
      for (let number = 1; number <= count; number++) {
        const isCut = number % RECONNECT_EVERY === 0;
        if (isCut) await throwOut(shop);
        delays[isCut ? 'reconnecting' : 'plain'].push(await untilHeard(shop, user, dashboards));
        // What else may be on its way after a reconnection: everybody is told once more.
        if (isCut) await sleep(HEARD_WITHIN_MS);
      }
    } finally {
      for (const dashboard of dashboards) dashboard.close();
      for (const { child } of servers) child.kill();
    }
    console.log(`${SERVERS} other processes heard: ${distribution(delays.plain)}`);
    if (delays.reconnecting.length > 0) console.log(`while they reconnect: ${distribution(delays.reconnecting)}`);
    if (percentile(delays.plain, 95) > HEARD_WITHIN_MS) throw new Error('More than one in twenty was heard too late.');
  },
};

async function startServer(shop: Shop): Promise<{ child: Child; url: string }> {
  const port = String(await freePort());
  const child = startChild({
    name: 'The server',
    args: ['dist/server/main.js'],
    env: { PATH: process.env['PATH'], ...shop.settings, PORT: port, ROLE: 'web' },
    onLine: () => undefined,
  });
  await child.ready;
  return { child, url: `http://127.0.0.1:${port}` };
}

/** An account page that somebody has open. */
class Dashboard {
  readonly #leaving = new AbortController();
  #heard = 0;
  #waiting: (() => void)[] = [];

  static async open(url: string, { accessToken }: Shopper): Promise<Dashboard> {
    const dashboard = new Dashboard();
    const answer = await fetch(url + ACCOUNT_CHANGES_PATH, {
      headers: { authorization: `Bearer ${accessToken}` },
      signal: dashboard.#leaving.signal,
    });
    dashboard.#read(answer).catch(() => undefined);
    await dashboard.hearsMoreThan(0);
    return dashboard;
  }

  get heard(): number {
    return this.#heard;
  }

  async hearsMoreThan(events: number): Promise<void> {
    while (this.#heard <= events) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  close(): void {
    this.#leaving.abort();
  }

  async #read(answer: Response): Promise<void> {
    for await (const _event of eventNames(answer.body)) {
      this.#heard += 1;
      for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }
}

async function untilHeard(shop: Shop, { userId }: Shopper, dashboards: readonly Dashboard[]): Promise<number> {
  const before = dashboards.map(({ heard }) => heard);
  const began = performance.now();
  await shop.ctx.db.execute(sql`update subscriptions set updated_at = updated_at where user_id = ${userId}`);
  const all = Promise.all(dashboards.map((each, position) => each.hearsMoreThan(before[position] ?? 0)));
  const late = sleep(GIVE_UP_AFTER_MS, 'late' as const, { ref: false });
  if ((await Promise.race([all, late])) === 'late') throw new Error('A change was not heard at all.');
  return performance.now() - began;
}

async function throwOut({ ctx }: Shop): Promise<void> {
  await ctx.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dead-letter-club changes'`,
  );
}

function distribution(delays: readonly number[]): string {
  const [half, most, all] = [50, 95, 100].map((percent) => `${percentile(delays, percent).toFixed(0)} ms`);
  return `${delays.length} changes, half within ${half}, 95 % within ${most}, all within ${all}`;
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}
