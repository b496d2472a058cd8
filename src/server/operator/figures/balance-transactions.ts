import type { Stripe } from 'stripe';
import {
  addMonths,
  type CalendarDate,
  calendarDate,
  newYorkDate,
  newYorkMidnight,
} from '../../../domain/calendar-date.ts';
import { PAGE_SIZE } from '../../../contract/operator/paging.ts';
import { askStripe } from '../../commerce/payments/stripe-client.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { matchCursor } from '../calls/paging.ts';

export const balanceTransactionHandlers = {
  async listBalanceTransactions({ ctx: { stripe, clock }, query: { month, after } }) {
    const first = calendarDate(`${month ?? newYorkDate(clock.now()).slice(0, 7)}-01`);
    const startingAfter = matchCursor(after, /^txn_\w{1,250}$/)?.[0];
    const { data, has_more: hasMore } = await askStripe(
      stripe.balanceTransactions.list({
        created: { gte: secondsOf(first), lt: secondsOf(addMonths(first, 1)) },
        limit: PAGE_SIZE,
        ...(startingAfter !== undefined && { starting_after: startingAfter }),
      }),
    );
    return { items: data.map(present), next: hasMore ? (data.at(-1)?.id ?? null) : null };
  },
} satisfies Partial<OperatorHandlers>;

function secondsOf(day: CalendarDate): number {
  return newYorkMidnight(day).getTime() / 1000;
}

function present(booked: Stripe.BalanceTransaction) {
  const { id, type, description, source, amount, fee, fee_details: details, net, currency } = booked;
  return {
    id,
    at: new Date(booked.created * 1000).toISOString(),
    type,
    description,
    source: typeof source === 'string' ? source : (source?.id ?? null),
    grossCents: amount,
    feeCents: fee,
    taxCents: details.reduce((sum, detail) => sum + (detail.type === 'tax' ? detail.amount : 0), 0),
    netCents: net,
    currency,
    availableAt: new Date(booked.available_on * 1000).toISOString(),
  };
}
