import type { ReplyOf } from '../../src/contract/endpoint.ts';
import type { createStripeSubscription } from '../../src/contract/checkout.ts';
import { insist } from './insist.ts';
import type { Confirmation } from '../clients/payer.ts';
import type { Shopper } from '../clients/shopper.ts';

export interface Storm {
  readonly replies: readonly ReplyOf<typeof createStripeSubscription>[];
  readonly confirmations: readonly Confirmation[];
}

/**
 * Presses Pay `count` times at once, with one card or with a new one each time, and then does for every answer what the browser
 * does: confirms, and tells the shop.
 */
export async function pressPayAtOnce(
  person: Shopper,
  count: number,
  cards: 'one card' | 'a card each',
): Promise<Storm> {
  const order = await person.order();
  const card = async () => (cards === 'one card' ? order.paymentMethodId : await person.payer.newCard());
  const paymentMethodIds = await Promise.all(Array.from({ length: count }, card));
  const replies = await Promise.all(
    paymentMethodIds.map((paymentMethodId) => insist(() => person.submit({ ...order, paymentMethodId }))),
  );
  const confirmations = await Promise.all(
    replies.map((reply, position) => person.confirm(reply, paymentMethodIds[position])),
  );
  await Promise.all(replies.map((reply) => insist(() => person.settle(reply))));
  return { replies, confirmations };
}
