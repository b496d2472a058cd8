import { postalAddress } from '../../../contract/addresses.ts';
import { isCalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { schedule } from '../../../domain/letter-plan.ts';
import { LETTERS_PER_MONTH } from '../../../domain/season.ts';
import { findAddress } from '../../customers/addresses/queries.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { recordHandedOver } from '../../fulfilment/runs/ledger.ts';
import { findMonthsPaid } from '../../commerce/subscriptions/months-paid.ts';
import type { Subscription } from '../../commerce/subscriptions/queries.ts';

/** Records every paid letter that was due before today as handed over. */
export async function handOverLettersSoFar(ctx: CommerceContext, subscription: Subscription): Promise<void> {
  const { id, userId, serviceStart, shippingAddressId } = subscription;
  const address = await findAddress(ctx.db, userId, shippingAddressId);
  if (address === null || !isCalendarDate(serviceStart)) return;
  const now = ctx.clock.now();
  const today = newYorkDate(now);
  const plan = schedule({ serviceStart, destination: address, mailed: [], today: serviceStart });
  const monthsPaid = await findMonthsPaid(ctx.db, id);
  const paid = plan.filter(({ letter }) => letter <= LETTERS_PER_MONTH * monthsPaid);
  const handedOver = paid.filter(({ handOver }) => handOver.latest < today);
  await recordHandedOver(
    ctx.db,
    handedOver.map(({ letter, mailingDay, handOver }) => ({
      subscriptionId: id,
      letter,
      attempt: 1,
      nominalOn: mailingDay,
      handedOverOn: handOver.latest,
      address: postalAddress.parse(address),
    })),
    now,
  );
}
