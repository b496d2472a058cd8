import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { addSubscriber } from '../../../test/builders/subscribers.ts';
import { openFulfilment } from '../../../test/server/fulfilment.ts';
import { undoReship } from './reships.ts';
import { mailingPieces, reships } from './schema.ts';

const fulfilment = await openFulfilment('2027-03-03T17:00:00Z');
const { db, ctx } = fulfilment;
afterAll(() => fulfilment.close());

const OPERATOR = { operator: 'odile@deadletter.example', operatorId: randomUUID(), note: null };
const COPIES = 12;

test('undoing a copy while its run is frozen either prevents the copy or is refused, never both', async () => {
  const copies = await Promise.all(Array.from({ length: COPIES }, approvedCopy));
  const run = await fulfilment.firstLetters('2027-03-03');
  const [frozen, ...undone] = await Promise.allSettled([fulfilment.freeze(run.id), ...copies.map(undo)]);
  expect(frozen.status).toBe('fulfilled');
  for (const [index, copy] of copies.entries()) {
    const left = { sealed: await sealedCopies(copy.subscriptionId), approved: await approvals(copy.id) };
    expect({ ...left, undo: answerOf(undone[index]) }).toEqual(
      left.sealed === 0 ? { sealed: 0, approved: 0, undo: 'done' } : { sealed: 1, approved: 1, undo: 'wrong_state' },
    );
  }
});

function undo({ id }: { readonly id: string }) {
  return undoReship(ctx, id, OPERATOR);
}

function answerOf(result: PromiseSettledResult<unknown> | undefined): unknown {
  return result?.status === 'rejected' ? (result.reason as { code?: unknown }).code : 'done';
}

async function approvedCopy() {
  const { subscriptionId } = await addSubscriber(db, { serviceStart: '2027-03-01', mailedOn: ['2027-03-02'] });
  const at = new Date('2027-03-02T17:00:00Z');
  const id = randomUUID();
  const copy = { subscriptionId, letter: 1, attempt: 2, cause: 'lost', way: 'now', state: 'approved' } as const;
  await db.insert(reships).values({ id, ...copy, askedAt: at, decidedAt: at });
  return { id, subscriptionId };
}

async function approvals(id: string): Promise<number> {
  return await db.$count(reships, eq(reships.id, id));
}

async function sealedCopies(subscriptionId: string): Promise<number> {
  return await db.$count(
    mailingPieces,
    and(eq(mailingPieces.subscriptionId, subscriptionId), eq(mailingPieces.attempt, 2)),
  );
}
