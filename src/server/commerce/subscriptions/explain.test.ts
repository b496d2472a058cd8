import { drizzle } from 'drizzle-orm/node-postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { holdLetters } from '../../../../test/builders/case-files.ts';
import { sitTogether } from '../../../../test/builders/case-groups.ts';
import { draftGift, giveAnnouncedGift, newYorkToday } from '../../../../test/builders/gifts.ts';
import { addManySubscribers } from '../../../../test/load/many-subscribers.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { API } from '../../../contract/api.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { createApp } from '../../app.ts';
import { listOwnInvoices } from '../invoices/queries.ts';
import type { Database } from '../../platform/db/database.ts';
import { listInvoicesOf, listPiecesOf, listSubscriptionsOf } from '../../operator/subscribers/subscriber-queries.ts';
import { listTroublePieces } from '../../operator/pieces/pieces.ts';
import { pageOfGiftsOf } from '../../operator/subscribers/subscriber.ts';
import { listSubscribers, subscriberMatches } from '../../operator/subscribers/search-queries.ts';
import { countPaidInvoices, findNewestSubscription, findStripeState, listOverdueSubscriptions } from './queries.ts';

const SUBSCRIPTIONS = 20_000;

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

const shop = await startShop();
const pool = shop.ctx.db.$client;
const asked: Statement[] = [];
const logger = { logQuery: (text: string, values: unknown[]) => void asked.push({ text, values }) };
const db: Database = drizzle({ client: pool, logger });
const app = createApp({ ...shop.ctx, db });

/** A person like any other, who reads a season of their own, has given one away and been given another. */
let subscriber: Shopper;
let theirs: Record<'address' | 'subscription' | 'invoice' | 'draft', string>;

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
  await pool.query(`insert into address_versions (address_id, address, valid_until)
    select id, '{}', now() from shipping_addresses`);
  // Of no run and no user: replicas check no foreign key.
  await pool.query(`set session_replication_role = replica;
    insert into case_theories (user_id, season_id, words, letters, updated_at)
    select gen_random_uuid(), 'season-1', '', 1, now() from generate_series(1, 20000);
    insert into case_theory_steps (user_id, season_id, letters)
    select gen_random_uuid(), 'season-1', 1 from generate_series(1, 20000);
    insert into case_opened_hints select gen_random_uuid(), 'season-1', 'a', 1, now() from generate_series(1, 20000);
    insert into case_opened_letters select gen_random_uuid(), 'season-1', 1, now() from generate_series(1, 20000);
    insert into case_letter_faults
    select gen_random_uuid(), gen_random_uuid(), 'season-1', 1, '', now() from generate_series(1, 20000);
    insert into case_note_books select gen_random_uuid(), 'season-1', 1 from generate_series(1, 20000);
    insert into case_notes select gen_random_uuid(), 'season-1', gen_random_uuid(), 1, 'letter', '', '', false, 1, '[]', 1, now()
    from generate_series(1, 20000);
    insert into case_seats
    select gen_random_uuid(), gen_random_uuid(), 'season-1', gen_random_uuid(), 1, '', number || '', true, now()
    from generate_series(1, 20000) as number;
    insert into case_invitations
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), number || '', now(), now(), gen_random_uuid()
    from generate_series(1, 20000) as number;
    insert into case_blocks select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '', now()
    from generate_series(1, 20000);
    insert into season_waits
    select gen_random_uuid(), 'season-2', number || '@example.com', now() from generate_series(1, 20000) as number;
    insert into disputes (stripe_dispute_id, subscription_id, amount_cents, reason, status, created_at, read_at)
    select number || '', gen_random_uuid(), 1500, '', 'won', now(), now() from generate_series(1, 20000) as number;
    insert into mailing_batches (run_id, number, first_number, last_number, printed_at)
    select gen_random_uuid(), 1, 1, 500, now() from generate_series(1, 20000);
    set session_replication_role = default`);
  await pool.query(`insert into mailing_scans
    select '901234567' || lpad(number::text, 6, '0'), '2026-11-20', '918', '040', '1', '00310', '04614', '', 'PORTLAND', 'ME', '04101',
      '', 'A', false, now() from generate_series(1, 20000) as number`);
  await pool.query('analyze');
}, 120_000);

const SNAPSHOTS = Object.entries<Endpoint>(API).filter(
  ([, { access, method }]) => access !== 'public' && method === 'GET',
);

/** Every answer of the contract to a signed-in person who looks at their own; the path's id is made when it is asked. */
const ANSWERS: Record<string, () => string> = {
  getAccount: none,
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

const QUESTIONS: Record<string, () => Promise<unknown>> = {
  'a later page of invoices': () => listOwnInvoices(db, subscriber.userId, 21, theirs.invoice),
  'the months paid': () => countPaidInvoices(db, theirs.subscription),
  'what the provider last said': () => findStripeState(db, theirs.subscription),
  'the newest subscription, for the card on file': () => findNewestSubscription(db, subscriber.userId),
  'what is overdue': () => listOverdueSubscriptions(db, subscriber.userId),
  'subscribers by the beginning of an address, or of a name': () =>
    listSubscribers(db, subscriberMatches('reader-77'), null),
  'a subscriber’s subscriptions, for an operator': () => listSubscriptionsOf(db, subscriber.userId, null),
  'a subscriber’s gifts, for an operator': () => pageOfGiftsOf(db, subscriber.userId),
  'a subscription’s invoices, for an operator': () => listInvoicesOf(db, theirs.subscription, null),
  'a subscription’s letters, for an operator': () => listPiecesOf(db, theirs.subscription, null),
  'letters that were set aside': () => listTroublePieces(db, 'set_aside', null),
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
    asked.length = 0;
    const answer = await app.request(path.replace(/:(id|season)/, id()).replace(':letter', '1'), { method, headers });
    expect({ status: answer.status, body: await answer.text() }).toMatchObject({ status: 200 });
    await expectIndexes();
  });

  test.each(Object.entries(QUESTIONS))('%s', async (_what, ask) => {
    asked.length = 0;
    expect(await ask()).not.toBeNull();
    await expectIndexes();
  });
});

async function expectIndexes(): Promise<void> {
  expect(asked).not.toHaveLength(0);
  for (const { text, values } of asked.filter((statement) => !/^(begin|commit)\b/.test(statement.text))) {
    expect({ text, readWhole: await tablesReadWhole({ text, values }) }).toEqual({ text, readWhole: [] });
  }
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** As many rows as there are operators, their corrections, mailing days or editions of letters: read whole on purpose. */
const SMALL_TABLES = ['holiday_overrides', 'letter_screens', 'mailing_runs', 'operators'];

/** The tables that PostgreSQL would read from one end to the other to answer. */
async function tablesReadWhole({ text, values }: Statement): Promise<string[]> {
  const explained = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (format json) ${text}`, values);
  const plan = explained.rows[0]?.['QUERY PLAN'][0].Plan;
  if (plan === undefined) throw new Error('PostgreSQL explained nothing.');
  return nodesOf(plan)
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '?')
    .filter((table) => !SMALL_TABLES.includes(table));
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
