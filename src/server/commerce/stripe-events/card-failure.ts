import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Stripe } from 'stripe';
import { PaidMeanwhile, retire } from '../checkout/ask-provider.ts';
import type { CommerceContext } from '../context.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import {
  addFailure,
  findHanded,
  type HandedIntent,
  isAtLimit,
  listOpenHanded,
  markClosed,
} from '../payments/card-limits.ts';
import { askStripe, isRefusal } from '../payments/stripe.ts';
import { type EventStamp, rememberEvent } from '../payments/event-queries.ts';

/**
 * A card was refused in a browser. Only secrets that we have handed out count: a renewal that fails by itself is nobody's test of a
 * card. At the limit everything is closed on which another card could be tried.
 * @throws ApiError payments_unavailable
 */
export async function countCardFailure(ctx: CommerceContext, intentId: string, event: EventStamp): Promise<void> {
  const handed = await findHanded(ctx.db, intentId);
  if (handed !== null) await count(ctx, handed, event);
  // Last: what could not be closed is tried again when the event comes again.
  await rememberEvent(ctx.db, event, ctx.clock.now());
}

async function count(ctx: CommerceContext, handed: HandedIntent, event: EventStamp): Promise<void> {
  await addFailure(ctx.db, handed, event.id, ctx.clock.now());
  if (!(await isAtLimit(ctx.db, handed, ctx.clock.now()))) return;
  const open = await listOpenHanded(ctx.db, handed, ctx.clock.now());
  await Promise.all(open.map((each) => closeOnce(ctx, each)));
}

/** By intent, what is being closed: the events of further refusals wait for the same closing, and bring no hands of their own. */
const closings = new Map<string, Promise<void>>();

function closeOnce(ctx: CommerceContext, handed: HandedIntent): Promise<void> {
  const underWay = closings.get(handed.intentId);
  if (underWay !== undefined) return underWay;
  const closing = closePatiently(ctx, handed).finally(() => closings.delete(handed.intentId));
  closings.set(handed.intentId, closing);
  return closing;
}

/**
 * While a card is being tried the provider locks the intent and lets others queue for it. Against a thief with many hands one request at a
 * time would hardly ever have its turn, so another joins the queue as long as none has come through; but only where no intent's first hand
 * is kept waiting by it. At a network's limit a hundred may be open.
 */
async function closePatiently(ctx: CommerceContext, handed: HandedIntent): Promise<void> {
  const closed = new AbortController();
  const join = () => hands(() => keepClosing(ctx, handed, closed.signal));
  const first = join();
  const further = Array.from({ length: HANDS_EACH - 1 }, async (_, joined) => {
    await sleep((joined + 1) * NEXT_HAND_MS);
    await (hands.activeCount < hands.concurrency ? join() : first);
  });
  try {
    await Promise.any([first, ...further]);
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  } finally {
    closed.abort();
  }
}

/** It pauses longer each time: a provider that has been asked too much already (429) is asked less and less. */
async function keepClosing(ctx: CommerceContext, handed: HandedIntent, closed: AbortSignal): Promise<void> {
  const deadline = Date.now() + CLOSING_MS;
  for (let pause = FIRST_PAUSE_MS; !closed.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    if (await isClosedNow(ctx, handed, deadline)) return;
    await sleep(pause);
  }
}

/** @returns false when the provider is busy with it, or with us @throws ApiError payments_unavailable after the deadline */
async function isClosedNow(ctx: CommerceContext, handed: HandedIntent, deadline: number): Promise<boolean> {
  try {
    await close(ctx, handed);
    return true;
  } catch (error) {
    const mayPass = error instanceof ApiError && error.code === 'payments_unavailable';
    if (!mayPass || Date.now() > deadline) throw error;
    return false;
  }
}

/**
 * From when a hand has its turn. With all six, still below the time that the provider waits for an answer to its event; a hundred that are
 * all locked take longer, and then the event comes again.
 */
const CLOSING_MS = 7_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;
const HANDS_EACH = 6;
const NEXT_HAND_MS = 100;

/** For all hands of this process together: what the provider allows in a second is needed for everybody's purchases too. */
const hands = pLimit(12);

async function close(ctx: CommerceContext, handed: HandedIntent): Promise<void> {
  if (handed.purpose === 'card_update') {
    await unlessRefused(askStripe(ctx.stripe.setupIntents.cancel(handed.intentId)));
  } else if (handed.stripeSubscriptionId !== null) {
    await closePurchase(ctx, handed.stripeSubscriptionId);
  }
  await markClosed(ctx.db, handed.intentId, ctx.clock.now());
}

/** Voiding the invoice cancels its PaymentIntent, which cannot be cancelled by itself. */
async function closePurchase(ctx: CommerceContext, stripeSubscriptionId: string): Promise<void> {
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
