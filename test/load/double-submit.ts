import { retryWhileBusy } from './retry-while-busy.ts';
import type { Shopper } from '../clients/shopper.ts';

/**
 * Presses Pay `count` times at once, with one card or with a new one each time, and then does for every answer what the browser
 * does: confirms, and tells the shop.
 */
export async function pressPayAtOnce(user: Shopper, count: number, cards: 'one card' | 'a card each') {
  const order = await user.order();
  const card = async () => (cards === 'one card' ? order.paymentMethodId : await user.payer.newCard());
  const paymentMethodIds = await Promise.all(Array.from({ length: count }, card));
  const replies = await Promise.all(
    paymentMethodIds.map((paymentMethodId) => retryWhileBusy(() => user.submit({ ...order, paymentMethodId }))),
  );
  const confirmations = await Promise.all(
    replies.map((reply, position) => user.confirm(reply, paymentMethodIds[position])),
  );
  await Promise.all(replies.map((reply) => retryWhileBusy(() => user.settle(reply))));
  return { replies, confirmations };
}
