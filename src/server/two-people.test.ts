import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { GOOD_BODIES, type WithBody } from '../../test/fuzz/doors.ts';
import { draftGift, giveAnnouncedGift, newYorkToday } from '../../test/gifts.ts';
import { startShop } from '../../test/shop.ts';
import type { Shopper } from '../../test/shopper.ts';
import { API } from '../contract/api.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { createApp } from './app.ts';

// Generated from the server's own table of routes: a door that is added tomorrow is tried tomorrow.

const VERBS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Left behind by being asked at all, whoever asks and for what. */
const BOOKKEEPING = ['rate_limits', 'audit_log'];
const REFUSED = [400, 403, 404, 405, 422];
const ID_OF_NOTHING = randomUUID();

const shop = await startShop({ settings: { AUTH_RATE_LIMIT_FACTOR: '1000' } });
const ENDPOINTS = Object.entries<Endpoint>(API);
const PATHS = [...new Set(createApp(shop.ctx).routes.map(({ path }) => path))].filter((path) => /:\w/.test(path));

let owner: Shopper;
let thief: Shopper;
/** Every id by which something of the owner's is known, ours and the provider's. */
let ids: Record<string, string>;

beforeAll(async () => {
  [owner, thief] = [await shop.signUp(), await shop.signUp()];
  await owner.buy();
  const { gift, token } = await giveAnnouncedGift(shop, owner);
  const setup = await owner.call(API.startCardUpdate);
  const factor = await enrolFactor(owner);
  const account = await owner.call(API.getAccount);
  const own = account.subscriptions.find(({ isGift }) => !isGift);
  const [invoice] = (await owner.call(API.listInvoices)).invoices;
  const identity = await shop.ctx.db.execute<{ identity_id: string }>(
    sql`select identity_id from auth.identities where user_id = ${owner.userId}`,
  );
  const cards = await shop.provider.paymentMethods.list({ customer: own?.stripeCustomerId ?? '', type: 'card' });
  await shop.sandbox.webhooksDelivered();
  ids = {
    user: owner.userId,
    email: owner.email,
    address: (await owner.homeAddress()).id,
    subscription: own?.id ?? '',
    'subscription at the provider': own?.stripeSubscriptionId ?? '',
    customer: own?.stripeCustomerId ?? '',
    card: cards.data[0]?.id ?? '',
    invoice: invoice?.id ?? '',
    gift: gift.id,
    'link of the gift': token,
    draft: (await draftGift(owner, newYorkToday(shop))).id,
    'card update': setup.clientSecret.split('_secret_')[0] ?? '',
    session: (await owner.call(API.getSecurity)).devices[0]?.id ?? '',
    factor,
    identity: identity.rows[0]?.identity_id ?? '',
  };
});

async function enrolFactor({ accessToken }: Shopper): Promise<string> {
  const answer = await fetch(`${shop.siteUrl}/auth/v1/factors`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ factor_type: 'totp', friendly_name: 'Lamp' }),
  });
  return ((await answer.json()) as { id: string }).id;
}

test('the owner has something of every kind', () => {
  expect(Object.entries(ids).filter(([, id]) => !id)).toEqual([]);
});

describe('by any id in any path, with any verb, another’s is like nothing', () => {
  test.each(PATHS)('%s', async (path) => {
    const before = await everything();
    for (const method of VERBS) {
      const body = method === 'GET' ? undefined : await bodyFor(method, path);
      const missing = await answerTo(method, withId(path, ID_OF_NOTHING), body);
      expect(missing).toMatchObject({ status: expect.toBeOneOf(REFUSED) as number });
      for (const [what, id] of Object.entries(ids)) {
        const answer = await answerTo(method, withId(path, id), body);
        if (isWellFormed(path, id)) expect({ what, ...answer }).toEqual({ what, ...missing });
        else expect({ what, ...answer }).toMatchObject({ status: expect.toBeOneOf(REFUSED) as number });
      }
    }
    expect(await everything()).toEqual(before);
  });
});

/** What that endpoint would take, so that only the id can be what is refused. */
async function bodyFor(method: string, path: string): Promise<unknown> {
  const [name, endpoint] = ENDPOINTS.find(([, known]) => known.method === method && known.path === path) ?? [];
  return endpoint?.body === undefined ? {} : await GOOD_BODIES[name as WithBody](thief);
}

function withId(path: string, id: string): string {
  return path.replace(/:letter/, '1').replace(/:\w+/g, encodeURIComponent(id));
}

function isWellFormed(path: string, id: string): boolean {
  const named = ENDPOINTS.find(([, known]) => known.path === path)?.[1];
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, name === 'letter' ? '1' : id]);
  return named?.params?.safeParse(Object.fromEntries(names)).success ?? /^[\da-f-]{36}$/.test(id);
}

interface Answer {
  readonly status: number;
  readonly code: unknown;
  readonly error: unknown;
}

async function answerTo(method: string, path: string, body: unknown): Promise<Answer> {
  const answer = await fetch(shop.siteUrl + path, {
    method,
    headers: { authorization: `Bearer ${thief.accessToken}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const said = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: answer.status, code: said['code'] ?? said['error_code'], error: said['error'] ?? said['msg'] };
}

/** Every row of the shop and of the identity server that has nothing to do with the thief, as one mark per table. */
async function everything(): Promise<Record<string, string>> {
  const { rows } = await shop.ctx.db.execute<{ name: string; table: string }>(sql`
    select tablename as name, format('%I.%I', schemaname, tablename) as table
    from pg_tables where schemaname in ('public', 'auth')`);
  const marks: Record<string, string> = {};
  for (const { name, table } of rows) {
    if (BOOKKEEPING.includes(name)) continue;
    const found = await shop.ctx.db.execute<{ mark: string }>(
      sql.raw(`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as mark from ${table} t where t::text not like '%${thief.userId}%'`),
    );
    marks[table] = found.rows[0]?.mark ?? '';
  }
  return marks;
}

/** Where a body may name somebody's thing: refused, or as here meant for whoever holds it. */
const BEARER_KEYS: readonly string[] = ['claimGift.token'];
const NAMED_BY_ID = /(^|[a-z])Id$|^(id|to|email|token)$/;

describe('by any id in any body, another’s is refused', () => {
  const doors = ENDPOINTS.filter(([, { body, access }]) => body !== undefined && access !== 'public');

  test.each(doors)('%s', async (name, { method, path, body: schema }) => {
    const good = (await GOOD_BODIES[name as WithBody](thief)) as Record<string, unknown>;
    expect(schema?.safeParse(good).error).toBeUndefined();
    const keys = Object.keys(good).filter((key) => NAMED_BY_ID.test(key) && !BEARER_KEYS.includes(`${name}.${key}`));
    const before = await everything();
    for (const [key, [what, id]] of keys.flatMap((key) => Object.entries(ids).map((named) => [key, named] as const))) {
      const answer = await answerTo(method, withId(path, ID_OF_NOTHING), { ...good, [key]: id });
      expect({ key, what, ...answer }).toMatchObject({ status: expect.toBeOneOf(REFUSED) as number });
    }
    expect(await everything()).toEqual(before);
  });
});
