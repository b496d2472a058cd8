export const STRIPE_CHANGES = {
  cancelled_at_period_end: 'Cancelled in Stripe, at the end of the period',
  cancelled_now: 'Cancelled in Stripe, at once',
  uncancelled: 'Cancellation taken back in Stripe',
  end_moved_earlier: 'End moved earlier in Stripe',
  end_moved_later: 'End moved later in Stripe',
  end_removed: 'End removed in Stripe',
  collection_paused: 'Collection paused in Stripe',
  collection_resumed: 'Collection resumed in Stripe',
  price_changed: 'Price changed in Stripe',
  quantity_changed: 'Quantity changed in Stripe',
  trial_given: 'Trial given in Stripe',
  cycle_reset: 'Billing cycle reset in Stripe',
  discount_added: 'Discount added in Stripe',
  discount_removed: 'Discount removed in Stripe',
  card_changed: 'Default card changed in Stripe',
  email_changed: 'Email changed in Stripe',
  customer_deleted: 'Customer deleted in Stripe',
  invoice_voided: 'Invoice voided in Stripe',
  invoice_paid_out_of_band: 'Invoice marked as paid outside Stripe',
  invoice_uncollectible: 'Invoice marked as uncollectible in Stripe',
  refunded: 'Refunded in Stripe',
  charged_beyond_term: 'Charged a thirteenth time in Stripe',
  second_subscription: 'Second subscription of one checkout in Stripe',
} as const;

export type StripeChangeKind = keyof typeof STRIPE_CHANGES;

/** What was done about a change made in Stripe, or what the operator has to do. */
export const NEEDS_ATTENTION: Partial<Record<StripeChangeKind, string>> = {
  end_moved_later: 'It would have gone on for more than twelve months. The end is back after the twelfth month.',
  end_removed: 'It would have gone on for more than twelve months. The end is back after the twelfth month.',
  charged_beyond_term: 'Twelve months had been billed before this charge. It is refunded in full.',
  second_subscription: 'It is cancelled. Refund what it charged in Stripe.',
  customer_deleted: 'Its subscriptions have ended. Ask the subscriber before starting a new one.',
  email_changed: 'The account keeps its own email. Change it there, or change it back in Stripe.',
};

export interface StripeSeen {
  readonly hasEnded: boolean;
  readonly cancelAt: number | null;
  readonly withPeriod: boolean;
  readonly anchor: number;
  readonly trialEnd: number | null;
  readonly pause: string | null;
  readonly prices: string;
  readonly quantity: number;
  readonly discounts: readonly string[];
  readonly card: string | null;
  readonly customerCard: string | null;
  readonly email: string | null;
  readonly customerDeleted: boolean;
}

/** The state to store for an erased user's customer, which we delete at Stripe. */
export const NO_CUSTOMER = { email: null, customerDeleted: true } as const satisfies Partial<StripeSeen>;

export interface OwnIntents {
  readonly planType: 'monthly' | 'annual';
  readonly cancelRequested: boolean;
  readonly endedForGood: boolean;
  /** Stripe's subscription has the mark that we set when a user cancels. */
  readonly cancelMark: boolean;
  readonly ends: readonly number[];
  readonly endsEarlyAt: number | null;
  readonly dueEnd: number;
  readonly currentPeriodEnd: number;
  readonly endsByItself: boolean;
  readonly pausesOurs: boolean;
  readonly cards: readonly string[];
  readonly email: string | null;
  readonly discounts: readonly string[];
  readonly spentDiscounts: readonly string[];
}

export interface FoundChange {
  readonly kind: StripeChangeKind;
  readonly state: string;
}

export function stripeChanges(before: StripeSeen, now: StripeSeen, own: OwnIntents): readonly FoundChange[] {
  if (before.hasEnded) return customer(before, now, own);
  const found = now.hasEnded ? endingsNow(now, own) : [...endings(before, now, own), ...billing(before, now, own)];
  return [...found, ...customer(before, now, own)];
}

function endingsNow(now: StripeSeen, { cancelRequested, endedForGood, endsByItself }: OwnIntents): FoundChange[] {
  if (cancelRequested || endedForGood || endsByItself || now.customerDeleted) return [];
  return [{ kind: 'cancelled_now', state: 'canceled' }];
}

function endings(before: StripeSeen, now: StripeSeen, own: OwnIntents): FoundChange[] {
  if (own.endedForGood) return [];
  const state = now.withPeriod ? 'period' : String(now.cancelAt);
  if (own.cancelRequested) return isUncancelled(before, now, own) ? [{ kind: 'uncancelled', state }] : [];
  if (now.withPeriod) {
    const isTheirs = own.planType === 'monthly' && !before.withPeriod && !own.cancelMark;
    return isTheirs ? [{ kind: 'cancelled_at_period_end', state }] : [];
  }
  if (now.cancelAt === before.cancelAt && now.withPeriod === before.withPeriod) return [];
  const wasTheirs = before.cancelAt !== null && before.cancelAt === own.endsEarlyAt;
  if (now.cancelAt === null) {
    if (wasTheirs) return [{ kind: 'uncancelled', state }];
    return own.cancelMark ? [] : [{ kind: 'end_removed', state }];
  }
  if (own.ends.includes(now.cancelAt) && !wasTheirs) return [];
  if (now.cancelAt > own.dueEnd) return [{ kind: 'end_moved_later', state }];
  const isNow = now.cancelAt <= own.currentPeriodEnd;
  return [{ kind: isNow ? 'cancelled_at_period_end' : 'end_moved_earlier', state }];
}

/** When a user resumes a subscription here, our recorded intents contain the new date. */
function isUncancelled(before: StripeSeen, now: StripeSeen, own: OwnIntents): boolean {
  const ended = before.withPeriod || (before.cancelAt !== null && before.cancelAt <= own.currentPeriodEnd);
  if (!ended || now.withPeriod || now.cancelAt === before.cancelAt) return false;
  return now.cancelAt === null || !own.ends.includes(now.cancelAt);
}

function billing(before: StripeSeen, now: StripeSeen, own: OwnIntents): FoundChange[] {
  const found: FoundChange[] = [];
  if (now.pause !== before.pause && !own.pausesOurs) {
    found.push({ kind: now.pause === null ? 'collection_resumed' : 'collection_paused', state: now.pause ?? 'none' });
  }
  if (now.prices !== before.prices) found.push({ kind: 'price_changed', state: now.prices });
  if (now.quantity !== before.quantity) found.push({ kind: 'quantity_changed', state: String(now.quantity) });
  if (now.anchor !== before.anchor) {
    const isTrial = now.trialEnd === now.anchor && (before.trialEnd ?? 0) < now.anchor;
    const kind = isTrial ? 'trial_given' : 'cycle_reset';
    found.push({ kind, state: String(now.anchor) });
  }
  const added = now.discounts.filter((id) => !before.discounts.includes(id) && !own.discounts.includes(id));
  const gone = before.discounts.filter((id) => !now.discounts.includes(id) && !own.spentDiscounts.includes(id));
  found.push(...added.map((state) => ({ kind: 'discount_added', state }) as const));
  found.push(...gone.map((state) => ({ kind: 'discount_removed', state }) as const));
  const card = [now.card, now.customerCard].find((id, at) => id !== [before.card, before.customerCard][at]);
  if (card && !own.cards.includes(card)) found.push({ kind: 'card_changed', state: card });
  return found;
}

function customer(before: StripeSeen, now: StripeSeen, own: OwnIntents): FoundChange[] {
  if (now.customerDeleted) return before.customerDeleted ? [] : [{ kind: 'customer_deleted', state: 'deleted' }];
  if (now.email === before.email || now.email === own.email || now.email === null) return [];
  return [{ kind: 'email_changed', state: now.email }];
}
