import type { Stripe } from 'stripe';
import type { CardName } from '../../../domain/card.ts';
import { askStripe } from './stripe-client.ts';

export interface Overdue {
  readonly invoiceId: string;
  readonly amountDueCents: number;
  readonly nextAttempt: Date | null;
  readonly needsCardOwner: boolean;
  readonly card: CardName | null;
}

export async function readOverdue(stripe: Stripe, invoices: readonly Stripe.Invoice[]): Promise<Overdue | null> {
  const open = invoices.toSorted((a, b) => b.created - a.created).find(({ status }) => status === 'open');
  if (open?.id === undefined) return null;
  const { next_payment_attempt: nextAttempt } = open;
  const intent = await readIntent(stripe, open.id);
  return {
    invoiceId: open.id,
    amountDueCents: open.amount_remaining,
    nextAttempt: nextAttempt === null ? null : new Date(nextAttempt * 1000),
    needsCardOwner: wantsCardOwner(intent),
    card: refusedCard(intent),
  };
}

async function readIntent(stripe: Stripe, invoice: string): Promise<Stripe.PaymentIntent | null> {
  const payments = await askStripe(
    stripe.invoicePayments.list({ invoice, status: 'open', limit: 1, expand: ['data.payment.payment_intent'] }),
  );
  const intent = payments.data[0]?.payment.payment_intent;
  return typeof intent === 'object' ? intent : null;
}

function wantsCardOwner(intent: Stripe.PaymentIntent | null): boolean {
  return intent?.status === 'requires_action' || intent?.last_payment_error?.code === 'authentication_required';
}

function refusedCard(intent: Stripe.PaymentIntent | null): CardName | null {
  const card = intent?.last_payment_error?.payment_method?.card;
  return card === undefined ? null : { brand: card.brand, last4: card.last4 };
}
