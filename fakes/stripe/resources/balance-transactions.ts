import type Stripe from 'stripe';
import { z } from 'zod';
import { page } from '../http/list.ts';
import { listParams } from '../http/params.ts';
import { route, type Route } from '../http/route.ts';
import { idOf } from '../state/store.ts';
import { DAY } from '../state/time.ts';
import type { World } from '../world.ts';

/** https://docs.stripe.com/api/balance_transactions. Made from what is stored, newest first; there are no payouts. */
export const balanceTransactionRoutes: Route[] = [
  route('GET', '/v1/balance_transactions', z.strictObject(listParams), ({ world, params }) => {
    const rows = transactions(world);
    return page(rows, { newestFirst: () => rows }, params, '/v1/balance_transactions');
  }),
];

function transactions({ db }: World): Stripe.BalanceTransaction[] {
  const charges = db.charges
    .newestFirst()
    .filter(({ paid }) => paid)
    .map(({ id, amount, created, description }) =>
      booked({ id, created, amount, type: 'charge', description, fee: Math.round(amount * 0.029) + 30 }),
    );
  const refunds = db.refunds
    .newestFirst()
    .filter(({ status }) => status === 'succeeded')
    .map(({ id, amount, created, charge }) =>
      booked({ id, created, amount: -amount, type: 'refund', description: `Refund of ${idOf(charge) ?? ''}`, fee: 0 }),
    );
  const disputes = db.disputes
    .newestFirst()
    .filter(({ status }) => !status.startsWith('warning_') && status !== 'won')
    .map(({ id, amount, created }) =>
      booked({ id, created, amount: -amount, type: 'adjustment', description: 'Chargeback withdrawal', fee: 1_500 }),
    );
  return [...charges, ...refunds, ...disputes].toSorted((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1));
}

interface Booking {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  readonly type: 'charge' | 'refund' | 'adjustment';
  readonly description: string | null;
  readonly fee: number;
}

function booked({ id, created, amount, type, description, fee }: Booking): Stripe.BalanceTransaction {
  const detail = {
    amount: fee,
    application: null,
    currency: 'usd',
    description: 'Stripe processing fees',
    type: 'stripe_fee',
  };
  return {
    id: `txn_${id.replace(/^[a-z]+_/, '')}`,
    object: 'balance_transaction',
    amount,
    available_on: created + 2 * DAY,
    balance_type: 'payments',
    created,
    currency: 'usd',
    description,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [detail],
    net: amount - fee,
    reporting_category: type === 'adjustment' ? 'dispute' : type,
    source: id,
    status: 'available',
    type,
  };
}
