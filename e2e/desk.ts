import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { addDays, type CalendarDate, newYorkDate } from '../src/domain/calendar-date.ts';
import { addBusinessDays } from '../src/domain/holidays.ts';
import { nextMailingDays } from '../src/domain/mailing-calendar.ts';
import { mailingRuns, reships } from '../src/server/fulfilment/schema.ts';
import { emailOutbox } from '../src/server/platform/schema.ts';
import { type FrozenAddress } from '../src/server/customers/schema.ts';
import { gifts } from '../src/server/commerce/schema.ts';
import { recordFileHashes } from '../src/server/fulfilment/print/files.ts';
import { freezeRun } from '../src/server/fulfilment/freeze/freeze.ts';
import { handOver } from '../src/server/fulfilment/dispatch/hand-over.ts';
import { overrideHoliday } from '../src/server/platform/business-calendar/holidays.ts';
import { findPieceByCode } from '../src/server/fulfilment/pieces/pieces.ts';
import type { FulfilmentContext } from '../src/server/fulfilment/runs/fulfilment-context.ts';
import { printRun } from '../src/server/fulfilment/print/print.ts';
import { planMailing } from '../src/server/fulfilment/schedule/timetable.ts';
import { reportTrouble } from '../src/server/fulfilment/reships/reships.ts';
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
const HEAP = '0de5c000-0000-4000-8000-000000000004';
/** Whose file has a line of everything. */
export const DESK_SUBSCRIBER = 'Bartholomew';

const ODILE = { operator: 'Odile, at a terminal', note: null } as const;
const LONG_NAME = `${DESK_SUBSCRIBER} Featherstonehaugh-Cholmondeley von und zu Wickensteinhafen-Niederösterreich`;
const ICELAND = { city: 'Reykjavík', country: 'OTHER', countryName: 'Iceland' } as const;
/**
 * First letters of days long ago: no subscribers are due then but those made here, and none of them when other tests plan theirs, for
 * each has a first letter in one of these runs.
 */
const SEASON = { serviceStart: '2024-03-01', status: 'cancelled' } as const;

/** Lays work on the operators' desk: runs in every state, trouble, failed emails. Once, however often it is asked. */
export async function setTheDesk(shop: OpenShop): Promise<void> {
  await once(shop, DESK_RUNS.handedOver, layOut);
}

/** More of what is gone once it has been decided: as much as the console has buttons for. Once, however often it is asked. */
export async function heapTheDesk(shop: OpenShop): Promise<void> {
  await once(shop, HEAP, async (ctx) => {
    const [subscriber] = await freeze(ctx, HEAP, '2024-03-07', [
      { fullName: 'Halldóra Briem', ...ICELAND },
      { fullName: 'Snorri Sturluson', ...ICELAND },
      { fullName: 'Guðrún Ósvífursdóttir', ...ICELAND },
    ]);
    if (subscriber) await askAgain(ctx, subscriber);
  });
}

/** Not when the shop already has that run. */
async function once(shop: OpenShop, runId: string, work: (ctx: FulfilmentContext) => Promise<void>): Promise<void> {
  await inDatabase(shop, async (db) => {
    const clock = { now: () => new Date() };
    if ((await db.$count(mailingRuns, eq(mailingRuns.id, runId))) === 0) await work(fulfilmentContext(db, clock));
  });
}

async function layOut(ctx: FulfilmentContext): Promise<void> {
  const [subscriber] = await freeze(ctx, DESK_RUNS.handedOver, '2024-03-04', [
    { fullName: LONG_NAME, addressLine2: 'c/o The Harbormaster, Third Door beside the Net Loft' },
    { fullName: 'Grażyna Źrebięć', addressLine1: 'Ośmiornic 7' },
    { fullName: 'Ada Quill' },
  ]);
  await print(ctx, DESK_RUNS.handedOver);
  await handOver(ctx, { runId: DESK_RUNS.handedOver, batch: null, on: null }, ODILE);
  await report(ctx, 'L20240304-01-000001', 'lost', 'Last seen at sea.');
  await report(
    ctx,
    'L20240304-01-000002',
    'returned',
    'No such house, and no such street either, says the postman of Wick Harbor.',
  );
  await freeze(ctx, DESK_RUNS.printed, '2024-03-05', [{ fullName: 'Wendell Marsh' }, { fullName: '王小明' }]);
  await print(ctx, DESK_RUNS.printed);
  await freeze(ctx, DESK_RUNS.frozen, '2024-03-06', [
    { fullName: 'Björk Jónsdóttir', ...ICELAND },
    { fullName: LONG_NAME, ...ICELAND },
    { fullName: 'Ruth Calloway' },
  ]);
  const [, later = newYorkDate(ctx.clock.now())] = nextMailingDays(newYorkDate(ctx.clock.now()), 2);
  await planMailing(ctx, { kind: 'friday', nominalOn: later }, ODILE);
  if (subscriber) await requestDeliveryChanges(ctx, subscriber);
  await failEmails(ctx);
}

/** @returns the readers whose first letters are now in the run */
async function freeze(
  ctx: FulfilmentContext,
  id: string,
  nominalOn: CalendarDate,
  addresses: readonly Partial<FrozenAddress>[],
): Promise<Subscriber[]> {
  const subscribers: Subscriber[] = [];
  for (const address of addresses) subscribers.push(await addSubscriber(ctx.db, { ...SEASON, address }));
  const now = ctx.clock.now();
  const dates = { nominalOn, handOverOn: nominalOn, freezesAt: now, reopenedAt: now, createdAt: now };
  await ctx.db.insert(mailingRuns).values({ id, kind: 'first_letter', state: 'planned', ...dates });
  await freezeRun(ctx, id, ODILE);
  return subscribers;
}

async function print(ctx: FulfilmentContext, runId: string): Promise<void> {
  await printRun(ctx, runId, ODILE);
  await recordFileHashes(ctx, { runId, batch: 1 });
}

async function report(ctx: FulfilmentContext, code: string, cause: 'lost' | 'returned', reason: string): Promise<void> {
  const { id } = await findPieceByCode(ctx.db, code);
  await reportTrouble(ctx, id, { cause, sendAgain: null, reason }, ODILE);
}

/** A letter asked for once more, a gift, and a day on which the post is closed, so far off that no other test comes near it. */
async function requestDeliveryChanges(ctx: FulfilmentContext, account: Subscriber): Promise<void> {
  await askAgain(ctx, account);
  const { userId, addressId } = account;
  const now = ctx.clock.now();
  await ctx.db.insert(gifts).values({
    id: randomUUID(),
    userId,
    recipientName: `${DESK_SUBSCRIBER} the Younger`,
    recipientEmail: 'bartholomew.the.younger.of.wick.harbor@wickharbor.example',
    startDate: '2024-04-01',
    planType: 'annual',
    notifyRecipient: false,
    shippingAddressId: addressId,
    createdAt: now,
    updatedAt: now,
  });
  const day = addBusinessDays(addDays(newYorkDate(now), 400), 1);
  await overrideHoliday(ctx, { day, isHoliday: true, note: 'By proclamation.' }, ODILE);
}

async function askAgain(ctx: FulfilmentContext, { subscriptionId }: Subscriber): Promise<void> {
  const request = { subscriptionId, letter: 1, attempt: 3, way: 'now', cause: 'lost', state: 'asked' } as const;
  await ctx.db.insert(reships).values({ id: randomUUID(), ...request, askedAt: ctx.clock.now() });
}

async function failEmails(ctx: FulfilmentContext): Promise<void> {
  const now = ctx.clock.now();
  const emails = [
    ['welcome', 'failed', '550 5.1.1 …: Recipient address rejected: User unknown in virtual mailbox table'],
    ['recovery', 'failed', null],
  ] as const;
  await ctx.db.insert(emailOutbox).values(
    emails.map(([kind, status, failure]) => ({
      id: randomUUID(),
      dedupeKey: `desk:${kind}`,
      kind,
      recipient: 'bartholomew.featherstonehaugh-cholmondeley@wickharbor.example',
      data: {},
      status,
      failure,
      createdAt: now,
    })),
  );
}
