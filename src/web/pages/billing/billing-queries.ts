import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { getBillingAddress, getPaymentMethod, getReceipt, listInvoices } from '../../../contract/billing.ts';
import { call } from '../../app/api.ts';
import { accountQuery } from '../../app/queries.ts';

export function cardQuery(customerId: string) {
  return queryOptions({
    queryKey: ['billing', 'card', customerId],
    queryFn: ({ signal }) => call(getPaymentMethod, { body: { customerId }, signal }),
  });
}

export const billingAddressQuery = queryOptions({
  queryKey: ['billing', 'address'],
  queryFn: async ({ signal }) => (await call(getBillingAddress, { signal })).address,
});

export const invoicesQuery = infiniteQueryOptions({
  queryKey: ['billing', 'invoices'],
  queryFn: ({ pageParam, signal }) =>
    call(listInvoices, { query: pageParam === null ? {} : { after: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
});

export function receiptQuery(invoice: string) {
  return queryOptions({
    queryKey: ['billing', 'receipt', invoice],
    queryFn: ({ signal }) => call(getReceipt, { params: { id: invoice }, signal }),
  });
}

/** Refetches everything that a payment may have changed. */
export function useRefreshBilling(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['billing'] }),
      queryClient.invalidateQueries(accountQuery),
    ]);
  };
}
