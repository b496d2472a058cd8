import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { CommerceContext } from '../../commerce/context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { mailingBatches } from '../schema.ts';
import { queueEmail } from '../../platform/outbox/queue.ts';

interface DispatchedPiece extends Record<string, unknown> {
  readonly id: string;
  readonly number: number;
  readonly letter: number;
  readonly attempt: number;
  readonly arrivesFrom: CalendarDate;
  readonly arrivesBy: CalendarDate;
  /** Null for a gift that nobody has claimed: then there is no account to write to. */
  readonly userId: string | null;
  readonly email: string | null;
  readonly name: string | null;
}

const PAGE = 200;

/**
 * Writes to everybody whose letter went with that batch, two hundred at a time. It may be killed at any moment and goes on where it
 * was; nobody is written to twice, because a mail's key is its piece.
 */
export async function notifyDispatched(
  ctx: CommerceContext,
  { runId, batch }: { runId: string; batch: number },
): Promise<void> {
  for (;;) {
    const notified = await ctx.db.transaction((tx) => notifyPage(ctx, tx, runId, batch));
    if (notified < PAGE) return;
  }
}

async function notifyPage(ctx: CommerceContext, tx: Transaction, runId: string, batch: number): Promise<number> {
  const isBatch = and(eq(mailingBatches.runId, runId), eq(mailingBatches.number, batch));
  const [row] = await tx
    .select()
    .from(mailingBatches)
    .where(and(isBatch, gt(mailingBatches.lastNumber, mailingBatches.notifiedThrough)))
    .for('no key update');
  if (row === undefined || row.handedOverAt === null) return 0;
  const page = await readPage(tx, runId, Math.max(row.notifiedThrough, row.firstNumber - 1), row.lastNumber);
  for (const subscriber of page) await notify(ctx, tx, subscriber);
  const notifiedThrough = page.length < PAGE ? row.lastNumber : (page.at(-1)?.number ?? row.lastNumber);
  await tx.update(mailingBatches).set({ notifiedThrough }).where(isBatch);
  return page.length;
}

/** The subscriber, or whoever has claimed the gift; a giver is not told of each of another's letters. */
async function readPage(tx: Transaction, runId: string, after: number, last: number): Promise<DispatchedPiece[]> {
  const { rows } = await tx.execute<DispatchedPiece>(sql`
    select p.id, p.number, p.letter, p.attempt, p.arrives_from::text as "arrivesFrom", p.arrives_by::text as "arrivesBy",
      subscriber.id as "userId", subscriber.email, subscriber.full_name as name
    from mailing_pieces p
    join subscriptions s on s.id = p.subscription_id
    left join gifts g on g.id = s.gift_id
    left join user_profiles subscriber on subscriber.id = case when g.id is null then s.user_id else g.claimed_by end
    where p.run_id = ${runId} and p.number > ${after} and p.number <= ${last} and p.handed_over_on is not null
    order by p.number limit ${PAGE}`);
  return rows;
}

async function notify(ctx: CommerceContext, tx: Transaction, account: DispatchedPiece): Promise<void> {
  const { id, userId, email, name, letter, attempt, arrivesFrom, arrivesBy } = account;
  if (userId === null || email === null) return;
  await queueEmail(ctx, tx, {
    kind: 'letter-mailed',
    dedupeKey: `letter-mailed:${id}`,
    to: email,
    userId,
    data: {
      name,
      letter,
      again: attempt > 1,
      deliveryWindow: { earliest: arrivesFrom, latest: arrivesBy },
    },
  });
}
