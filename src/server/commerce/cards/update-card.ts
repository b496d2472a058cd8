import type { Stripe } from 'stripe';
import type { finishCardUpdate, startCardUpdate } from '../../../contract/billing.ts';
import type { CommerceContext, CommerceHandler } from '../context.ts';
import { spendOn } from '../../platform/rate-limits/dear-calls.ts';
import { ApiError, notFound } from '../../platform/api-error.ts';
import { paymentActor, recordIssuedIntent, refuseAtLimit } from '../payments/card-limits.ts';
import { askStripe, idOf, nullIfMissing } from '../payments/stripe-client.ts';
import { findProfile } from '../../customers/profile/queries.ts';
import { claimCards, presentCard, refreshCardsOnFile } from './card-on-file.ts';
import { insertCardIntents } from '../stripe-changes/queries.ts';
import { payOutstanding } from '../invoices/pay-overdue.ts';

const PURPOSE = 'card_update';
const REUSED_FOR_SECONDS = 3600;

export const handleStartCardUpdate: CommerceHandler<typeof startCardUpdate> = async ({ ctx, user, client }) => {
  const actor = paymentActor(ctx, user.userId, client);
  await refuseAtLimit(ctx, actor);
  const customer = await ownCustomer(ctx, user.userId);
  await spendOn(ctx, 'card_setup', { userId: user.userId, ip: client.ip });
  const open = await findOpenCardUpdate(ctx, customer);
  if (open !== null) return { clientSecret: open };
  const intent = await askStripe(
    ctx.stripe.setupIntents.create({
      customer,
      usage: 'off_session',
      allowed_payment_method_types: ['card'],
      metadata: { purpose: PURPOSE, user_id: user.userId },
    }),
  );
  if (intent.client_secret === null) throw new Error(`The provider gave no secret for ${intent.id}.`);
  const { client_secret: clientSecret } = intent;
  await recordIssuedIntent(ctx, actor, { clientSecret, purpose: 'card_update', stripeSubscriptionId: null });
  return { clientSecret };
};

/** An open intent without a card is reused, so that opening the form often doesn't create many at Stripe. */
async function findOpenCardUpdate({ stripe, clock }: CommerceContext, customer: string): Promise<string | null> {
  const since = Math.floor(clock.now().getTime() / 1000) - REUSED_FOR_SECONDS;
  const { data } = await askStripe(stripe.setupIntents.list({ customer, limit: 10 }));
  const open = data.find(
    (intent) => isCardUpdate(intent) && intent.status === 'requires_payment_method' && intent.created > since,
  );
  return open?.last_setup_error === null ? open.client_secret : null;
}

export const handleFinishCardUpdate: CommerceHandler<typeof finishCardUpdate> = async ({ ctx, body, user, client }) => {
  const customer = await ownCustomer(ctx, user.userId);
  const intent = await readSetupIntent(ctx.stripe, body.setupIntentId);
  if (intent === null || idOf(intent.customer) !== customer) throw notFound('card');
  const method = intent.payment_method;
  if (intent.status !== 'succeeded' || method === null || typeof method === 'string' || !method.card) {
    throw new ApiError(
      'card_not_confirmed',
      'That card wasn’t confirmed, so your card on file hasn’t changed. Please enter the new card again.',
    );
  }
  await adoptCard(ctx, user.userId, intent);
  return {
    card: presentCard(method.card),
    outstanding: await payOutstanding(ctx, paymentActor(ctx, user.userId, client)),
  };
};

async function ownCustomer(ctx: CommerceContext, userId: string): Promise<string> {
  const customer = (await findProfile(ctx.db, userId))?.stripeCustomerId ?? null;
  if (customer === null) throw new ApiError('not_found', 'No subscription found');
  return customer;
}

export async function readSetupIntent(stripe: Stripe, id: string): Promise<Stripe.SetupIntent | null> {
  return await nullIfMissing(stripe.setupIntents.retrieve(id, { expand: ['payment_method'] }));
}

export function isCardUpdate({ metadata }: Stripe.SetupIntent): boolean {
  return metadata?.['purpose'] === PURPOSE;
}

const RUNNING: ReadonlySet<string> = new Set(['active', 'past_due', 'trialing']);

/**
 * If several card updates finish, the one that was opened last wins (decision 032).
 * @throws ApiError payments_unavailable
 */
export async function adoptCard(ctx: CommerceContext, userId: string, intent: Stripe.SetupIntent): Promise<void> {
  const customer = idOf(intent.customer);
  const card = idOf(intent.payment_method);
  if (customer === null || card === null) return;
  const owner = { userId, stripeCustomerId: customer };
  if (!(await claimCards(ctx.db, owner, 'setUpAt', new Date(intent.created * 1000)))) return;
  const all = ctx.stripe.subscriptions.list({ customer, limit: 100 }).autoPagingToArray({ limit: 1000 });
  const running = (await askStripe(all)).filter(({ status }) => RUNNING.has(status)).map(({ id }) => id);
  await insertCardIntents(ctx.db, running, card, ctx.clock.now());
  await askStripe(ctx.stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } }));
  for (const id of running) {
    await askStripe(ctx.stripe.subscriptions.update(id, { default_payment_method: card }));
  }
  await refreshCardsOnFile(ctx, customer);
}
