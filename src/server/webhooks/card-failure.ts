import type { Stripe } from 'stripe';
import { PaidMeanwhile, retire } from '../checkout/ask-provider.ts';
import type { Context } from '../context.ts';
import {
  addFailure,
  findHanded,
  type HandedIntent,
  isAtLimit,
  listOpenHanded,
  markClosed,
} from '../payments/card-limits.ts';
import { askStripe, isRefusal } from '../payments/stripe.ts';
import { type EventStamp, rememberEvent } from './queries.ts';

/**
 * A card was refused in a browser. Only secrets that we have handed out count: a renewal that fails by itself is nobody's test of a
 * card. At the limit everything is closed on which another card could be tried.
 * @throws ApiError payments_unavailable
 */
export async function countCardFailure(ctx: Context, intentId: string, event: EventStamp): Promise<void> {
  const handed = await findHanded(ctx.db, intentId);
  await ctx.db.transaction(async (tx) => {
    const isNew = await rememberEvent(tx, event, ctx.clock.now());
    if (isNew && handed !== null) await addFailure(tx, handed, event.id, ctx.clock.now());
  });
  if (handed === null || !(await isAtLimit(ctx.db, handed, ctx.clock.now()))) return;
  for (const open of await listOpenHanded(ctx.db, handed, ctx.clock.now())) await close(ctx, open);
}

async function close(ctx: Context, handed: HandedIntent): Promise<void> {
  switch (handed.purpose) {
    case 'purchase':
      if (handed.stripeSubscriptionId !== null) await closePurchase(ctx, handed.stripeSubscriptionId);
      break;
    case 'card_update':
      await unlessRefused(askStripe(ctx.stripe.setupIntents.cancel(handed.intentId)));
      break;
    case 'renewal':
      // Owed for letters that are due: it stays open for the provider's own attempts.
      break;
  }
  await markClosed(ctx.db, handed.intentId, ctx.clock.now());
}

/** Voiding the invoice cancels its PaymentIntent, which cannot be cancelled by itself. */
async function closePurchase(ctx: Context, stripeSubscriptionId: string): Promise<void> {
  try {
    await retire(ctx, stripeSubscriptionId);
  } catch (error) {
    if (!(error instanceof PaidMeanwhile)) throw error;
  }
}

async function unlessRefused(request: Promise<Stripe.SetupIntent>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}
