import type { Stripe } from 'stripe';
import type { CardName } from '../../../domain/card.ts';
import { askStripe } from './stripe-client.ts';

/** A renewal's invoice that is open although it should have been paid. */
export interface Overdue {
  readonly invoiceId: string;
  readonly amountDueCents: number;
  /** When the provider tries the card again; null when it will not. */
  readonly nextAttempt: Date | null;
  /** The bank wants to ask the card's holder (3-D Secure); trying again without them is no use. */
  readonly needsCardOwner: boolean;
  /** The card that was refused; null when the provider does not say. */
  readonly card: CardName | null;
}

/**
 * The newest open invoice of a subscription that is past due.
 * @throws ApiError payments_unavailable
 */
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

/** What the invoice is to be paid with. */
async function readIntent(stripe: Stripe, invoice: string): Promise<Stripe.PaymentIntent | null> {
  const payments = await askStripe(
    stripe.invoicePayments.list({ invoice, status: 'open', limit: 1, expand: ['data.payment.payment_intent'] }),
  );
  const intent = payments.data[0]?.payment.payment_intent;
  return typeof intent === 'object' ? intent : null;
}

/** An off-session charge that needs the holder either waits for them or is refused with this code. */
function wantsCardOwner(intent: Stripe.PaymentIntent | null): boolean {
  return intent?.status === 'requires_action' || intent?.last_payment_error?.code === 'authentication_required';
}

function refusedCard(intent: Stripe.PaymentIntent | null): CardName | null {
  const card = intent?.last_payment_error?.payment_method?.card;
  return card === undefined ? null : { brand: card.brand, last4: card.last4 };
}
