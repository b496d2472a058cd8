import type { Stripe } from 'stripe';
import { stringify } from 'csv-stringify/sync';
import { OPERATOR_API as CONSOLE } from '../../src/contract/operator/api.ts';
import { importParts } from '../../src/contract/operator/import-parts.ts';
import { addDays, newYorkDate } from '../../src/domain/calendar-date.ts';
import { priceIds } from '../../src/server/commerce/payments/catalogue.ts';
import { intentOf } from '../clients/payer.ts';
import type { Shopper } from '../clients/shopper.ts';

export const IMPORT_COLUMNS = [
  'name',
  'email',
  'address_line_1',
  'address_line_2',
  'city',
  'state',
  'postal_code',
  'country',
  'plan',
  'letters_received',
  'next_charge',
  'stripe_customer_id',
  'stripe_subscription_id',
] as const;
export type FileRow = Readonly<Record<(typeof IMPORT_COLUMNS)[number], string>>;

export function fileRow(number: number, now: Date, changes: Partial<FileRow> = {}): FileRow {
  return {
    name: `Subscriber ${number}, Miss`,
    email: `moved-${number}@example.com`,
    address_line_1: `${number} Cannery Street`,
    address_line_2: '',
    city: 'Wick Harbor',
    state: 'ME',
    postal_code: '04614',
    country: 'US',
    plan: number % 3 === 0 ? 'annual' : 'monthly',
    letters_received: String(number % 24),
    next_charge: addDays(newYorkDate(now), 20 + (number % 40)),
    stripe_customer_id: '',
    stripe_subscription_id: '',
    ...changes,
  };
}

/** Ways in which a row can be wrong, with the reason that the dry run gives. */
export const BAD_ROWS: readonly (readonly [Partial<FileRow>, RegExp])[] = [
  [{ email: 'nobody at example.com' }, /^email: isn’t an email address$/],
  [{ email: 'moved-1@example.com' }, /^email: the same as in line 2$/],
  [{ plan: 'weekly' }, /^plan: must be monthly or annual$/],
  [{ letters_received: '24' }, /^letters_received: must be a whole number from 0 to 23$/],
  [{ postal_code: '4614X' }, /^postal_code: /],
  [{ country: 'ZZ', name: '' }, /^name: is missing or too long; country: /],
  [{ next_charge: '2020-01-01' }, /^next_charge: must be after today/],
  [{ stripe_customer_id: 'cus_only' }, /^stripe_subscription_id: give both Stripe ids or neither$/],
  [
    { stripe_customer_id: 'cus_nobody', stripe_subscription_id: 'sub_unknown' },
    /^stripe_subscription_id: Stripe doesn’t know this subscription$/,
  ],
];

export function csvOf(rows: readonly FileRow[]): string {
  return stringify([...rows], { header: true, columns: [...IMPORT_COLUMNS], bom: true, record_delimiter: 'windows' });
}

/** Sends a file as the console does, up to the dry run. @returns the import's id */
export async function uploadImport(clerk: Shopper, name: string, text: string): Promise<string> {
  const { id } = await clerk.call(CONSOLE.startImport, { body: { name } });
  for (const [index, part] of importParts(text).entries()) {
    await clerk.call(CONSOLE.addImportPart, { params: { id }, body: { part: index + 1, text: part } });
  }
  await clerk.call(CONSOLE.checkImport, { params: { id } });
  return id;
}

/** A monthly subscription that another shop began in our Stripe account, paid once. */
export async function subscribeElsewhere(stripe: Stripe, email: string) {
  const card = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } });
  const customer = await stripe.customers.create({ email });
  await stripe.paymentMethods.attach(card.id, { customer: customer.id });
  const { monthly } = await priceIds(stripe);
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: monthly }],
    default_payment_method: card.id,
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
  });
  const { latest_invoice: invoice } = subscription;
  const secret = typeof invoice === 'object' ? (invoice?.confirmation_secret?.client_secret ?? '') : '';
  await stripe.paymentIntents.confirm(intentOf(secret), { payment_method: card.id });
  return { stripe_customer_id: customer.id, stripe_subscription_id: subscription.id };
}
