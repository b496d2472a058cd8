import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { addDays, type CalendarDate, newYorkDate } from '../src/domain/calendar-date.ts';
import { addBusinessDays } from '../src/domain/holidays.ts';
import { nextMailingDays } from '../src/domain/mailing-calendar.ts';
import { gifts } from '../src/server/commerce/schema.ts';
import type { FrozenAddress } from '../src/server/customers/schema.ts';
import { handOver } from '../src/server/fulfilment/hand-over/hand-over.ts';
import { freezeRun } from '../src/server/fulfilment/freeze.ts';
import { findPieceByCode } from '../src/server/fulfilment/pieces/pieces.ts';
import { recordFileHashes } from '../src/server/fulfilment/print/files.ts';
import { saveRate } from '../src/server/fulfilment/postage/rates.ts';
import { printRun } from '../src/server/fulfilment/print/print.ts';
import { reportTrouble } from '../src/server/fulfilment/reships.ts';
import type { FulfilmentContext } from '../src/server/fulfilment/runs/fulfilment-context.ts';
import { planMailing } from '../src/server/fulfilment/timetable.ts';
import { mailingRuns, reships } from '../src/server/fulfilment/schema.ts';
import { overrideHoliday } from '../src/server/platform/holidays.ts';
import { emailOutbox } from '../src/server/platform/schema.ts';
import { lastPostInstant } from '../test/builders/post-days.ts';
import { addSubscriber, type Subscriber } from '../test/builders/subscribers.ts';
import { fulfilmentContext } from '../test/server/fulfilment-context.ts';
import { inDatabase, type OpenShop } from './shops.ts';

/** Runs by their state, at addresses that are known beforehand. */
export const DESK_RUNS = {
  handedOver: '0de5c000-0000-4000-8000-000000000001',
  printed: '0de5c000-0000-4000-8000-000000000002',
  frozen: '0de5c000-0000-4000-8000-000000000003',
  /** There is no such run. */
  none: '0de5c000-0000-4000-8000-00000000dead',
} as const;
/** Whose page has every kind of line. */
export const DESK_SUBSCRIBER = 'Bartholomew';

const ODILE = { operator: 'Odile, at a terminal', note: null } as const;
const LONG_NAME = `${DESK_SUBSCRIBER} Featherstonehaugh-Cholmondeley von und zu Wickensteinhafen-Niederösterreich`;
const TROUBLE = [
  ['L20240304-01-000001', 'lost', 'Last seen at sea.'],
  ['L20240304-01-000002', 'returned', 'No such house, and no such street either, says the postman of Wick Harbor.'],
] as const;
const LONG_GIFT = {
  recipientName: `${DESK_SUBSCRIBER} the Younger`,
  recipientEmail: 'bartholomew.the.younger.of.wick.harbor@wickharbor.example',
  startDate: '2024-04-01',
  planType: 'annual',
  notifyRecipient: false,
} as const;
const ICELAND = { city: 'Reykjavík', country: 'OTHER', countryName: 'Iceland' } as const;

/** Lays work on the operators' desk: runs in every state, trouble, failed emails. Repeated calls do nothing. */
export async function setTheDesk(shop: OpenShop): Promise<void> {
  await inDatabase(shop, async (db) => {
    if ((await db.$count(mailingRuns, eq(mailingRuns.id, DESK_RUNS.handedOver))) > 0) return;
    const ctx = fulfilmentContext(db, { now: lastPostInstant });
    await enterRates(ctx);
    await handOverRun(ctx);
    await freeze(ctx, DESK_RUNS.printed, '2024-03-05', [{ fullName: 'Wendell Marsh' }, { fullName: '王小明' }]);
    await print(ctx, DESK_RUNS.printed);
    // More than one page shows, since a crawl settles some.
    const abroad = ['Björk Jónsdóttir', LONG_NAME, 'Halldóra Briem', 'Snorri Sturluson', 'Guðrún Ósvífursdóttir'];
    const undeliverable = abroad.map((fullName) => ({ fullName, ...ICELAND }));
    await freeze(ctx, DESK_RUNS.frozen, '2024-03-06', [...undeliverable, { fullName: 'Ruth Calloway' }]);
    await planAhead(ctx);
    await failEmails(ctx);
  });
}

/** Most foreign countries get no rate, so that envelopes must be weighed. */
async function enterRates(ctx: FulfilmentContext): Promise<void> {
  const steps = { oneOunceCents: 82, twoOuncesCents: 111, threeOuncesCents: 140, nonmachinableCents: 49 };
  const home = { zone: 'United States', countries: ['US'], ...steps, giftsNonmachinable: true };
  const canada = { ...home, zone: 'Canada and Mexico', countries: ['CA', 'MX'], twoOuncesCents: null };
  const today = newYorkDate(ctx.clock.now());
  for (const rate of [home, canada]) {
    await saveRate(ctx, { ...rate, validFrom: '2024-01-21' }, ODILE);
    await saveRate(ctx, { ...rate, validFrom: addDays(today, 200), oneOunceCents: 86 }, ODILE);
  }
}

/** A run with two letters in trouble and two requested reships; its first subscriber has given a gift. */
async function handOverRun(ctx: FulfilmentContext): Promise<void> {
  const runId = DESK_RUNS.handedOver;
  const [first, , last] = (await freeze(ctx, runId, '2024-03-04', [
    { fullName: LONG_NAME, addressLine2: 'c/o The Harbormaster, Third Door beside the Net Loft' },
    { fullName: 'Grażyna Źrebięć', addressLine1: 'Ośmiornic 7' },
    { fullName: 'Ada Quill' },
  ])) as [Subscriber, Subscriber, Subscriber];
  await print(ctx, runId);
  await handOver(ctx, { runId, batch: null, on: null }, ODILE);
  for (const [code, cause, reason] of TROUBLE) {
    const { id } = await findPieceByCode(ctx.db, code);
    await reportTrouble(ctx, id, { cause, sendAgain: null, reason }, ODILE);
  }
  const now = ctx.clock.now();
  const request = { letter: 1, attempt: 3, way: 'now', cause: 'lost', state: 'asked', askedAt: now } as const;
  for (const { subscriptionId } of [first, last])
    await ctx.db.insert(reships).values({ id: randomUUID(), subscriptionId, ...request });
  const given = { ...LONG_GIFT, userId: first.userId, shippingAddressId: first.addressId };
  await ctx.db.insert(gifts).values({ id: randomUUID(), ...given, createdAt: now, updatedAt: now });
}

/**
 * A run of first letters, long ago, to new subscribers at those addresses: no other subscriber is due then. Other tests' runs can't see
 * them before the freeze.
 */
async function freeze(
  ctx: FulfilmentContext,
  id: string,
  nominalOn: CalendarDate,
  addresses: readonly Partial<FrozenAddress>[],
): Promise<Subscriber[]> {
  const now = ctx.clock.now();
  const dates = { nominalOn, handOverOn: nominalOn, freezesAt: now, reopenedAt: now, createdAt: now };
  return await ctx.db.transaction(async (tx) => {
    const subscribers: Subscriber[] = [];
    for (const address of addresses)
      subscribers.push(await addSubscriber(tx, { serviceStart: '2024-03-01', status: 'cancelled', address }));
    await tx.insert(mailingRuns).values({ id, kind: 'first_letter', state: 'planned', ...dates });
    await freezeRun({ ...ctx, db: Object.assign(tx, { $client: ctx.db.$client }) }, id, ODILE);
    return subscribers;
  });
}

async function print(ctx: FulfilmentContext, runId: string): Promise<void> {
  await printRun(ctx, runId, ODILE);
  await recordFileHashes(ctx, { runId, batch: 1 });
}

/** A run that is only planned, and a closed day, so far ahead that no other test comes near. */
async function planAhead(ctx: FulfilmentContext): Promise<void> {
  const today = newYorkDate(ctx.clock.now());
  const [, nominalOn = today] = nextMailingDays(today, 2);
  await planMailing(ctx, { kind: 'friday', nominalOn }, ODILE);
  const day = addBusinessDays(addDays(today, 400), 1);
  await overrideHoliday(ctx, { day, isHoliday: true, note: 'By proclamation.' }, ODILE);
}

async function failEmails({ db, clock }: FulfilmentContext): Promise<void> {
  const failure = '550 5.1.1 …: Recipient address rejected: User unknown in virtual mailbox table';
  const recipient = 'bartholomew.featherstonehaugh-cholmondeley@wickharbor.example';
  const email = { recipient, data: {}, status: 'failed', createdAt: clock.now() } as const;
  await db.insert(emailOutbox).values([
    { ...email, id: randomUUID(), dedupeKey: 'desk:welcome', kind: 'welcome', failure },
    { ...email, id: randomUUID(), dedupeKey: 'desk:recovery', kind: 'recovery' },
  ]);
}
