import type { SearchHit } from '../../../../contract/operator/search.ts';

export const SEARCH_HINT =
  'Search for part of a name, email, street, town, postal code or gift recipient, or for an invoice number, an order, a Stripe id or the code of a letter.';

/** The search parameters of the page that shows the hit. */
export function pageOfHit({ kind, subscriberId, subscriptionId }: SearchHit) {
  const isWhole = kind === 'subscriber' || kind === 'address' || subscriptionId === null;
  return isWhole ? { subscriber: subscriberId } : { subscription: subscriptionId };
}
