import type { Stripe } from '@stripe/stripe-js';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { checkoutConfigQuery } from '../../app/queries.ts';
import { stripeJsQuery } from '../checkout/stripe-js.ts';

export async function fetchCardScript(queryClient: QueryClient): Promise<Stripe> {
  const config = await queryClient.ensureQueryData(checkoutConfigQuery);
  return await queryClient.ensureQueryData(stripeJsQuery(config));
}

export const cardScriptQuery = queryOptions({
  queryKey: ['card-script'],
  queryFn: ({ client }) => fetchCardScript(client),
  staleTime: Infinity,
  structuralSharing: false,
});
