import { and, eq, gt, sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { mailingBatches } from '../schema.ts';
import { queueEmail } from '../../platform/outbox/queue.ts';

interface HandedOverPiece extends Record<string, unknown> {
  readonly id: string;
  readonly number: number;
  readonly letter: number;
  readonly attempt: number;
  readonly handedOverOn: CalendarDate;
  readonly arrivesFrom: CalendarDate;
  readonly arrivesBy: CalendarDate;
  readonly userId: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly isGift: boolean;
  readonly giverName: string | null;
  readonly cancelled: boolean;
}

const PAGE = 200;

/** Queues the emails of a batch in pages. If it is killed, it continues later; each piece gets one email. */
export async function notifyHandedOver(ctx: CommerceContext, { runId, batch }: { runId: string; batch: number }) {
  for (;;) {
    const notified = await ctx.db.transaction((tx) => notifyPage(ctx, tx, runId, batch));
    if (notified < PAGE) return;
  }
}

async function notifyPage(ctx: CommerceContext, tx: Transaction, runId: string, batch: number): Promise<number> {
  const isBatch = and(eq(mailingBatches.runId, runId), eq(mailingBatches.number, batch));
  const isUnfinished = and(isBatch, gt(mailingBatches.lastNumber, mailingBatches.notifiedThrough));
  const row = await findRow(tx, mailingBatches, isUnfinished, 'no key update');
  if (row === null || row.handedOverAt === null) return 0;
  const page = await readPage(tx, runId, Math.max(row.notifiedThrough, row.firstNumber - 1), row.lastNumber);
  for (const subscriber of page) await notify(ctx, tx, subscriber);
  const notifiedThrough = page.length < PAGE ? row.lastNumber : (page.at(-1)?.number ?? row.lastNumber);
  await tx.update(mailingBatches).set({ notifiedThrough }).where(isBatch);
  return page.length;
}

async function readPage(tx: Transaction, runId: string, after: number, last: number): Promise<HandedOverPiece[]> {
  const { rows } = await tx.execute<HandedOverPiece>(sql`
    select p.id, p.number, p.letter, p.attempt, p.handed_over_on::text as "handedOverOn",
      p.arrives_from::text as "arrivesFrom", p.arrives_by::text as "arrivesBy",
      subscriber.id as "userId", subscriber.email, subscriber.full_name as name,
      g.id is not null as "isGift", giver.full_name as "giverName", s.status = 'cancelled' as cancelled
    from mailing_pieces p
    join subscriptions s on s.id = p.subscription_id
    left join gifts g on g.id = s.gift_id
    left join user_profiles giver on giver.id = g.user_id
    left join user_profiles subscriber on subscriber.id = case when g.id is null then s.user_id else g.claimed_by end
    where p.run_id = ${runId} and p.number > ${after} and p.number <= ${last} and p.handed_over_on is not null
    order by p.number limit ${PAGE}`);
  return rows;
}

async function notify(ctx: CommerceContext, tx: Transaction, account: HandedOverPiece): Promise<void> {
  const { id, userId, email, name, letter, attempt, handedOverOn, arrivesFrom, arrivesBy } = account;
  const { giverName, cancelled } = account;
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
      handedOverOn,
      deliveryWindow: { earliest: arrivesFrom, latest: arrivesBy },
      gift: account.isGift ? { giverName, cancelled } : null,
    },
  });
}
