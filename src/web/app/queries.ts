import { isAuthRetryableFetchError } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import { getAccount } from '../../contract/account.ts';
import { listAddresses } from '../../contract/addresses.ts';
import { getCheckoutConfig } from '../../contract/checkout.ts';
import { listGifts } from '../../contract/gifts.ts';
import { getLetters } from '../../contract/letters.ts';
import { getSecurity } from '../../contract/security.ts';
import { getDelivery } from '../../contract/subscriptions.ts';
import { networkFailure } from './api-failure.ts';
import { call } from './api.ts';
import { auth } from './session.ts';

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => call(getAccount, { signal }),
});

export const addressesQuery = queryOptions({
  queryKey: ['addresses'],
  queryFn: async ({ signal }) => (await call(listAddresses, { signal })).addresses,
});

export const giftsQuery = queryOptions({
  queryKey: ['gifts'],
  queryFn: ({ signal }) => call(listGifts, { signal }),
});

export const checkoutConfigQuery = queryOptions({
  queryKey: ['checkout-config'],
  queryFn: ({ signal }) => call(getCheckoutConfig, { signal }),
  staleTime: Infinity,
});

export function deliveryQuery(id: string) {
  return queryOptions({
    queryKey: ['delivery', id],
    queryFn: ({ signal }) => call(getDelivery, { params: { id }, signal }),
  });
}

export function lettersQuery(id: string) {
  return queryOptions({
    queryKey: ['letters', id],
    queryFn: ({ signal }) => call(getLetters, { params: { id }, signal }),
  });
}

export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => call(getSecurity, { signal }),
});

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async () => {
    const { data, error } = await auth.getUser();
    if (isAuthRetryableFetchError(error)) throw networkFailure();
    if (error) throw error;
    return data.user;
  },
});
