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

/** Gifts the signed-in person has given, and those they have claimed. */
export const giftsQuery = queryOptions({
  queryKey: ['gifts'],
  queryFn: ({ signal }) => call(listGifts, { signal }),
});

/** Keys and price ids: they change with a release, not within a visit. */
export const checkoutConfigQuery = queryOptions({
  queryKey: ['checkout-config'],
  queryFn: ({ signal }) => call(getCheckoutConfig, { signal }),
  staleTime: Infinity,
});

/** Where one subscription's letters go, and the first that a new address would still reach. */
export function deliveryQuery(id: string) {
  return queryOptions({
    queryKey: ['delivery', id],
    queryFn: ({ signal }) => call(getDelivery, { params: { id }, signal }),
  });
}

/** The personal calendar of one subscription, with its holds and temporary addresses. */
export function lettersQuery(id: string) {
  return queryOptions({
    queryKey: ['letters', id],
    queryFn: ({ signal }) => call(getLetters, { params: { id }, signal }),
  });
}

/** The password's date, and where the signed-in person is signed in. */
export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => call(getSecurity, { signal }),
});

/** The identity server's own record of the signed-in person: ways in, second factors. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async () => {
    const { data, error } = await auth.getUser();
    if (isAuthRetryableFetchError(error)) throw networkFailure();
    if (error) throw error;
    return data.user;
  },
});
