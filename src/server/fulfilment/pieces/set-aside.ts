import { nextPieceState } from '../../../domain/piece-state.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { AddressInput } from '../../../contract/addresses.ts';
import {
  ADDRESS_DOUBTS,
  lineDoubt,
  printableAddress,
  storedAddress,
  unprintableInWords,
} from '../../../domain/envelope.ts';
import { findRouting, overrideCheck } from '../../customers/address-checks/check-address.ts';
import { requireValidAddress } from '../../customers/addresses/addresses.ts';
import { changeAddress } from '../../customers/addresses/change-address.ts';
import { lockAddress, lockProfile, makeDefaultAddress } from '../../customers/addresses/queries.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { FrozenAddress } from '../../customers/schema.ts';
import { mailingPieces } from '../schema.ts';
import { findSubscription } from '../../commerce/subscriptions/queries.ts';
import { ApiError, orNotFound } from '../../platform/api-error.ts';
import { type Actor, recordPieceEvents } from '../runs/events.ts';
import { lastNumber, releaseWaiting } from './open-pieces.ts';
import { lockPiece, type Piece, refOf } from './pieces.ts';
import type { FulfilmentContext } from '../runs/fulfilment-context.ts';
import { closeIfDone, lockRun, type Run } from '../runs/runs.ts';

export type Resolution =
  /** `forLater`: also corrects the saved address, unless its owner has changed it. */
  | { readonly kind: 'fix'; readonly address: AddressInput; readonly forLater: boolean }
  | { readonly kind: 'send' }
  | { readonly kind: 'skip' };

/**
 * Adds the piece at the end of the run, or skips it.
 * @throws ApiError not_found, wrong_state, validation_failed
 */
export async function resolveSetAside(ctx: FulfilmentContext, pieceId: string, resolution: Resolution, actor: Actor) {
  await ctx.db.transaction(async (tx) => {
    const at = ctx.clock.now();
    const { piece, run } = await lockSetAside(tx, pieceId, at);
    if (resolution.kind === 'skip') {
      await tx.delete(mailingPieces).where(eq(mailingPieces.id, pieceId));
      await recordPieceEvents(tx, 'withdrawn', [refOf(piece)], { actor, at, detail: { reason: 'skipped' } });
      if (run !== null) await closeIfDone(tx, run, at, actor);
      return;
    }
    const address =
      resolution.kind === 'fix' ? requireValidAddress(resolution.address) : printableAddress(piece.address);
    refuseUnprintable(address);
    const isForLater = resolution.kind === 'fix' && resolution.forLater;
    const savedAddress = isForLater && {
      savedAddress: (await correctSaved(ctx, tx, { piece, address }, at)) ? 'corrected' : 'kept',
    };
    if (resolution.kind === 'send') {
      await confirmAddress(tx, piece, { actor, at });
      await overrideCheck(tx, piece.address, at);
    }
    await requeue(tx, piece, address, at);
    const detail = { reason: piece.reason, resolution: resolution.kind, ...savedAddress };
    await recordPieceEvents(tx, 'resolved', [refOf(piece)], { actor, at, detail });
  });
}

/** Always locks the run before the piece, since two operators could deadlock otherwise. */
async function lockSetAside(tx: Transaction, id: string, now: Date): Promise<{ piece: Piece; run: Run | null }> {
  const [found] = await tx.select({ runId: mailingPieces.runId }).from(mailingPieces).where(eq(mailingPieces.id, id));
  const run = found?.runId ? await lockRun(tx, found.runId) : null;
  if (run !== null) await releaseWaiting(tx, run, now);
  const piece = await lockPiece(tx, id);
  if (nextPieceState(piece.state, 'requeue') === null)
    throw new ApiError('wrong_state', 'Somebody has seen to that address already.');
  return { piece, run };
}

/** An unusual postal code may be correct, but an empty line or an unprintable character can't be. */
function refuseUnprintable(address: FrozenAddress): void {
  const doubt = lineDoubt(storedAddress(address));
  if (doubt !== 'characters' && doubt !== 'incomplete') return;
  const words = doubt === 'characters' ? unprintableInWords(storedAddress(address)).join(' ') : ADDRESS_DOUBTS[doubt];
  throw new ApiError('validation_failed', words, { address: words });
}

/** Only if the subscription still uses the address; otherwise its owner has entered a newer one. */
async function correctSaved(
  { addressUse }: FulfilmentContext,
  tx: Transaction,
  { piece, address }: { readonly piece: Piece; readonly address: FrozenAddress },
  now: Date,
): Promise<boolean> {
  const { userId: ownerId } = orNotFound(await findSubscription(tx, piece.subscriptionId), 'subscription');
  await lockProfile(tx, ownerId);
  const { shippingAddressId } = orNotFound(await findSubscription(tx, piece.subscriptionId), 'subscription');
  const from = await lockAddress(tx, shippingAddressId);
  if (!isSameAddress(from, piece.address)) return false;
  const { userId } = from;
  const change = { userId, from, to: storedAddress(address), subscriptions: 'all', inBook: true } as const;
  const { id } = await changeAddress(addressUse, tx, change, now);
  if (userId !== null && from.isDefault) await makeDefaultAddress(tx, userId, id, now);
  return true;
}

function isSameAddress(saved: FrozenAddress, sent: FrozenAddress): boolean {
  const lines = Object.keys(sent) as (keyof FrozenAddress)[];
  return lines.every((line) => !(line in saved) || saved[line] === sent[line]);
}

async function confirmAddress(tx: Transaction, piece: Piece, by: { actor: Actor; at: Date }): Promise<void> {
  const confirmed = await tx
    .update(mailingPieces)
    .set({ reason: 'address_confirmed', updatedAt: by.at })
    .where(
      and(
        sql`${mailingPieces.subscriptionId} in (
          select other.id from subscriptions other join subscriptions own on own.id = ${piece.subscriptionId}
          where coalesce(other.user_id, other.id) = coalesce(own.user_id, own.id))`,
        eq(mailingPieces.state, 'returned'),
        sql`${mailingPieces.address} = ${JSON.stringify(piece.address)}::jsonb`,
        sql`${mailingPieces.reason} is distinct from 'address_confirmed'`,
      ),
    )
    .returning();
  await recordPieceEvents(tx, 'address_confirmed', confirmed.map(refOf), by);
}

async function requeue(tx: Transaction, piece: Piece, address: FrozenAddress, now: Date): Promise<void> {
  await tx
    .update(mailingPieces)
    .set({
      state: 'frozen',
      address,
      country: address.country,
      routing: await findRouting(tx, address),
      reason: null,
      number: sql`1 + ${lastNumber(piece.runId ?? '')}`,
      updatedAt: now,
    })
    .where(eq(mailingPieces.id, piece.id));
}
