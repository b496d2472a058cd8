import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { freePort } from '../../launch/ports.ts';
import { ACCOUNT_CHANGES_PATH } from '../../src/contract/site-paths.ts';
import { eventNames } from '../../test/clients/server-sent-events.ts';
import type { Shopper } from '../../test/clients/shopper.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { startServer } from '../../test/server/server-process.ts';
import { percentile } from '../statistics.ts';
import type { Soak } from './soak.ts';

const SERVERS = 2;
const HEARD_WITHIN_MS = 1_000;
const GIVE_UP_AFTER_MS = 30_000;
/** At each so many-th change the database ends the connections over which the servers listen. */
const RECONNECT_EVERY = 20;

export const changes: Soak = {
  name: 'changes',
  proves:
    'A change of a subscription reaches dashboards at two other processes within a second, also while they reconnect',
  fullSize: 200,
  smallSize: null,
  async run(shop, { size }) {
    const user = await shop.signUp();
    await user.buy();
    await shop.sandbox.webhooksDelivered();
    const ports = await Promise.all(Array.from({ length: SERVERS }, freePort));
    const servers = await Promise.all(
      ports.map((port) => startServer({ ...shop.settings, PORT: String(port), ROLE: 'web' })),
    );
    const dashboards = await Promise.all(ports.map((port) => Dashboard.open(`http://127.0.0.1:${port}`, user)));
    const delays = { plain: [] as number[], reconnecting: [] as number[] };
    try {
      for (let number = 1; number <= size; number++) {
        const isCut = number % RECONNECT_EVERY === 0;
        if (isCut) await endListeningConnections(shop);
        delays[isCut ? 'reconnecting' : 'plain'].push(await delayUntilHeard(shop, user, dashboards));
        // After a reconnection each dashboard is notified once more, which must not count as the next change.
        if (isCut) await sleep(HEARD_WITHIN_MS);
      }
    } finally {
      for (const dashboard of dashboards) dashboard.close();
      for (const server of servers) server.killAtOnce();
    }
    if (percentile(delays.plain, 95) > HEARD_WITHIN_MS) throw new Error('More than one in twenty was heard too late.');
    return `${distribution(delays.plain)}; while reconnecting ${distribution(delays.reconnecting)}`;
  },
};

class Dashboard {
  readonly #leaving = new AbortController();
  heard = 0;
  #waiting: (() => void)[] = [];

  static async open(url: string, { accessToken }: Shopper): Promise<Dashboard> {
    const dashboard = new Dashboard();
    const answer = await fetch(url + ACCOUNT_CHANGES_PATH, {
      headers: { authorization: `Bearer ${accessToken}` },
      signal: dashboard.#leaving.signal,
    });
    dashboard.#listen(answer).catch(() => undefined);
    await dashboard.hearsMoreThan(0);
    return dashboard;
  }

  async hearsMoreThan(events: number): Promise<void> {
    while (this.heard <= events) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  close(): void {
    this.#leaving.abort();
  }

  async #listen(answer: Response): Promise<void> {
    for await (const _event of eventNames(answer.body)) {
      this.heard += 1;
      for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }
}

async function endListeningConnections({ ctx }: Shop): Promise<void> {
  await ctx.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dead-letter-club changes'`,
  );
}

async function delayUntilHeard(shop: Shop, { userId }: Shopper, dashboards: readonly Dashboard[]): Promise<number> {
  const before = dashboards.map(({ heard }) => heard);
  const began = performance.now();
  await shop.ctx.db.execute(sql`update subscriptions set updated_at = updated_at where user_id = ${userId}`);
  const all = Promise.all(dashboards.map((each, position) => each.hearsMoreThan(before[position] ?? 0)));
  const late = sleep(GIVE_UP_AFTER_MS, 'late' as const, { ref: false });
  if ((await Promise.race([all, late])) === 'late') throw new Error('A change was not heard at all.');
  return performance.now() - began;
}

function distribution(delays: readonly number[]): string {
  const [half, most, all] = [50, 95, 100].map((percent) => `${percentile(delays, percent).toFixed(0)} ms`);
  return `${delays.length} changes, half within ${half}, 95 % within ${most}, all within ${all}`;
}
