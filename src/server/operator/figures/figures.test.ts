import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSubscriber } from '../../../../test/builders/subscribers.ts';
import { openFulfilment } from '../../../../test/server/fulfilment.ts';
import { addDays } from '../../../domain/calendar-date.ts';
import { mailingPieces } from '../../fulfilment/schema.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { recordFileHashes } from '../../fulfilment/print/files.ts';
import { handOver } from '../../fulfilment/hand-over/hand-over.ts';
import { printRun } from '../../fulfilment/print/print.ts';
import { reportTrouble } from '../../fulfilment/reships.ts';
import { readFigures } from './figures.ts';

// The 4th Friday of October 2026. Its letters are handed over on October 31, which is recorded on November 2.
const fulfilment = await openFulfilment('2026-10-23T15:00:00Z');
const { db, ctx } = fulfilment;
afterAll(() => fulfilment.close());

const MAILED = Array.from({ length: 23 }, (_, index) => addDays('2025-11-01', index * 14));

beforeAll(async () => {
  const finished = await addSubscriber(db, { serviceStart: '2025-10-20', planType: 'annual', mailedOn: MAILED });
  await cancelled('2026-10-31T23:59:59-04:00');
  await cancelled('2026-11-01T00:00:00-04:00');
  await cancelled('2025-09-30T12:00:00-04:00');
  const { id: runId } = await fulfilment.freeze((await fulfilment.friday('2026-10-23')).id);
  await printRun(ctx, runId, 'clerk');
  await recordFileHashes(ctx, { runId, batch: 1 });
  fulfilment.now = new Date('2026-11-02T15:00:00Z');
  await handOver(ctx, { runId, batch: null, on: '2026-10-31' }, 'clerk');
  await loseLetter(finished.subscriptionId);
});

/** `endedAt` counts, even if the row changes later. */
async function cancelled(at: string): Promise<void> {
  const { subscriptionId } = await addSubscriber(db, { serviceStart: '2025-09-01', status: 'cancelled' });
  const row = { endedAt: new Date(at), updatedAt: new Date('2026-11-05T12:00:00Z') };
  await db.update(subscriptions).set(row).where(eq(subscriptions.id, subscriptionId));
}

/** Lost in November, updated again in December. */
async function loseLetter(subscriptionId: string): Promise<void> {
  const isLast = and(eq(mailingPieces.subscriptionId, subscriptionId), eq(mailingPieces.letter, 24));
  const [piece] = await db.select().from(mailingPieces).where(isLast);
  await reportTrouble(ctx, piece?.id ?? '', { cause: 'lost', sendAgain: null, reason: null }, 'clerk');
  fulfilment.now = new Date('2026-12-04T15:00:00Z');
  await db.update(mailingPieces).set({ updatedAt: fulfilment.now }).where(isLast);
}

test('each figure stands in the New York month in which it came about, whenever the rows were touched', async () => {
  const { months } = await readFigures(ctx, 30);
  expect(months.slice(-3)).toMatchObject([
    { month: '2026-10-01', cancelled: 1, completed: 1, lettersMailed: 1, lettersLost: 0 },
    { month: '2026-11-01', cancelled: 1, completed: 0, lettersMailed: 0, lettersLost: 1 },
    { month: '2026-12-01', cancelled: 0, completed: 0, lettersMailed: 0, lettersLost: 0 },
  ]);
});
