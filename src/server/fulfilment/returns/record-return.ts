import { sql } from 'drizzle-orm';
import { envelopeLines, storedAddress } from '../../../domain/envelope.ts';
import { isReturnReason } from '../../../domain/return-reasons.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { queueEmail } from '../../platform/outbox/queue.ts';
import type { Piece } from '../pieces/pieces.ts';
import { applyTrouble, type Trouble } from '../reships.ts';
import type { Actor } from '../runs/events.ts';

/**
 * Also asks the owner to check the address (rules/fulfilment 62).
 * @throws ApiError not_found, wrong_state
 */
export async function recordReturn(
  ctx: CommerceContext,
  pieceId: string,
  trouble: Omit<Trouble, 'cause'>,
  actor: Actor,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { piece, isNews } = await applyTrouble(ctx, tx, pieceId, { ...trouble, cause: 'returned' }, actor);
    if (isNews) await askToLook(ctx, tx, piece, trouble);
  });
}

interface Owner extends Record<string, unknown> {
  readonly userId: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly giftFor: string | null;
}

async function askToLook(
  ctx: CommerceContext,
  tx: Transaction,
  piece: Piece,
  { reason, sendAgain }: Omit<Trouble, 'cause'>,
): Promise<void> {
  const { rows } = await tx.execute<Owner>(sql`
    select s.user_id as "userId", owner.email, owner.full_name as name, g.recipient_name as "giftFor"
    from subscriptions s left join gifts g on g.id = s.gift_id left join user_profiles owner on owner.id = s.user_id
    where s.id = ${piece.subscriptionId} and s.refund_requested_at is null`);
  const [owner] = rows;
  if (owner === undefined || owner.userId === null || owner.email === null) return;
  await queueEmail(ctx, tx, {
    kind: 'letter-returned',
    dedupeKey: `letter-returned:${piece.id}`,
    to: owner.email,
    userId: owner.userId,
    data: {
      name: owner.name,
      letter: piece.letter,
      returnReason: isReturnReason(reason) ? reason : null,
      addressLines: envelopeLines(storedAddress(piece.address)),
      giftFor: owner.giftFor,
      isMailedAgain: sendAgain !== null,
    },
  });
}
