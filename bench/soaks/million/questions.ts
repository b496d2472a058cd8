import { sql } from 'drizzle-orm';
import { SUBSCRIPTION_SORTS, SUBSCRIPTION_WORDS } from '../../../src/contract/operator/constants.ts';
import { GIFT_STATES } from '../../../src/contract/operator/gift-list.ts';
import { CANCEL_KINDS, PAYMENT_STATES, REFUND_STATES } from '../../../src/contract/operator/money-lists.ts';
import { CANCEL_REASONS } from '../../../src/domain/cancel-reasons.ts';
import type { Database } from '../../../src/server/platform/db/database.ts';
import type { SeededRandom } from '../../../test/load/seeded-random.ts';

export interface Question {
  readonly name: string;
  readonly limitMs: number;
  /** Another one each time. */
  readonly path: () => string;
}

type Query = Readonly<Record<string, string | undefined>>;
type Sample = Readonly<Record<string, string>>;

const LIST_MS = 300;
const SEARCH_MS = 100;
const DAY_MS = 86_400_000;

const SAMPLES = sql`select s.id, s.user_id as "user", p.email, p.full_name as name, a.address_line_1 as street, a.city,
    a.country, a.state_province as state, a.postal_code as zip, s.plan_type as plan, s.status,
    (select count(distinct letter)::text from mailing_pieces where subscription_id = s.id and handed_over_on is not null) as letters,
    s.stripe_subscription_id as stripe, i.stripe_invoice_id as invoice, i.number, g.recipient_name as recipient,
    extract(epoch from s.created_at)::bigint * 1000 || '_' || s.id as "after",
    extract(epoch from i.created_at)::bigint * 1000 || '_' || i.stripe_invoice_id as "afterInvoice",
    to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "joinedKey",
    case when s.status = 'active' and s.plan_type = 'monthly'
      then to_char(st.current_period_end at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') else 'infinity' end as "chargeKey"
  from (select * from subscriptions order by md5(id::text) limit 300) s
  join stripe_subscriptions st on st.subscription_id = s.id join user_profiles p on p.id = s.user_id
  join shipping_addresses a on a.id = s.shipping_address_id
  join lateral (select * from invoices where subscription_id = s.id limit 1) i on true
  left join gifts g on g.id = s.gift_id`;

export async function listQuestions(db: Database, random: SeededRandom): Promise<readonly Question[]> {
  const samples = (await db.execute<Record<string, string>>(SAMPLES)).rows;
  const runs = (await db.execute<{ id: string }>(sql`select id from mailing_runs`)).rows;
  const any = () => random.pick(samples);
  const days = () => {
    const from = Date.now() - Math.floor(random.roll() * 500) * DAY_MS;
    return { from: dayOf(from), to: dayOf(from + Math.floor(random.roll() * 60) * DAY_MS) };
  };
  return [
    ...subscriptionQuestions(any, days, random),
    ...moneyQuestions(any, days),
    ...searchQuestions(any),
    ...['', '/postage', '/pieces', '/pull', '/events', '/batches'].map((part) =>
      asked(`run${part}`, () => [`runs/${random.pick(runs).id}${part}`, {}]),
    ),
    ...PLAIN.map((path) => asked(path, () => [path, {}])),
  ];
}

const PLAIN = [
  'today',
  'weeks',
  'stuck-jobs',
  'failed-payments',
  'recovered-payments',
  'reships',
  'log',
  'runs',
  'found',
  'emails/alarm',
  'figures',
  'figures/cancel-reasons',
  'figures/months',
  'figures/retention',
  'figures/promotions',
  'figures/letter-costs',
  'figures/lifetime-values',
  'figures/forecast',
  'trouble?state=set_aside',
  'trouble?state=lost',
  'trouble?state=returned',
  'disputes?state=respond',
  'disputes?state=closed',
  'emails?status=failed',
  'emails?status=sent',
];

function asked(name: string, query: () => readonly [path: string, query: Query], limitMs = LIST_MS): Question {
  return {
    name,
    limitMs,
    path: () => {
      const [path, given] = query();
      const set = Object.entries(given).filter(([, value]) => value !== undefined) as [string, string][];
      return `/api/operator/${path}${set.length > 0 ? `?${new URLSearchParams(set).toString()}` : ''}`;
    },
  };
}

/** Each filter with each order, alone and with another filter: the first page and a random one. */
function subscriptionQuestions(any: () => Sample, days: () => Query, random: SeededRandom): Question[] {
  const filters: Record<string, () => Query> = {
    none: () => ({}),
    ...Object.fromEntries(SUBSCRIPTION_WORDS.map((status) => [status, () => ({ status })])),
    plan: () => ({ plan: any()['plan'] }),
    gift: () => ({ gift: 'gift' }),
    own: () => ({ gift: 'own' }),
    country: () => ({ country: any()['country'] }),
    state: () => ({ state: any()['state'] || 'ME', country: any()['country'] }),
    letter: () => ({ letter: any()['letters'] }),
    days,
    tag: () => ({ tag: random.pick(['press', 'book club', 'no such tag']) }),
    failed: () => ({ failed: 'yes' }),
    aside: () => ({ aside: 'yes' }),
    season: () => ({ season: 'season-1' }),
  };
  const names = Object.keys(filters);
  const other = () => filters[random.pick(names)]?.() ?? {};
  const order = () => random.pick(['asc', 'desc']);
  return names.flatMap((name) => {
    const one = () => filters[name]?.() ?? {};
    return [
      asked(`count ${name}`, () => ['subscription-count', one()]),
      asked(`count ${name} and another`, () => ['subscription-count', { ...other(), ...one() }]),
      ...SUBSCRIPTION_SORTS.flatMap((sort) => {
        const page = (query: Query): [string, Query] => ['subscriptions', { ...query, sort, order: order() }];
        const after = () => placeOf(any(), sort);
        return [
          asked(`${name} by ${sort}`, () => page(one())),
          asked(`${name} by ${sort}, later`, () => page({ ...one(), after: after() })),
          asked(`${name} and another by ${sort}`, () => page({ ...other(), ...one() })),
          asked(`${name} and another by ${sort}, later`, () => page({ ...other(), ...one(), after: after() })),
        ];
      }),
    ];
  });
}

function placeOf(sample: Sample, sort: (typeof SUBSCRIPTION_SORTS)[number]): string {
  const { id = '', country = '', state = '', city = '' } = sample;
  const keys: Readonly<Record<typeof sort, string | undefined>> = {
    joined: sample['joinedKey'],
    name: sample['name']?.toLowerCase(),
    email: sample['email']?.toLowerCase(),
    plan: sample['plan'],
    status: sample['status'],
    place: `${country} ${state} ${city.toLowerCase()} ${id}`,
    letters: sample['letters'],
    charge: sample['chargeKey'],
  };
  return Buffer.from(`${id}${keys[sort] ?? ''}`).toString('base64url');
}

function moneyQuestions(any: () => Sample, days: () => Query): Question[] {
  const eachOf = (path: string, query: Query, cursor: 'after' | 'afterInvoice') => {
    const name = `${path} ${Object.values(query).filter(Boolean).join(' ')}`;
    return [
      asked(name, () => [path, query]),
      asked(`${name}, later`, () => [path, { ...query, after: any()[cursor] }]),
      asked(`${name}, days`, () => [path, { ...query, ...days() }]),
    ];
  };
  const flags = [{}, { refunded: 'yes' }, { failed: 'yes' }, { refunded: 'yes', failed: 'yes' }];
  return [
    ...[undefined, ...PAYMENT_STATES].flatMap((status) =>
      flags.flatMap((flag) => eachOf('payments', { status, ...flag }, 'afterInvoice')),
    ),
    ...[undefined, ...REFUND_STATES].flatMap((status) => eachOf('refunds', { status }, 'afterInvoice')),
    ...[undefined, ...GIFT_STATES].flatMap((state) => eachOf('gifts', { state }, 'after')),
    ...[undefined, ...CANCEL_KINDS].flatMap((kind) =>
      [undefined, ...CANCEL_REASONS].flatMap((why) => eachOf('cancellations', { kind, why }, 'after')),
    ),
    asked('failed payments, later', () => ['failed-payments', { after: any()['after'] }]),
    asked('log of a person', () => ['log', { person: 'clerk-1@example.com' }]),
    asked('log of a customer', () => ['log', { customer: any()['email'] }]),
    asked('subscriber', () => [`subscribers/${any()['user'] ?? ''}`, {}]),
    asked('subscription', () => [`subscriptions/${any()['id'] ?? ''}`, {}]),
  ];
}

function searchQuestions(any: () => Sample): Question[] {
  const words: Record<string, (sample: Sample) => string | undefined> = {
    name: ({ name }) => name,
    'last name': ({ name }) => name?.split(' ')[1],
    'part of a name': ({ name }) => name?.slice(2, 8),
    email: ({ email }) => email,
    'part of an email': ({ email }) => email?.slice(6, 18),
    'a common email': () => 'example.com',
    street: ({ street }) => street,
    'street and town': ({ street, city }) => `${street ?? ''} ${city ?? ''}`,
    town: ({ city }) => city,
    'postal code': ({ zip }) => zip,
    'invoice number': ({ number }) => number,
    'Stripe’s id': ({ stripe }) => stripe,
    'our id': ({ id }) => id,
    recipient: ({ recipient }) => recipient,
    'two letters': () => 'el',
    'nothing found': () => 'xylophonist',
  };
  return Object.entries(words).map(([name, wordsOf]) =>
    asked(`search ${name}`, () => ['search', { q: (wordsOf(any()) ?? 'none').padEnd(2, '-') }], SEARCH_MS),
  );
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
