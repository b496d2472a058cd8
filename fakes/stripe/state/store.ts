import type Stripe from 'stripe';
import type { CardFacts } from '../payments/cards.ts';
import { Table, type Change, type Row } from './table.ts';
import { memoryJournal, openJournal, type Journal } from './journal.ts';

/** How far the sandbox's clock is ahead of real time. */
export interface ClockSetting extends Row {
  seconds: number;
}

/** What a coupon's `applies_to` names: Stripe shows the field only where it is expanded. */
interface CouponProducts extends Row {
  products: string[];
}

/** The first answer to an idempotency key; its id is the key. */
export interface StoredAnswer extends Row {
  fingerprint: string;
  status: number;
  body: unknown;
  storedAt: number;
}

/** Deleted when delivered; 'failed' ones wait to be sent again by hand. */
export interface Delivery extends Row {
  event: string;
  target: string;
  state: 'waiting' | 'failed';
  attempts: number;
}

type JournalEntry = Array<[table: string, id: string, row: Row | null]>;

const customerOf = (row: { customer: string | { id: string } | null }) => idOf(row.customer);

/** The clock of rows without a test clock. */
export const OWN_CLOCK = 'sandbox';
const clockOf = (row: { test_clock: string | { id: string } | null }) => idOf(row.test_clock) ?? OWN_CLOCK;

export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (!reference) return null;
  return typeof reference === 'string' ? reference : reference.id;
}

function tables(onChange: (change: Change) => void) {
  const table = <R extends Row>(name: string) => new Table<R>(name, onChange, {});
  return {
    customers: table<Stripe.Customer>('customers'),
    deletedCustomers: table<Stripe.DeletedCustomer>('deletedCustomers'),
    paymentMethods: new Table<Stripe.PaymentMethod, 'customer'>('paymentMethods', onChange, { customer: customerOf }),
    cardFacts: table<CardFacts>('cardFacts'),
    products: table<Stripe.Product>('products'),
    prices: table<Stripe.Price>('prices'),
    coupons: table<Stripe.Coupon>('coupons'),
    couponProducts: table<CouponProducts>('couponProducts'),
    promotionCodes: table<Stripe.PromotionCode>('promotionCodes'),
    discounts: table<Stripe.Discount>('discounts'),
    subscriptions: new Table<Stripe.Subscription, 'customer' | 'live'>('subscriptions', onChange, {
      customer: customerOf,
      live: (subscription) => (subscription.ended_at === null ? clockOf(subscription) : null),
    }),
    invoices: new Table<Stripe.Invoice, 'subscription' | 'scheduled'>('invoices', onChange, {
      subscription: (invoice) => idOf(invoice.parent?.subscription_details?.subscription),
      scheduled: (invoice) =>
        (invoice.automatically_finalizes_at ?? invoice.next_payment_attempt) === null ? null : clockOf(invoice),
    }),
    invoicePayments: new Table<Stripe.InvoicePayment, 'invoice' | 'intent'>('invoicePayments', onChange, {
      invoice: (payment) => idOf(payment.invoice),
      intent: (payment) => idOf(payment.payment.payment_intent),
    }),
    paymentIntents: table<Stripe.PaymentIntent>('paymentIntents'),
    setupIntents: table<Stripe.SetupIntent>('setupIntents'),
    charges: new Table<Stripe.Charge, 'intent'>('charges', onChange, {
      intent: (charge) => idOf(charge.payment_intent),
    }),
    refunds: new Table<Stripe.Refund, 'charge'>('refunds', onChange, { charge: (refund) => idOf(refund.charge) }),
    disputes: table<Stripe.Dispute>('disputes'),
    files: table<Stripe.File>('files'),
    earlyFraudWarnings: table<Stripe.Radar.EarlyFraudWarning>('earlyFraudWarnings'),
    reviews: table<Stripe.Review>('reviews'),
    pendingProrations: new Table<Stripe.InvoiceLineItem, 'subscription'>('pendingProrations', onChange, {
      subscription: (line) => idOf(line.subscription),
    }),
    events: table<Stripe.EventBase>('events'),
    deliveries: table<Delivery>('deliveries'),
    webhookEndpoints: table<Stripe.WebhookEndpoint>('webhookEndpoints'),
    testClocks: table<Stripe.TestHelpers.TestClock>('testClocks'),
    answers: table<StoredAnswer>('answers'),
    clock: table<ClockSetting>('clock'),
  };
}

const ROWS_IN_LINE = 5_000;

export type Tables = ReturnType<typeof tables>;

/** All state, changed in transactions that are on disk before they are answered. */
export class Store {
  readonly tables: Tables = tables((change) => this.#changes.push(change));
  #changes: Change[] = [];
  #journal: Journal = memoryJournal();
  #listeners: Array<(changes: Change[]) => void> = [];

  /** @param dataFile the journal; unset ends the state with the process */
  static async open(dataFile?: string): Promise<Store> {
    const store = new Store();
    if (dataFile) store.#journal = await openJournal(dataFile, (entry) => store.#replay(entry as JournalEntry));
    return store;
  }

  /** Undoes every change of `work` when it throws, unless `store(error)` (a declined card leaves a failed charge). */
  transaction<T>(work: () => T, store: (error: unknown) => boolean = () => false): T {
    const start = this.#changes.length;
    try {
      return work();
    } catch (error) {
      if (!store(error)) this.#rollBackTo(start);
      throw error;
    }
  }

  changesOf(work: () => void): readonly Change[] {
    const start = this.#changes.length;
    work();
    return this.#changes.slice(start);
  }

  /** Resolves when everything so far will survive a `kill -9`. */
  async commit(): Promise<void> {
    const changes = this.#changes;
    this.#changes = [];
    if (changes.length === 0) return this.#journal.settled();
    const latest = [...new Map(changes.map((change) => [`${change.table} ${change.id}`, change])).values()];
    const rows: JournalEntry = latest.map(({ table, id, after }) => [table, id, after ?? null]);
    // A request fits in one line, which is written wholly or not at all; months of simulated time need several.
    const lines = Array.from({ length: Math.ceil(rows.length / ROWS_IN_LINE) }, (_, line) =>
      rows.slice(line * ROWS_IN_LINE, (line + 1) * ROWS_IN_LINE),
    );
    await Promise.all(lines.map((line) => this.#journal.append(line)));
    for (const listener of this.#listeners) listener(latest);
  }

  onCommit(listener: (changes: Change[]) => void): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    await this.commit();
    await this.#journal.close();
  }

  #rollBackTo(start: number): void {
    for (const change of this.#changes.splice(start).reverse()) this.#restore(change.table, change.id, change.before);
  }

  #replay(entry: JournalEntry): void {
    for (const [table, id, row] of entry) this.#restore(table, id, row ?? undefined);
  }

  #restore(table: string, id: string, row: Row | undefined): void {
    const target: { restore(id: string, row: Row | undefined): void } | undefined = this.tables[table as keyof Tables];
    if (!target) throw new Error(`The journal names a table this sandbox does not have: ${table}`);
    target.restore(id, row);
  }
}
