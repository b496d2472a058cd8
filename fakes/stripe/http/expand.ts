import type { Tables } from '../state/store.ts';
import { wholeList } from './list.ts';
import { invalidRequest } from './failure.ts';

type Json = { [key: string]: unknown };
type Expansion = (db: Tables, value: unknown, owner: Json) => unknown;

type LookupTable = { get(id: string): object | undefined };

function lookup(choose: (db: Tables) => LookupTable): Expansion {
  const resolve = (db: Tables, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item: unknown) => resolve(db, item));
    return typeof value === 'string' ? (choose(db).get(value) ?? value) : value;
  };
  return resolve;
}

const customer = lookup((db) => ({ get: (id) => db.customers.get(id) ?? db.deletedCustomers.get(id) }));
const paymentMethod = lookup((db) => db.paymentMethods);
const subscription = lookup((db) => db.subscriptions);
const invoice = lookup((db) => db.invoices);
const discounts = lookup((db) => db.discounts);
const coupon = lookup((db) => db.coupons);
const intent = lookup((db) => db.paymentIntents);
const charge = lookup((db) => db.charges);
const product = lookup((db) => db.products);
const testClock = lookup((db) => db.testClocks);

const EXPANSIONS: Record<string, Record<string, Expansion>> = {
  customer: {
    'invoice_settings.default_payment_method': paymentMethod,
    test_clock: testClock,
    subscriptions: (db, _value, { id }) =>
      wholeList(
        db.subscriptions.where('customer', String(id)).filter(({ ended_at }) => ended_at === null),
        `/v1/customers/${String(id)}/subscriptions`,
      ),
  },
  payment_method: { customer },
  price: { product },
  coupon: {
    applies_to: (db, _value, { id }) => {
      const row = db.couponProducts.get(String(id));
      return row && { products: row.products };
    },
  },
  promotion_code: { customer, 'promotion.coupon': coupon },
  discount: { customer, promotion_code: lookup((db) => db.promotionCodes), 'source.coupon': coupon },
  subscription: {
    customer,
    default_payment_method: paymentMethod,
    discounts,
    latest_invoice: invoice,
    test_clock: testClock,
  },
  subscription_item: { discounts },
  invoice: {
    customer,
    default_payment_method: paymentMethod,
    discounts,
    test_clock: testClock,
    'parent.subscription_details.subscription': subscription,
    confirmation_secret: (db, _value, { id }) => confirmationSecret(db, String(id)),
    payments: (db, _value, { id }) =>
      wholeList(db.invoicePayments.where('invoice', String(id)), `/v1/invoice_payments?invoice=${String(id)}`),
  },
  invoice_payment: { invoice, 'payment.payment_intent': intent },
  payment_intent: { customer, latest_charge: charge, payment_method: paymentMethod },
  setup_intent: { customer, payment_method: paymentMethod },
  charge: {
    customer,
    payment_intent: intent,
    refunds: (db, _value, { id }) =>
      wholeList(db.refunds.where('charge', String(id)).reverse(), `/v1/charges/${String(id)}/refunds`),
  },
  refund: { charge, payment_intent: intent },
  dispute: { charge, payment_intent: intent },
  'radar.early_fraud_warning': { charge, payment_intent: intent },
  review: { charge, payment_intent: intent },
};

function confirmationSecret(db: Tables, invoiceId: string): { client_secret: string; type: string } | null {
  const payment = db.invoicePayments.where('invoice', invoiceId).find(({ is_default }) => is_default);
  const intentId = payment?.payment.payment_intent;
  const secret = typeof intentId === 'string' ? db.paymentIntents.get(intentId)?.client_secret : null;
  return secret ? { client_secret: secret, type: 'payment_intent' } : null;
}

/** https://docs.stripe.com/api/expanding_objects */
const MAX_DEPTH = 4;

/** @throws StripeFailure 400 for a path that cannot be expanded */
export function expand(db: Tables, answer: unknown, paths: readonly string[]): unknown {
  const copy = toJson(answer);
  for (const path of paths) {
    const segments = path.split('.');
    if (segments.length > MAX_DEPTH) throw notExpandable(path);
    expandPath(db, copy, { owner: copy, within: [] }, segments, path);
  }
  return copy;
}

interface Place {
  owner: Json;
  within: string[];
}

function expandPath(db: Tables, node: Json, place: Place, [segment, ...rest]: string[], path: string): void {
  if (segment === undefined || node['deleted'] === true) return;
  if (node['object'] === 'list' && segment === 'data') {
    for (const item of (node['data'] as Json[]) ?? []) expandPath(db, item, { owner: item, within: [] }, rest, path);
    return;
  }
  const within = [...place.within, segment];
  const expansion = EXPANSIONS[String(place.owner['object'])]?.[within.join('.')];
  if (expansion) setField(node, segment, expansion(db, node[segment], place.owner));
  else if (rest.length === 0 || !(segment in node)) throw notExpandable(path);
  for (const inner of [node[segment]].flat()) {
    if (isJson(inner)) {
      expandPath(
        db,
        inner,
        'object' in inner ? { owner: inner, within: [] } : { owner: place.owner, within },
        rest,
        path,
      );
    }
  }
}

/** Undefined is a field that the object does not have, expanded or not. */
function setField(node: Json, name: string, value: unknown): void {
  if (value !== undefined) node[name] = toJson(value);
}

function toJson<T>(value: T): T & Json {
  return JSON.parse(JSON.stringify(value ?? null)) as T & Json;
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function notExpandable(path: string) {
  return invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
}
