import { deepStrictEqual } from 'node:assert';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { and, asc, eq, gt } from 'drizzle-orm';
import { auditLog } from '../../src/server/identity/schema.ts';
import { newestLinkTo, pressLink } from '../../test/clients/mailbox.ts';
import type { Shopper } from '../../test/clients/shopper.ts';
import { inParallel, upTo } from '../../test/load/in-parallel.ts';
import { SeededRandom } from './seeded-random.ts';
import { openBeside } from '../../test/server/beside.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { countBy } from '../statistics.ts';
import { sendJson, type Soak } from './soak.ts';

const GUESSES_AT_ONCE = 60;
const CHECKED_PER_QUARTER = 10;
const QUARTER_MS = 15 * 60_000;
const NEW_PASSWORD = 'a quieter murder of crows';

export const guesses: Soak = {
  name: 'guesses',
  proves:
    'Guesses at one password from one address, from many and in bursts: ten are checked per quarter of an hour, and the owner still gets in',
  fullSize: 10_000,
  smallSize: 100,
  settings: { AUTH_RATE_LIMIT_FACTOR: '1' },
  async run(shop, { size, seed, report }) {
    const beside = await openBeside(shop);
    const sites = [shop.siteUrl, beside.siteUrl];
    try {
      for (const [name, attack] of Object.entries(ATTACKS)) {
        const owner = await shop.signUp();
        const statuses = await attack({ shop, sites, owner, size, random: new SeededRandom(seed) });
        const worst = await worstQuarter(shop, owner);
        report(`${name}: ${JSON.stringify(countBy(statuses))}, at most ${worst} checked in a quarter of an hour`);
        if (worst > CHECKED_PER_QUARTER) throw new Error('More guesses were checked than may be.');
        await resetPasswordAndSignIn(shop, owner);
        shop.clock.advance(QUARTER_MS / 1000);
      }
    } finally {
      await beside.close();
    }
    return `never more than ${CHECKED_PER_QUARTER} checked in a quarter of an hour, three times`;
  },
};

interface Attack {
  readonly shop: Shop;
  readonly sites: readonly string[];
  readonly owner: Shopper;
  readonly size: number;
  readonly random: SeededRandom;
}

const ATTACKS: Readonly<Record<string, (attack: Attack) => Promise<number[]>>> = {
  'from one address': (attack) => guessAtOnce(attack, attack.size, () => '127.0.99.1'),
  'from an address each': (attack) => guessAtOnce(attack, attack.size, loopbackAddress),
  'in bursts': guessInBursts,
};

function loopbackAddress(number: number): string {
  return `127.0.${1 + Math.floor(number / 250)}.${1 + (number % 250)}`;
}

async function guessAtOnce(
  { sites, owner: { email } }: Attack,
  count: number,
  addressOf: (number: number) => string,
): Promise<number[]> {
  return await inParallel(upTo(count), GUESSES_AT_ONCE, async (number) => {
    const sent = request(`${sites[number % sites.length]}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      localAddress: addressOf(number),
      agent: false,
      headers: { 'content-type': 'application/json' },
    });
    sent.end(JSON.stringify({ email, password: 'not-the-one' }));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    return answer.statusCode ?? 0;
  });
}

async function guessInBursts(attack: Attack): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < attack.size) {
    const from = loopbackAddress(statuses.length);
    statuses.push(...(await guessAtOnce(attack, 1 + Math.floor(attack.random.roll() * 40), () => from)));
    attack.shop.clock.advance(Math.floor(attack.random.roll() * 20 * 60));
  }
  return statuses;
}

/** The audit log has a failed sign-in for each password that was compared. */
async function worstQuarter({ ctx }: Shop, { userId }: Shopper): Promise<number> {
  const rows = await ctx.db
    .select({ at: auditLog.createdAt })
    .from(auditLog)
    .where(and(eq(auditLog.userId, userId), eq(auditLog.action, 'login'), eq(auditLog.succeeded, false)))
    .orderBy(asc(auditLog.createdAt));
  const times = rows.map(({ at }) => at.getTime());
  return Math.max(...times.map((begin) => times.filter((at) => at >= begin && at - begin < QUARTER_MS).length));
}

async function resetPasswordAndSignIn({ ctx, siteUrl }: Shop, { email }: Shopper): Promise<void> {
  const before = new Date();
  deepStrictEqual((await sendJson(`${siteUrl}/auth/v1/recover`, { email })).status, 200);
  const landing = await pressLink(await newestLinkTo(ctx, email));
  const token = new URLSearchParams(new URL(landing.headers.get('location') ?? '').hash.slice(1)).get('access_token');
  const changed = await fetch(`${siteUrl}/auth/v1/user`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ password: NEW_PASSWORD }),
  });
  deepStrictEqual(changed.status, 200);
  const credentials = { email, password: NEW_PASSWORD };
  deepStrictEqual((await sendJson(`${siteUrl}/auth/v1/token?grant_type=password`, credentials)).status, 200);
  const audited = await ctx.db.select().from(auditLog).where(gt(auditLog.createdAt, before));
  deepStrictEqual(JSON.stringify(audited).includes(NEW_PASSWORD), false);
}
