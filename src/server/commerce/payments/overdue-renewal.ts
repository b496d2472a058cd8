import type { Stripe } from 'stripe';
import type { CardName } from '../../../domain/card.ts';
import { askStripe } from './stripe-client.ts';

export interface Overdue {
  readonly invoiceId: string;
  readonly amountDueCents: number;
  readonly nextAttempt: Date | null;
  readonly needsCardOwner: boolean;
  readonly declineCode: string | null;
  readonly attempts: number;
  readonly card: CardName | null;
}

/** An invoice that an operator made in Stripe isn't a renewal. */
export function isOverdue({ status, billing_reason: reason }: Stripe.Invoice): boolean {
  return status === 'open' && reason !== 'manual';
}

export async function readOverdue(stripe: Stripe, invoices: readonly Stripe.Invoice[]): Promise<Overdue | null> {
  const open = invoices.toSorted((a, b) => b.created - a.created).find(isOverdue);
  if (open?.id === undefined) return null;
  const { next_payment_attempt: nextAttempt } = open;
  const expand = ['data.payment.payment_intent'];
  const payments = await askStripe(stripe.invoicePayments.list({ invoice: open.id, status: 'open', limit: 1, expand }));
  const payment = payments.data[0]?.payment.payment_intent;
  const intent = typeof payment === 'object' ? payment : null;
  const failure = intent?.last_payment_error;
  const card = failure?.payment_method?.card;
  // If the bank wants to ask the cardholder, a charge without them either waits or is declined with this code.
  const needsCardOwner = intent?.status === 'requires_action' || failure?.code === 'authentication_required';
  return {
    invoiceId: open.id,
    amountDueCents: open.amount_remaining,
    nextAttempt: nextAttempt === null ? null : new Date(nextAttempt * 1000),
    needsCardOwner,
    declineCode: needsCardOwner ? 'authentication_required' : (failure?.decline_code ?? failure?.code ?? null),
    attempts: open.attempt_count,
    card: card === undefined ? null : { brand: card.brand, last4: card.last4 },
  };
}
