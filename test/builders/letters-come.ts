import { getAccount } from '../../src/contract/account.ts';
import { addDays } from '../../src/domain/calendar-date.ts';
import type { Shopper } from '../clients/shopper.ts';
import type { Shop } from '../server/open-shop.ts';
import { newYorkToday } from './gifts.ts';
import { handOverLetters } from './subscribers.ts';

/** A signed-in subscriber to whom the first letters of Season One have come. */
export async function addSubscriberWithLetters(shop: Shop, letters: number): Promise<Shopper> {
  const user = await shop.signUp();
  await user.buy();
  const [subscription] = (await user.call(getAccount)).subscriptions;
  const first = addDays(newYorkToday(shop), -14 * letters);
  const days = Array.from({ length: letters }, (_, index) => addDays(first, 14 * index));
  await handOverLetters(shop.ctx.db, subscription?.id ?? '', days);
  return user;
}
