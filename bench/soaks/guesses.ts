import { deepStrictEqual } from 'node:assert';
import { request } from 'node:http';
import { and, asc, eq, gt } from 'drizzle-orm';
import { auditLog } from '../../src/server/identity/schema.ts';
import { openBeside } from '../../test/server/beside.ts';
import { SeededRandom } from '../../test/load/seeded-random.ts';
import { groupBy, inParallel, upTo } from '../../test/load/in-parallel.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { newestLinkTo } from '../../test/clients/mailbox.ts';
import type { Shopper } from '../../test/clients/shopper.ts';
import type { Soak } from '../soak.ts';

const AT_ONCE = 60;
const CHECKED_PER_QUARTER = 10;
const QUARTER_MS = 15 * 60_000;
const NEW_PASSWORD = 'a quieter murder of crows';

/**
 * `count` guesses at one account from one address, as many from an address each (127.0.x.x), and as many in bursts over some days, at two servers
 * that share the database: never more than ten are checked in any quarter of an hour. Each time the owner resets the password and is in.
 */
export const guesses: Soak = {
  fullCount: 10_000,
  settings: { AUTH_RATE_LIMIT_FACTOR: '1' },
  async run(shop, { count, seed }) {
    const beside = await openBeside(shop);
    const sites = [shop.siteUrl, beside.siteUrl];
    try {
      for (const [name, attack] of Object.entries(ATTACKS)) {
        const owner = await shop.signUp();
        const statuses = await attack({ shop, sites, owner, count, random: new SeededRandom(seed) });
        const worst = await worstQuarter(shop, owner);
        console.log(`${name}: ${inWords(statuses)}; at most ${worst} checked in a quarter of an hour`);
        if (worst > CHECKED_PER_QUARTER) throw new Error('More guesses were checked than may be.');
        await ownerGetsIn(shop, owner);
        shop.clock.advance(QUARTER_MS / 1000);
      }
    } finally {
      await beside.close();
    }
  },
};

interface Attack {
  readonly shop: Shop;
  readonly sites: readonly string[];
  readonly owner: Shopper;
  readonly count: number;
  readonly random: SeededRandom;
}

const ATTACKS: Readonly<Record<string, (attack: Attack) => Promise<number[]>>> = {
  'from one address': (attack) => atOnce(attack, attack.count, () => '127.0.99.1'),
  'from an address each': (attack) => atOnce(attack, attack.count, addressOf),
  'in bursts': inBursts,
};

/** A loopback address for each number up to 60,000. */
function addressOf(number: number): string {
  return `127.0.${1 + Math.floor(number / 250)}.${1 + (number % 250)}`;
}

async function atOnce({ sites, owner }: Attack, count: number, from: (number: number) => string): Promise<number[]> {
  return await inParallel(upTo(count), AT_ONCE, (number) =>
    guess(sites[number % sites.length] ?? '', from(number), owner.email),
  );
}

/** Between bursts up to twenty minutes pass: sometimes a quarter of an hour is over, and sometimes nearly. */
async function inBursts(attack: Attack): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < attack.count) {
    const from = addressOf(statuses.length);
    statuses.push(...(await atOnce(attack, 1 + Math.floor(attack.random.roll() * 40), () => from)));
    attack.shop.clock.advance(Math.floor(attack.random.roll() * 20 * 60));
  }
  return statuses;
}

/** @returns the status of the answer */
function guess(siteUrl: string, localAddress: string, email: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${siteUrl}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      localAddress,
      agent: false,
      headers: { 'content-type': 'application/json' },
    });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.end(JSON.stringify({ email, password: 'not-the-one' }));
  });
}

/** The most failed sign-ins that the log has within a quarter of an hour: one is written for each password that was compared. */
async function worstQuarter({ ctx }: Shop, { userId }: Shopper): Promise<number> {
  const rows = await ctx.db
    .select({ at: auditLog.createdAt })
    .from(auditLog)
    .where(and(eq(auditLog.userId, userId), eq(auditLog.action, 'login'), eq(auditLog.succeeded, false)))
    .orderBy(asc(auditLog.createdAt));
  const times = rows.map(({ at }) => at.getTime());
  return Math.max(...times.map((begin) => times.filter((at) => at >= begin && at - begin < QUARTER_MS).length));
}

function inWords(statuses: readonly number[]): string {
  return [...groupBy(statuses, Number)].map(([status, all]) => `${all.length} answered ${status}`).join(', ');
}

/** Forgot, link, new password, sign-in, while the account is closed to guesses. */
async function ownerGetsIn({ ctx, siteUrl }: Shop, { email }: Shopper): Promise<void> {
  const before = new Date();
  deepStrictEqual((await post(`${siteUrl}/auth/v1/recover`, { email })).status, 200);
  const landing = await fetch(await newestLinkTo(ctx, email), { redirect: 'manual' });
  const token = new URLSearchParams(new URL(landing.headers.get('location') ?? '').hash.slice(1)).get('access_token');
  const changed = await fetch(`${siteUrl}/auth/v1/user`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ password: NEW_PASSWORD }),
  });
  deepStrictEqual(changed.status, 200);
  const entered = await post(`${siteUrl}/auth/v1/token?grant_type=password`, { email, password: NEW_PASSWORD });
  deepStrictEqual(entered.status, 200);
  const audited = await ctx.db.select().from(auditLog).where(gt(auditLog.createdAt, before));
  deepStrictEqual(JSON.stringify(audited).includes(NEW_PASSWORD), false);
}

async function post(url: string, body: object): Promise<Response> {
  return await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
