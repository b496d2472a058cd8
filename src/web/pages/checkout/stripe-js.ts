import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { queryOptions } from '@tanstack/react-query';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { getCheckoutConfig } from '../../../contract/checkout.ts';
import { checkoutConfigQuery, queryClient } from '../../app/queries.ts';
import { allowCardScripts } from './script-policy.ts';

type CheckoutConfig = ReplyOf<typeof getCheckoutConfig>;

/** Loads Stripe's script on pages that haven't loaded the checkout's settings. */
export const cardScriptQuery = queryOptions({
  queryKey: ['card-script'],
  queryFn: fetchCardScript,
  staleTime: Infinity,
  structuralSharing: false,
});

export async function fetchCardScript(): Promise<Stripe> {
  const config = await queryClient.ensureQueryData(checkoutConfigQuery);
  return await queryClient.ensureQueryData(stripeJsQuery(config));
}

/** Only pages that need Stripe's script load it (rules/checkout 28). */
export function stripeJsQuery(config: CheckoutConfig) {
  return queryOptions({
    queryKey: ['card-provider', config.publishableKey],
    queryFn: () => loadStripeJs(config),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });
}

/** Loads the sandbox's script first, so that `loadStripe` finds it and fetches nothing. */
async function loadStripeJs({ publishableKey, stripeJsUrl }: CheckoutConfig): Promise<Stripe> {
  allowCardScripts(stripeJsUrl);
  if (stripeJsUrl !== null) await appendScript(stripeJsUrl);
  const stripe = await loadStripe(publishableKey);
  if (stripe === null) throw new Error('The card provider needs a browser.');
  return stripe;
}

function appendScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${src} could not be loaded.`));
    });
    document.head.append(script);
  });
}
