import type { Transaction } from '../../platform/db/database.ts';
import { queueEmailToUser } from '../../customers/profile/queue-email-to-user.ts';
import type { CommerceContext } from '../context.ts';
import { findRecipientName, hasEndedForGood, type Subscription } from '../subscriptions/queries.ts';
import type { readHolds } from './queries.ts';

interface Change {
  readonly before: Subscription;
  readonly after: Pick<Subscription, 'disputeHeldAt' | 'chargesPausedAt' | 'disputeLostAt'>;
  readonly holds: Awaited<ReturnType<typeof readHolds>>;
}

export async function queueDisputeEmail(ctx: CommerceContext, tx: Transaction, change: Change): Promise<void> {
  const news = await newsOf(ctx, tx, change);
  if (news === null) return;
  const { before } = change;
  await queueEmailToUser(ctx, tx, before.userId, {
    kind: 'payment-disputed',
    dedupeKey: `payment-disputed:${before.id}:${news.outcome}:${news.occasion}`,
    data: {
      seasonName: before.seasonName,
      giftFor: await findRecipientName(tx, before),
      outcome: news.outcome,
      amountCents: news.amountCents,
      monthly: before.planType === 'monthly',
    },
  });
}

async function newsOf(ctx: CommerceContext, tx: Transaction, { before, after, holds }: Change) {
  if (holds.isErased || hasEndedForGood(before)) return null;
  const runs = before.status === 'active' || before.status === 'past_due';
  if (after.disputeLostAt !== null) {
    const ends = runs || (await ctx.ledger.lettersToCome(tx, before, ctx.clock.now())) !== null;
    return ends ? { outcome: 'lost' as const, amountCents: sum(holds.lost), occasion: '' } : null;
  }
  if (!runs) return null;
  if (before.chargesPausedAt === null && after.chargesPausedAt !== null) {
    return { outcome: 'open' as const, amountCents: sum(holds.open), occasion: after.chargesPausedAt.toISOString() };
  }
  const since = before.chargesPausedAt;
  const goesOn = after.chargesPausedAt === null && after.disputeHeldAt === null;
  return since !== null && goesOn ? { outcome: 'won' as const, amountCents: 0, occasion: since.toISOString() } : null;
}

function sum(disputes: readonly { readonly amountCents: number }[]): number {
  return disputes.reduce((total, { amountCents }) => total + amountCents, 0);
}
