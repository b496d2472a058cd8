import type { SubscriptionDetail } from '../../../contract/operator/subscribers.ts';
import { envelopeLines, storedAddress } from '../../../domain/envelope.ts';
import type { Subscription } from '../../commerce/subscriptions/queries.ts';
import { type Letters, readLetters } from '../../fulfilment/calendar/calendar.ts';
import type { Db } from '../../platform/db/database.ts';

type Ahead = Pick<SubscriptionDetail, 'nextLetter' | 'copies'>;

export async function lettersAheadOf(db: Db, subscription: Subscription, now: Date): Promise<Ahead> {
  // While a dispute is open, no day can be given for a letter.
  if (subscription.disputeHeldAt !== null) return { nextLetter: null, copies: [] };
  const letters = await readLetters(db, subscription, now);
  return { nextLetter: nextOf(letters), copies: copiesOf(letters) };
}

function nextOf({ calendar, paidFor, pieces }: Letters): Ahead['nextLetter'] {
  const next = calendar.find(({ handedOverOn }) => handedOverOn === null);
  if (next === undefined) return null;
  const { letter, handOver, freezesAt } = next;
  const sealed = pieces.findLast((piece) => piece.letter === letter);
  const isPaid = paidFor.some((paid) => paid.letter === letter);
  const sealedTo = sealed?.address.addressLine1 ?? null;
  return { letter, handOver, freezesAt: sealed === undefined ? freezesAt.toISOString() : null, isPaid, sealedTo };
}

function copiesOf({ copies }: Letters): Ahead['copies'] {
  return copies.flatMap(({ reshipId, letter, leavesOn, address }) =>
    reshipId === null ? [] : [{ reshipId, letter, leavesOn, address: [...envelopeLines(storedAddress(address))] }],
  );
}
