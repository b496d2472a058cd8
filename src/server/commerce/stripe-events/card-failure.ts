import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { PaidMeanwhile, cancelUnpaid } from '../checkout/subscribe-at-stripe.ts';
import type { CommerceContext } from '../context.ts';
import { ApiError } from '../../platform/api-error.ts';
import {
  addFailure,
  findIssuedIntent,
  type IssuedIntent,
  isAtLimit,
  listOpenIntents,
  markClosed,
} from '../payments/card-limits.ts';
import { isAccepted } from '../payments/stripe-client.ts';
import { type EventStamp, recordEvent } from '../payments/applied-events.ts';

/**
 * At the limit, all of the account's open intents are closed (decision 005).
 * @throws ApiError payments_unavailable
 */
export async function countCardFailure(ctx: CommerceContext, intentId: string, event: EventStamp): Promise<void> {
  const intent = await findIssuedIntent(ctx.db, intentId);
  if (intent !== null) await count(ctx, intent, event);
  // Recorded last, so that a failed attempt to close intents is repeated when Stripe sends the event again.
  await recordEvent(ctx.db, event, ctx.clock.now());
}

async function count(ctx: CommerceContext, intent: IssuedIntent, event: EventStamp): Promise<void> {
  await addFailure(ctx.db, intent, event.id, ctx.clock.now());
  if (!(await isAtLimit(ctx.db, intent, ctx.clock.now()))) return;
  const open = await listOpenIntents(ctx.db, intent, ctx.clock.now());
  await Promise.all(open.map((each) => closeOnce(ctx, each)));
}

const closings = new Map<string, Promise<void>>();

function closeOnce(ctx: CommerceContext, intent: IssuedIntent): Promise<void> {
  const underWay = closings.get(intent.intentId);
  if (underWay !== undefined) return underWay;
  const closing = closePatiently(ctx, intent).finally(() => closings.delete(intent.intentId));
  closings.set(intent.intentId, closing);
  return closing;
}

async function closePatiently(ctx: CommerceContext, intent: IssuedIntent): Promise<void> {
  const closed = new AbortController();
  const join = () => limit(() => retryClosing(ctx, intent, closed.signal));
  const first = join();
  const further = Array.from({ length: ATTEMPTS_EACH - 1 }, async (_, joined) => {
    await sleep((joined + 1) * NEXT_ATTEMPT_MS);
    await (limit.activeCount < limit.concurrency ? join() : first);
  });
  try {
    await Promise.any([first, ...further]);
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  } finally {
    closed.abort();
  }
}

async function retryClosing(ctx: CommerceContext, intent: IssuedIntent, closed: AbortSignal): Promise<void> {
  const deadline = performance.now() + CLOSING_MS;
  for (let pause = FIRST_PAUSE_MS; !closed.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await close(ctx, intent);
    } catch (error) {
      const mayPass = error instanceof ApiError && error.code === 'payments_unavailable';
      if (!mayPass || performance.now() > deadline) throw error;
    }
    await sleep(pause);
  }
}

const CLOSING_MS = 7_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;
const ATTEMPTS_EACH = 6;
const NEXT_ATTEMPT_MS = 100;

const limit = pLimit(12);

async function close(ctx: CommerceContext, { purpose, intentId, stripeSubscriptionId }: IssuedIntent): Promise<void> {
  if (purpose === 'card_update') await isAccepted(ctx.stripe.setupIntents.cancel(intentId));
  else if (stripeSubscriptionId !== null) await closePurchase(ctx, stripeSubscriptionId);
  await markClosed(ctx.db, intentId, ctx.clock.now());
}

/** Voids the invoice, which cancels its PaymentIntent. The intent cannot be cancelled directly. */
async function closePurchase(ctx: CommerceContext, stripeSubscriptionId: string): Promise<void> {
  try {
    await cancelUnpaid(ctx, stripeSubscriptionId);
  } catch (error) {
    if (!(error instanceof PaidMeanwhile)) throw error;
  }
}
