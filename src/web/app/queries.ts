import { queryOptions } from '@tanstack/react-query';
import { getAccount } from '../../contract/account.ts';
import { listAddresses } from '../../contract/addresses.ts';
import { getCheckoutConfig } from '../../contract/checkout.ts';
import { call } from './api.ts';

/** Profile and subscriptions of the signed-in person. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => call(getAccount, { signal }),
});

/** The signed-in person's addresses, the default one first. */
export const addressesQuery = queryOptions({
  queryKey: ['addresses'],
  queryFn: async ({ signal }) => (await call(listAddresses, { signal })).addresses,
});

/** Keys and price ids: they change with a release, not within a visit. */
export const checkoutConfigQuery = queryOptions({
  queryKey: ['checkout-config'],
  queryFn: ({ signal }) => call(getCheckoutConfig, { signal }),
  staleTime: Infinity,
});
