import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { goodBody } from '../../test/load/fuzz/good-values.ts';
import { draftGift, giveAnnouncedGift, giveGift, inDays, newYorkToday } from '../../test/builders/gifts.ts';
import { startShop } from '../../test/server/shop.ts';
import { HARBOR_ADDRESS } from '../../test/builders/addresses.ts';
import { type Shopper } from '../../test/clients/shopper.ts';
import { API } from '../contract/api.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { createApp } from './app.ts';

// Generated from the server's table of routes, so that new endpoints are tested automatically.

const VERBS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Tables that any request may write to. */
const BOOKKEEPING = ['rate_limits', 'audit_log', 'webhook_events'];
const REFUSED = [400, 403, 404, 405, 422];
/** A text that isn't an id of this kind may get another error, which reveals nothing. */
const REFUSED_AS_NO_ID = { status: expect.toBeOneOf(REFUSED) as number };
const OWN = 'under one’s own: ';
const IDS_OF_NOTHING = [randomUUID(), 'in_nothing'];

const shop = await startShop({ settings: { AUTH_RATE_LIMIT_FACTOR: '1000' } });
const ENDPOINTS = Object.entries<Endpoint>(API);
const ROUTES = createApp(shop.ctx).routes;
const PATHS = [...new Set(ROUTES.map(({ path }) => path))].filter(
  // Every code is answered alike (rules/fulfilment 58; `codes.test.ts`).
  (path) => /:\w/.test(path) && path !== '/l/:code',
);

const TABLES = await tablesOfTheShop();

let owner: Shopper;
let thief: Shopper;
/** Every id of the owner's objects, our own and Stripe's. */
let ids: Record<string, string>;
/** What nothing that the thief asks for may change. */
let before: Record<string, string>;
/** The thief's subscription, for paths that also name another user's hold. */
let thiefs: string;

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
  const cards = await shop.stripe.paymentMethods.list({ customer: own?.stripeCustomerId ?? '', type: 'card' });
  const params = { id: own?.id ?? '' };
  const held = await owner.call(API.holdLetters, { params, body: { fromLetter: 3, resumeOn: inDays(shop, 90) } });
  const sent = await owner.call(API.sendElsewhere, {
    params,
    body: { fromLetter: 5, toLetter: 6, address: HARBOR_ADDRESS },
  });
  thiefs = (await giveGift(thief, newYorkToday(shop))).subscriptionId;
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
    hold: held.holds[0]?.id ?? '',
    'temporary address': sent.temporaryAddresses[0]?.id ?? '',
    'link of the gift': token,
    draft: (await draftGift(owner, newYorkToday(shop))).id,
    'card update': setup.clientSecret.split('_secret_')[0] ?? '',
    session: (await owner.call(API.getSecurity)).devices[0]?.id ?? '',
    factor,
    identity: identity.rows[0]?.identity_id ?? '',
  };
  before = await everything();
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
  // If a path has two ids, the first is also tried as the thief's.
  const frames = PATHS.flatMap((path) => (/:\w+.*:(?!letter)/.test(path) ? [path, OWN + path] : [path]));

  test.each(frames)('%s', async (place) => {
    const path = place.replace(OWN, '');
    for (const method of VERBS) {
      const body = method === 'GET' ? undefined : await bodyFor(method, path);
      const nothing = IDS_OF_NOTHING.find((id) => isWellFormed(path, id)) ?? '';
      const missing = await answerTo(method, withId(place, nothing), body);
      expect(missing).toMatchObject({ status: expect.toBeOneOf(REFUSED) as number });
      const tried = Object.entries(ids).slice(0, readsIds(path, method) ? undefined : 1);
      for (const [what, id] of tried) {
        const answer = await answerTo(method, withId(place, id), body);
        const right = isWellFormed(path, id) ? missing : { ...answer, ...REFUSED_AS_NO_ID };
        expect({ what, ...answer }).toEqual({ what, ...right });
      }
    }
    expect(await everything()).toEqual(before);
  });
});

/** Before any id is read, a verb that the path does not have is refused, and so is a customer who calls the console. */
function readsIds(path: string, method: string): boolean {
  if (/^\/(api\/operator|auth\/v1\/admin)\//.test(path)) return false;
  return ROUTES.some((route) => route.path === path && [method, 'ALL'].includes(route.method));
}

/** A valid body for the endpoint, so that only the id can be refused. */
async function bodyFor(method: string, path: string): Promise<unknown> {
  const [name, endpoint] = ENDPOINTS.find(([, known]) => known.method === method && known.path === path) ?? [];
  return (endpoint && (await goodBody(name ?? '', endpoint, thief))) ?? {};
}

function withId(place: string, id: string): string {
  const path = place.startsWith(OWN) ? place.slice(OWN.length).replace(/:\w+/, thiefs) : place;
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

async function tablesOfTheShop(): Promise<string[]> {
  const { rows } = await shop.ctx.db.execute<{ name: string; table: string }>(sql`
    select tablename as name, format('%I.%I', schemaname, tablename) as table
    from pg_tables where schemaname in ('public', 'auth')`);
  return rows.flatMap(({ name, table }) => (BOOKKEEPING.includes(name) ? [] : [table]));
}

/** One hash per table of all rows that have nothing to do with the thief. */
async function everything(): Promise<Record<string, string>> {
  const { rows } = await shop.ctx.db.execute<{ table: string; mark: string }>(
    sql.raw(TABLES.map((table) => markOf(table)).join(' union all ')),
  );
  return Object.fromEntries(rows.map(({ table, mark }) => [table, mark]));
}

function markOf(table: string): string {
  const rows = `from ${table} t where t::text not like '%${thief.userId}%'`;
  return `select '${table}' as table, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as mark ${rows}`;
}

/** A gift's link is meant for its holder; the welcome goes to the user who is signed in, whatever the body says. */
const OPEN_TO_EVERY_USER: readonly string[] = [
  'checkClaimLink.token',
  'lookAtClaim.token',
  'claimGift.token',
  'sendWelcomeEmail.to',
];
const NAMED_BY_ID = /(^|[a-z])Id$|^(id|to|email|token)$/;

describe('by any id in any body, another’s is refused', () => {
  const doors = ENDPOINTS.filter(([, { body, access }]) => body !== undefined && access !== 'public');

  test.each(doors)('%s', async (name, endpoint) => {
    const { method, path, body: schema } = endpoint;
    const good = (await goodBody(name, endpoint, thief)) ?? {};
    expect(schema?.safeParse(good).error).toBeUndefined();
    const keys = Object.keys(good).filter(
      (key) => NAMED_BY_ID.test(key) && !OPEN_TO_EVERY_USER.includes(`${name}.${key}`),
    );
    for (const [key, [what, id]] of keys.flatMap((key) => Object.entries(ids).map((named) => [key, named] as const))) {
      const answer = await answerTo(method, withId(path, randomUUID()), { ...good, [key]: id });
      expect({ key, what, ...answer }).toMatchObject({ status: expect.toBeOneOf(REFUSED) as number });
    }
    expect(await everything()).toEqual(before);
  });
});
