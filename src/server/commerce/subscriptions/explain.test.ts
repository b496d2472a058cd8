import { beforeAll, describe, expect, test } from 'vitest';
import { holdLetters } from '../../../../test/builders/case-files.ts';
import { sitTogether } from '../../../../test/builders/case-groups.ts';
import { draftGift, giveAnnouncedGift, newYorkToday } from '../../../../test/builders/gifts.ts';
import { addManyRecords } from '../../../../test/load/many-records.ts';
import { addManySubscribers, idOf } from '../../../../test/load/many-subscribers.ts';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { StatementPlans } from '../../../../test/server/statement-plans.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { API } from '../../../contract/api.ts';
import type { Endpoint, ReplyOf } from '../../../contract/endpoint.ts';
import { OPERATOR_API } from '../../../contract/operator/api.ts';
import type { getWeeks } from '../../../contract/operator/today.ts';
import type { SubscriptionListQuery } from '../../../contract/operator/subscription-list.ts';
import { NO_OVERRIDES } from '../../../domain/holidays.ts';
import { createApp } from '../../app.ts';
import { freezeRun } from '../../fulfilment/freeze.ts';
import { planRun } from '../../fulfilment/planning/plan.ts';
import { openRun } from '../../fulfilment/runs/runs.ts';
import { listOwnInvoices } from '../invoices/queries.ts';
import { listInvoicesOf, listPiecesOf, listSubscriptionsOf } from '../../operator/subscribers/subscriber-queries.ts';
import { listTroublePieces } from '../../operator/pieces.ts';
import { pageOfGiftsOf } from '../../operator/subscribers/subscriber.ts';
import { countAtNight } from '../../operator/figures/count-at-night.ts';
import { findTargets } from '../../operator/search/find-targets.ts';
import { listSubscriptionLines } from '../../operator/subscriptions/list-queries.ts';
import { findMonthsPaid } from './months-paid.ts';
import { findNewestSubscription, findStripeState, listOverdueSubscriptions } from './queries.ts';

const SUBSCRIPTIONS = 20_000;
const FRIDAY = { kind: 'friday', nominalOn: '2026-12-11' } as const;
const NEXT_FRIDAY = { kind: 'friday', nominalOn: '2026-12-25' } as const;

const shop = await startShop();
const pool = shop.ctx.db.$client;
const plans = new StatementPlans(pool);
const { db } = plans;
const app = createApp({ ...shop.ctx, db });

/** A person like any other, who reads a season of their own, has given one away and been given another. */
let subscriber: Shopper;
let theirs: Record<'address' | 'subscription' | 'invoice' | 'draft', string>;
let operator: Shopper;
/** A run on one of many mailing days. */
let runId: string;

beforeAll(async () => {
  await addManySubscribers(pool, { first: 1, last: SUBSCRIPTIONS, invoicesEach: 3, lettersEach: 6 });
  let giver: Shopper;
  [subscriber, giver] = [await shop.signUp(), await shop.signUp()];
  await subscriber.buy();
  await giveAnnouncedGift(shop, subscriber);
  const { token } = await giveAnnouncedGift(shop, giver);
  await subscriber.call(API.claimGift, { body: { token } });
  const [own] = (await subscriber.call(API.getAccount)).subscriptions;
  const [invoice] = (await subscriber.call(API.listInvoices)).invoices;
  theirs = {
    address: (await subscriber.homeAddress()).id,
    subscription: own?.id ?? '',
    invoice: invoice?.id ?? '',
    draft: (await draftGift(subscriber, newYorkToday(shop))).id,
  };
  await holdLetters(shop, subscriber, { come: 3 });
  await holdLetters(shop, giver, { come: 3 });
  await sitTogether(subscriber, giver);
  operator = await hireOperator(shop);
  ({ id: runId } = await openRun(shop.ctx.db, FRIDAY, NO_OVERRIDES, shop.clock.now()));
  await addManyRecords(pool);
}, 120_000);

const SNAPSHOTS = Object.entries<Endpoint>(API).filter(
  ([, { access, method }]) => access !== 'public' && method === 'GET',
);

/** Every endpoint where a signed-in user reads their own data; a function gives the path's id. */
const ANSWERS: Record<string, () => string> = {
  getAccount: none,
  getOverview: none,
  getOwnData: none,
  getSecurity: none,
  getBillingAddress: none,
  listAddresses: none,
  listInvoices: none,
  listGifts: none,
  getAddress: () => theirs.address,
  getReceipt: () => theirs.invoice,
  getGiftDraft: () => theirs.draft,
  getDelivery: () => theirs.subscription,
  getLetters: () => theirs.subscription,
  getCalendarFile: () => theirs.subscription,
  listCaseFiles: none,
  getCaseFile: season,
  getCaseLetter: season,
  listCasePuzzles: season,
  getTheory: season,
  getCaseGroup: season,
  listSharedNotes: season,
};

const KEYS: Readonly<Record<string, string>> = { joined: '2026-01-01T00:00:00.000Z' };

const FILTERS: readonly Partial<SubscriptionListQuery>[] = [
  { status: 'past_due' },
  { status: 'completed' },
  { status: 'on_hold' },
  { tag: 'press' },
  { failed: 'yes' },
  { aside: 'yes' },
  { country: 'PT' },
];

const QUESTIONS: Record<string, () => Promise<unknown>> = {
  'a later page of invoices': () => listOwnInvoices(db, subscriber.userId, 21, theirs.invoice),
  'the months paid': () => findMonthsPaid(db, theirs.subscription),
  'what the provider last said': () => findStripeState(db, theirs.subscription),
  'the newest subscription, for the card on file': () => findNewestSubscription(db, subscriber.userId),
  'what is overdue': () => listOverdueSubscriptions(db, subscriber.userId),
  'a part of an email or a name': () => findTargets(db, 'reader-7777'),
  'the two letters typed first': () => findTargets(db, 'zq'),
  'a part of a street': () => findTargets(db, '7777 Gannet'),
  'a gift by a part of its recipient’s name': () => findTargets(db, 'mara 7777'),
  'an invoice by its number': () => findTargets(db, 'DLC-77-1'),
  'a letter by its code': () => findTargets(db, 'F20261211-01-000007'),
  'a subscription by its id': () => findTargets(db, idOf('subscription', 77)),
  'a subscriber’s subscriptions, for an operator': () =>
    listSubscriptionsOf(db, subscriber.userId, null, newYorkToday(shop)),
  'a subscriber’s gifts, for an operator': () => pageOfGiftsOf(db, subscriber.userId),
  'a subscription’s invoices, for an operator': () => listInvoicesOf(db, theirs.subscription, null),
  'a subscription’s letters, for an operator': () => listPiecesOf(db, theirs.subscription, null),
  ...Object.fromEntries(
    (['joined', 'name', 'email', 'plan', 'status', 'place'] as const).flatMap((sort) =>
      [null, { id: idOf('subscription', 77), key: KEYS[sort] ?? 'm' }].map((place) => [
        `subscriptions by ${sort}, ${place === null ? 'the first' : 'a later'} page`,
        () => listSubscriptionLines(db, { sort, order: 'asc' }, place, newYorkToday(shop)),
      ]),
    ),
  ),
  ...Object.fromEntries(
    FILTERS.map((filter) => [
      `subscriptions by ${JSON.stringify(filter)}`,
      () => listSubscriptionLines(db, { sort: 'joined', order: 'desc', ...filter }, null, newYorkToday(shop)),
    ]),
  ),
  'letters that were set aside': () => listTroublePieces(db, 'set_aside', null),
};

/** For the most used endpoints. */
const MOST_STATEMENTS: Record<string, number> = {
  getAccount: 1,
  getOverview: 3,
  getLetters: 1,
  getCalendarFile: 1,
  listGifts: 1,
  listInvoices: 1,
  getDelivery: 2,
};

function none(): string {
  return '';
}

function season(): string {
  return 'season-1';
}

describe(`among ${SUBSCRIPTIONS} subscriptions an index finds`, () => {
  test.each(SNAPSHOTS)('the answer to %s', async (name, { path, method }) => {
    const id = ANSWERS[name];
    if (id === undefined) throw new Error('Say above whose id its path takes.');
    const headers = { authorization: `Bearer ${subscriber.accessToken}` };
    plans.begin();
    const answer = await app.request(path.replace(/:(id|season)/, id()).replace(':letter', '1'), { method, headers });
    expect({ status: answer.status, body: await answer.text() }).toMatchObject({ status: 200 });
    const statements = await expectIndexes();
    expect(statements).toBeLessThanOrEqual(MOST_STATEMENTS[name] ?? Infinity);
  });

  test.each(Object.entries(QUESTIONS))('%s', async (_what, ask) => {
    plans.begin();
    expect(await ask()).not.toBeNull();
    await expectIndexes();
  });
});

/** The console's query strings; `:id` is a run's id unless listed otherwise. */
const CONSOLE_QUERIES: Record<string, string> = {
  search: '?q=reader-7777',
  listTrouble: '?state=lost',
  findEnvelope: '?mark=DLC-77',
};
const CONSOLE_IDS: Record<string, () => string> = {
  getSubscriber: () => subscriber.userId,
  listSubscriberTimeline: () => subscriber.userId,
  getSubscription: () => theirs.subscription,
  getPieceEdition: () => idOf('piece', 101),
  getDispute: () => 'dp_1',
  printDisputeEvidence: () => 'dp_1',
};
/** Answers about everything, asked for a few times a day; each reads the table that it counts. */
const COUNTS_ALL: Record<string, readonly string[]> = {
  getToday: ['watched_pieces'],
  countTrouble: ['watched_pieces'],
  countSubscriptions: ['subscriptions'],
  countPayments: ['invoices'],
  countRefunds: ['refunds'],
  countGifts: ['gifts'],
  countDisputes: ['disputes'],
  getStuckJobs: ['job_common'],
  getWeeks: ['subscriptions', 'checkouts', 'invoices', 'refunds', 'mailing_pieces'],
  getFigures: [
    'subscriptions',
    'checkouts',
    'invoices',
    'refunds',
    'disputes',
    'mailing_batches',
    'season_waits',
    'visit_events',
  ],
  listCancelReasonCounts: ['cancel_reasons', 'subscriptions'],
  listMoneyMonths: ['subscriptions', 'checkouts', 'invoices', 'refunds', 'disputes', 'mailing_pieces'],
  listRetention: ['subscriptions', 'checkouts'],
  listPromotionFigures: ['subscriptions', 'checkouts', 'invoices', 'refunds', 'disputes'],
  listLetterCosts: ['mailing_batches', 'invoices', 'refunds', 'disputes', 'subscriptions', 'mailing_pieces'],
  listLifetimeValues: ['subscriptions', 'invoices', 'refunds', 'disputes'],
  listForecast: ['subscriptions', 'shipping_addresses', 'invoices'],
  listEditions: ['mailing_files'],
  // Decides anew about every subscription, as planning does.
  listLeftOut: ['subscriptions', 'invoices', 'delivery_holds', 'run_decisions'],
  getCaseFigures: [
    'case_theories',
    'case_opened_hints',
    'case_opened_letters',
    'case_letter_faults',
    'case_note_books',
    'case_notes',
  ],
};
/** Asked of Stripe. */
const NO_STATEMENTS = ['listPromotions', 'listBalanceTransactions'];

const CONSOLE = Object.entries<Endpoint>(OPERATOR_API).filter(
  ([name, { method }]) => method === 'GET' && !NO_STATEMENTS.includes(name),
);

describe(`among ${SUBSCRIPTIONS} subscriptions an index finds, for the console,`, () => {
  test.each(CONSOLE)('the answer to %s', async (name, { path }) => {
    const id = CONSOLE_IDS[name]?.() ?? runId;
    const headers = { authorization: `Bearer ${operator.accessToken}` };
    plans.begin();
    const asked = path.replace(':id', id).replace(':batch', '1') + (CONSOLE_QUERIES[name] ?? '');
    const answer = await app.request(asked, { headers });
    expect({ status: answer.status, body: await answer.text() }).toMatchObject({ status: expect.toSatisfy(isAnswer) });
    await expectIndexes(COUNTS_ALL[name]);
  });
});

const MONEY_LISTS = [
  `${OPERATOR_API.getRecovered.path}?q=reader-7777`,
  ...(['listPayments', 'countPayments', 'listRefunds', 'listGifts', 'countGifts', 'listDisputes'] as const).map(
    (name) => `${OPERATOR_API[name].path}?q=reader-7777`,
  ),
  ...['status=open', 'status=void', 'refunded=yes', 'failed=yes', 'status=void&refunded=yes'].map(
    (filter) => `${OPERATOR_API.listPayments.path}?${filter}`,
  ),
  ...['unpaid', 'not_announced', 'announced', 'claimed'].map(
    (state) => `${OPERATOR_API.listGifts.path}?state=${state}`,
  ),
  ...['kind=asked', 'kind=refunded', 'why=price', 'kind=asked&why=price'].map(
    (filter) => `${OPERATOR_API.listCancellations.path}?${filter}`,
  ),
];

test.each(MONEY_LISTS)('%s is found by an index', async (path) => {
  const headers = { authorization: `Bearer ${operator.accessToken}` };
  plans.begin();
  expect((await app.request(path, { headers })).status).toBe(200);
  await expectIndexes(path.includes('refunded=yes') ? ['refunds'] : []);
});

const FIGURES = CONSOLE.filter(([, { path }]) => /\/(figures|weeks)\b/.test(path));

test(`figures of ${SUBSCRIPTIONS} subscriptions are those counted at night, and no large table is read whole for them`, async () => {
  await countAtNight(shop.ctx);
  const headers = { authorization: `Bearer ${operator.accessToken}` };
  for (const [name, { path }] of FIGURES) {
    plans.begin();
    expect([name, (await app.request(path, { headers })).status]).toEqual([name, 200]);
    await expectIndexes();
  }
  const { countedAt } = (await (await app.request(OPERATOR_API.getWeeks.path, { headers })).json()) as ReplyOf<
    typeof getWeeks
  >;
  expect(countedAt).toMatch(/^\d{4}-/);
});

/** Filters of the log, some of which match no entry. */
const LOG_FILTERS: Record<string, () => Record<string, string>> = {
  'a person': () => ({ person: 'clerk' }),
  'a person who did nothing': () => ({ person: 'odile@example.com' }),
  'a kind': () => ({ kind: 'mail_retried' }),
  'a kind that is rare': () => ({ kind: 'ban' }),
  'a customer': () => ({ customer: subscriber.email }),
  'a subscription': () => ({ subscription: theirs.subscription }),
  days: () => ({ from: '2026-11-01', to: '2026-11-02' }),
  'all of it': () => ({ person: 'clerk', kind: 'ban', customer: subscriber.email, from: '2026-11-01' }),
};

test.each(Object.entries(LOG_FILTERS))('the log’s entries of %s are found by an index', async (_what, query) => {
  const headers = { authorization: `Bearer ${operator.accessToken}` };
  plans.begin();
  const asked = `${OPERATOR_API.listLog.path}?${new URLSearchParams(query()).toString()}`;
  expect((await app.request(asked, { headers })).status).toBe(200);
  await expectIndexes();
});

/** A run that has not been printed has no batch, and the numbers above belong to no envelope. */
function isAnswer(status: number): boolean {
  return status === 200 || status === 404 || status === 409;
}

test(`planning and freezing ${SUBSCRIPTIONS} subscriptions read no letters of before from one end to the other`, async () => {
  const ctx = { ...shop.ctx, db, clock: { now: () => new Date('2026-12-09T05:00:30Z') } };
  // A run decides about every subscription.
  const decided = [
    'address_checks',
    'address_moves',
    'subscriptions',
    'invoices',
    'delivery_holds',
    'reships',
    'run_decisions',
    'assumed_letters',
    'shipping_addresses',
    'user_profiles',
    'gifts',
  ];
  const { id: nextRunId } = await openRun(shop.ctx.db, NEXT_FRIDAY, NO_OVERRIDES, ctx.clock.now());
  for (const [work, id] of [
    [planRun, runId],
    [planRun, nextRunId],
    [freezeRun, runId],
  ] as const) {
    plans.begin();
    expect(await work(ctx, id, null)).toMatchObject({ id });
    await expectIndexes(decided);
  }
});

/** @returns how many statements there were */
async function expectIndexes(onPurpose: readonly string[] = []): Promise<number> {
  const asked = await plans.readWhole();
  for (const { text, readWhole } of asked) {
    expect({ text, readWhole: readWhole.filter((table) => !onPurpose.includes(table)) }).toEqual({
      text,
      readWhole: [],
    });
  }
  return asked.length;
}
