import { setTimeout as sleep } from 'node:timers/promises';
import type { Stripe } from 'stripe';
import { PaidMeanwhile, retire } from '../checkout/ask-provider.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
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
  if (handed !== null) await count(ctx, handed, event);
  // Last: what could not be closed is tried again when the event comes again.
  await rememberEvent(ctx.db, event, ctx.clock.now());
}

async function count(ctx: Context, handed: HandedIntent, event: EventStamp): Promise<void> {
  await addFailure(ctx.db, handed, event.id, ctx.clock.now());
  if (!(await isAtLimit(ctx.db, handed, ctx.clock.now()))) return;
  const open = await listOpenHanded(ctx.db, handed, ctx.clock.now());
  await Promise.all(open.map((each) => closePatiently(ctx, each)));
}

/**
 * While a card is being tried the provider locks the intent and lets others queue for it. Against a thief with many hands one request at a
 * time would hardly ever have its turn, so another joins the queue as long as none has come through.
 */
async function closePatiently(ctx: Context, handed: HandedIntent): Promise<void> {
  const closed = new AbortController();
  const hands = Array.from({ length: HANDS }, async (_, hand) => {
    await sleep(hand * NEXT_HAND_MS);
    await keepClosing(ctx, handed, closed.signal);
  });
  try {
    await Promise.any(hands);
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  } finally {
    closed.abort();
  }
}

async function keepClosing(ctx: Context, handed: HandedIntent, closed: AbortSignal): Promise<void> {
  for (const deadline = Date.now() + CLOSING_MS; !closed.aborted;) {
    try {
      await close(ctx, handed);
      return;
    } catch (error) {
      const isLocked = error instanceof ApiError && error.code === 'payments_unavailable';
      if (!isLocked || Date.now() > deadline) throw error;
      await sleep(TRY_AGAIN_MS);
    }
  }
}

/** With all of them, still below the time that the provider waits for an answer to its event. */
const CLOSING_MS = 7_000;
const TRY_AGAIN_MS = 50;
const HANDS = 6;
const NEXT_HAND_MS = 100;

async function close(ctx: Context, handed: HandedIntent): Promise<void> {
  if (handed.purpose === 'card_update') {
    await unlessRefused(askStripe(ctx.stripe.setupIntents.cancel(handed.intentId)));
  } else if (handed.stripeSubscriptionId !== null) {
    await closePurchase(ctx, handed.stripeSubscriptionId);
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
