import { queryOptions } from '@tanstack/react-query';
import { getBillingAddress, getPaymentMethod, getReceipt, listInvoices } from '../../../contract/billing.ts';
import { call } from '../../app/api.ts';
import { paged } from '../../app/paged-list.tsx';
import { accountQuery, invalidate, queryClient } from '../../app/queries.ts';

export const billingAddressQuery = queryOptions({
  queryKey: [getBillingAddress.path],
  queryFn: async ({ signal }) => (await call(getBillingAddress, { signal })).address,
});

export const invoicesQuery = paged([listInvoices.path], async (query, signal) => {
  const { invoices: items, next } = await call(listInvoices, { query, signal });
  return { items, next };
});

/** Fetches what the page shows, in one step. A part that fails is fetched again separately. */
export async function prefetchBilling(): Promise<void> {
  const once = { retry: false, networkMode: 'always' } as const;
  await Promise.all([
    queryClient.prefetchQuery({ ...accountQuery, ...once }),
    queryClient.prefetchQuery({ ...billingAddressQuery, ...once }),
    queryClient.prefetchInfiniteQuery({ ...invoicesQuery, ...once }),
  ]);
}

/** Fetches everything again that a payment may have changed. */
export async function refreshBilling(): Promise<void> {
  const keys = [getPaymentMethod, getReceipt].map(({ path }) => ({ queryKey: [path] }));
  await invalidate(accountQuery, billingAddressQuery, invoicesQuery, ...keys);
}
