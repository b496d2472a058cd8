import { addMonths, newYorkDate } from '../../../domain/calendar-date.ts';
import { nextMailingDays } from '../../../domain/mailing-calendar.ts';
import { LETTERS_PER_SEASON } from '../../../domain/season.ts';
import { postalAddress } from '../../../contract/addresses.ts';
import type { Subscription } from '../../commerce/subscriptions/queries.ts';
import { findAddressById } from '../../customers/addresses/queries.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { recordHandedOver } from './ledger.ts';

/** Records letters that another shop mailed: as arrived, on the last mailing days before today. */
export async function recordEarlierLetters(
  tx: Transaction,
  { id: subscriptionId, shippingAddressId }: Pick<Subscription, 'id' | 'shippingAddressId'>,
  letters: number,
  now: Date,
): Promise<void> {
  const address = postalAddress.parse(await findAddressById(tx, shippingAddressId));
  const today = newYorkDate(now);
  const days = nextMailingDays(addMonths(today, -13), LETTERS_PER_SEASON + 4)
    .filter((day) => day < today)
    .slice(-letters);
  const mailed = days.map((day, index) => ({
    subscriptionId,
    letter: index + 1,
    attempt: 1,
    nominalOn: day,
    handedOverOn: day,
    address,
    confirmedAt: now,
  }));
  if (letters > 0) await recordHandedOver(tx, mailed, now);
}
