import { Refusal, type Shopper } from '../clients/shopper.ts';

const BUSY: ReadonlySet<string> = new Set(['unavailable', 'checkout_busy', 'payments_unavailable']);
const PATIENCE = 50;

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

/** Presses again for as long as the shop says that it is too busy: a further chance for a second charge. */
export async function retryWhileBusy<T>(press: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await press();
    } catch (error) {
      if (!(error instanceof Refusal && BUSY.has(error.code)) || tries === PATIENCE) throw error;
    }
  }
}
