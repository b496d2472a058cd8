import type { DeliveryReply } from '../../../contract/subscriptions.ts';
import { elsewhereFor, type Letters } from '../calendar/calendar.ts';

type Reached = Pick<DeliveryReply, 'firstLetter' | 'elsewhere' | 'copies'>;

/** The letters that would go to an address entered now (rules/subscriptions 27). */
export function reachedBy({ calendar, copies, temporaryAddresses, usualAddress }: Letters): Reached {
  const open = calendar.filter(({ addressChangeUntil }) => addressChangeUntil !== null);
  const first = open.find(({ letter }) => elsewhereFor(temporaryAddresses, letter) === undefined);
  return {
    firstLetter: first === undefined ? null : { letter: first.letter, handOver: first.handOver },
    elsewhere: first === undefined && open.length > 0,
    // A copy that is sealed or goes to a temporary address has its own address.
    copies: copies.filter(({ address }) => address === usualAddress).map(({ letter }) => letter),
  };
}
