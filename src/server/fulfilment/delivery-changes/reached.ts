import type { DeliveryReply } from '../../../contract/subscriptions.ts';
import type { Letters } from '../calendar/calendar.ts';

/** The letters that an address given now goes for (rules/subscriptions 27). */
export function reachedBy({ calendar, copies, usualAddress }: Letters): Pick<DeliveryReply, 'firstLetter' | 'copies'> {
  const first = calendar.find(({ addressChangeUntil }) => addressChangeUntil !== null);
  return {
    firstLetter: first === undefined ? null : { letter: first.letter, handOver: first.handOver },
    // A copy that is sealed, or goes elsewhere for a time, has an address of its own.
    copies: copies.filter(({ address }) => address === usualAddress).map(({ letter }) => letter),
  };
}
