import { isCalendarDate, newYorkDate } from '../../domain/calendar-date.ts';
import { schedule } from '../../domain/letter-plan.ts';
import { findAddress } from '../addresses/queries.ts';
import type { Context } from '../context.ts';
import type { FrozenAddress } from '../db/schema.ts';
import { recordPosted } from '../mailing/ledger.ts';
import type { Subscription } from '../subscriptions/queries.ts';

/** Writes into the ledger every letter that the calendar had for a demonstration subscription up to today. */
export async function postLettersSoFar(ctx: Context, subscription: Subscription): Promise<void> {
  const { id, userId, serviceStart, shippingAddressId } = subscription;
  const address = await findAddress(ctx.db, userId, shippingAddressId);
  if (address === null || !isCalendarDate(serviceStart)) return;
  const now = ctx.clock.now();
  const today = newYorkDate(now);
  const plan = schedule({ serviceStart, country: address.country, mailed: [], today: serviceStart });
  const posted = plan.filter(({ handOver }) => handOver.latest < today);
  const { fullName, addressLine1, addressLine2, city, stateProvince, postalCode, country, countryName } = address;
  const frozen: FrozenAddress = {
    fullName,
    addressLine1,
    addressLine2,
    city,
    stateProvince,
    postalCode,
    country,
    countryName,
  };
  await recordPosted(
    ctx.db,
    posted.map(({ letter, mailingDay, handOver }) => ({
      subscriptionId: id,
      letter,
      attempt: 1,
      nominalOn: mailingDay,
      handedOverOn: handOver.latest,
      address: frozen,
    })),
    now,
  );
}
